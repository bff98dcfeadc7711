-- What came to an address of ours and cannot be credited by itself: tokens that are not among those of
-- a chain, and what was sent on another network. The watcher notices some of it, and its owner asks for it
-- or reports it. Two people credit it, say that it was sent back, or refuse it (decision 0088).
create table deposit_recovery (
  recovery_id bigint generated always as identity primary key,
  user_id     bigint not null,
  -- What a chain has brought; null of what its owner reports of a network that is not read.
  deposit_id  bigint unique references deposit,
  network     text not null check (network <> ''),
  transaction_hash text not null check (transaction_hash <> ''),
  -- The place among the transfers of the transaction; 0 where nobody knows.
  place       integer not null,
  -- What the person says: which coin, how much (units of 1e-8), where it may be sent back to. Null,
  -- and empty, before they have asked, and once they were erased.
  asset       text not null default '',
  amount      bigint check (amount > 0),
  description text not null default '',
  return_to   text not null default '',
  -- SHA-256 of whose it is and of the transfer, by which whoever decides names it.
  digest      text not null unique,
  salt        text not null,
  opened_at   bigint not null,
  asked_at    bigint,
  -- By when it is decided, with the terms that hold for it: both from the asking on.
  due_at      bigint,
  least       bigint,
  fee_ppm     integer,
  state       text not null check
    (state in ('noticed', 'review', 'crediting', 'credited', 'returned', 'refused')),
  reason      text not null default '',
  -- The law that a refusal names.
  law         text not null default '',
  -- What two people credit, and what is kept of it for the work.
  credit_asset  text,
  credit_amount bigint check (credit_amount > 0),
  credit_fee    bigint check (credit_fee >= 0 and credit_fee < credit_amount),
  rules       integer,
  -- By which transaction it was sent back.
  return_hash text,
  decided_at  bigint,
  notified_at bigint,
  claimed_by  bigint,
  claimed_until bigint not null default 0,
  check ((asked_at is null) = (state = 'noticed')),
  check ((due_at is null) = (state = 'noticed') and (least is null) = (state = 'noticed')
    and (fee_ppm is null) = (state = 'noticed')),
  check ((state in ('crediting', 'credited')) = (rules is not null)),
  check ((rules is null) = (credit_amount is null) and (rules is null) = (credit_asset is null)
    and (rules is null) = (credit_fee is null)),
  check ((state = 'returned') = (return_hash is not null))
);
create index deposit_recovery_of_user on deposit_recovery (user_id, recovery_id);
create index deposit_recovery_queue on deposit_recovery (due_at) where state = 'review';
create index deposit_recovery_noticed on deposit_recovery (recovery_id) where state = 'noticed';
create index deposit_recovery_crediting on deposit_recovery (recovery_id) where state = 'crediting';
create index deposit_recovery_to_tell on deposit_recovery (recovery_id)
  where state in ('credited', 'returned', 'refused') and notified_at is null;
-- Nobody reports a transfer twice, and one is settled once, whoever reports it.
create unique index deposit_recovery_reported on deposit_recovery
  (user_id, network, transaction_hash, place);
create unique index deposit_recovery_settled on deposit_recovery
  (network, transaction_hash, place) where state in ('crediting', 'credited', 'returned');

create index deposit_in_recovery on deposit (deposit_id) where state = 'recovery';

create function keep_deposit_recovery() returns trigger language plpgsql as $$
begin
  if (old.recovery_id, old.user_id, old.deposit_id, old.network, old.transaction_hash, old.place,
      old.digest, old.opened_at)
      is distinct from
     (new.recovery_id, new.user_id, new.deposit_id, new.network, new.transaction_hash, new.place,
      new.digest, new.opened_at)
     or (old.asked_at is not null and (old.asked_at, old.due_at, old.least, old.fee_ppm)
      is distinct from (new.asked_at, new.due_at, new.least, new.fee_ppm))
     or (old.rules is not null and (old.credit_asset, old.credit_amount, old.credit_fee, old.rules)
      is distinct from (new.credit_asset, new.credit_amount, new.credit_fee, new.rules))
     or (new.state <> old.state and (old.state, new.state) not in (('noticed', 'review'),
      ('review', 'crediting'), ('crediting', 'credited'), ('review', 'returned'),
      ('review', 'refused')))
  then raise exception 'what a recovery is about and was decided does not change';
  end if;
  return new;
end $$;
create trigger keep_deposit_recovery before update on deposit_recovery
  for each row execute function keep_deposit_recovery();
