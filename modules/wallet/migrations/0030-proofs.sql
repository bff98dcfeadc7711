-- Pictures by which people say that they have deposited. They are evidence, and credit nothing: a
-- proof is linked to what the chain has brought, or two people credit it against a transaction.
create table deposit_proof (
  proof_id    bigint generated always as identity primary key,
  user_id     bigint not null,
  chain_id    bigint not null references deposit_chain,
  asset       text not null,
  -- What the person says has been sent, in units of 1e-8.
  amount      bigint not null check (amount > 0),
  description text not null,
  -- An object of platform/files; null once it was erased.
  picture     text,
  -- SHA-256 of all that, by which whoever decides names it.
  digest      text not null unique,
  salt        text not null,
  sent_at     bigint not null,
  state       text not null check (state in ('review', 'linked', 'crediting', 'credited', 'refused')),
  reason      text not null default '',
  -- The unique reference: one transaction proves one deposit.
  transaction_hash text check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  rules       integer,
  decided_at  bigint,
  claimed_by  bigint,
  claimed_until bigint not null default 0,
  unique (chain_id, transaction_hash),
  check ((state in ('linked', 'crediting', 'credited')) = (transaction_hash is not null)),
  check ((state in ('crediting', 'credited')) = (rules is not null))
);
create index deposit_proof_of_user on deposit_proof (user_id, proof_id);
create index deposit_proof_queue on deposit_proof (sent_at) where state = 'review';
create index deposit_proof_crediting on deposit_proof (proof_id) where state = 'crediting';

create function keep_deposit_proof() returns trigger language plpgsql as $$
begin
  if (old.proof_id, old.user_id, old.chain_id, old.asset, old.amount, old.digest, old.sent_at)
      is distinct from
     (new.proof_id, new.user_id, new.chain_id, new.asset, new.amount, new.digest, new.sent_at)
     or (old.state <> 'review' and new.state is distinct from old.state
         and not (old.state = 'crediting' and new.state = 'credited'))
     or (old.transaction_hash is not null
         and old.transaction_hash is distinct from new.transaction_hash)
  then raise exception 'what a proof says does not change';
  end if;
  return new;
end $$;
create trigger keep_deposit_proof before update on deposit_proof
  for each row execute function keep_deposit_proof();
