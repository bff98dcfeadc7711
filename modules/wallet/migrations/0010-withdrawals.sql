-- Where withdrawals go. A row is written before the engine gets its command, which carries only the
-- digest: the SHA-256 of chain, token, address, memo, sum and salt. token is null for the chain's
-- coin; sum is what arrives, as the chain counts it; amount and fee are in units of 1e-8.
create table withdrawal_destination (
  digest        text primary key,
  command_id    text not null unique,
  -- The engine's number, as soon as it is known.
  withdrawal_id bigint unique,
  user_id       bigint not null,
  kind          text not null check (kind in ('ordinary', 'exit', 'return')),
  asset         text not null,
  amount        bigint not null check (amount > 0),
  fee           bigint not null check (fee >= 0 and fee < amount),
  chain_id      bigint not null,
  token         text,
  address       text not null,
  memo          text not null,
  -- Whom it is for, and at which house they have the address; the law asks from an amount on.
  recipient     text not null,
  provider      text not null,
  sum           numeric(78, 0) not null check (sum > 0),
  salt          text not null,
  requested_at  bigint not null,
  -- Not handed over before this.
  queued_until  bigint not null,
  -- What it takes to approve it: the limit of its tier, one person, or two.
  ground        text not null check (ground in ('tier', 'onePerson', 'twoPeople')),
  -- The score of what is unusual, with what counted.
  risk          jsonb not null,
  -- Who pays it, once it is handed over: nobody else does.
  payer         text not null default '' check (payer in ('', 'hand', 'signer')),
  -- Why the engine refused the command.
  refused       text not null default ''
);
create index withdrawal_destination_of_user on withdrawal_destination (user_id, requested_at);
create index withdrawal_destination_unknown on withdrawal_destination (requested_at)
  where withdrawal_id is null and refused = '';

create function keep_withdrawal_destination() returns trigger language plpgsql as $$
begin
  if (old.digest, old.command_id, old.user_id, old.asset, old.amount, old.fee, old.chain_id,
      old.sum, old.requested_at, old.ground) is distinct from
     (new.digest, new.command_id, new.user_id, new.asset, new.amount, new.fee, new.chain_id,
      new.sum, new.requested_at, new.ground)
     or (old.withdrawal_id is not null and old.withdrawal_id is distinct from new.withdrawal_id)
     or (old.payer <> '' and old.payer <> new.payer)
     or ((old.address, old.memo, old.salt, old.recipient, old.provider) is distinct from
           (new.address, new.memo, new.salt, new.recipient, new.provider)
         and (new.address, new.memo, new.salt, new.recipient, new.provider) is distinct from
           ('', '', '', '', ''))
  then raise exception 'where a withdrawal goes does not change';
  end if;
  return new;
end $$;
create trigger keep_withdrawal_destination before update on withdrawal_destination
  for each row execute function keep_withdrawal_destination();

-- What one takes of which deposit, by the number of the command that credited it; 0: of what is there
-- beyond all deposits.
create table withdrawal_lot (
  digest text not null references withdrawal_destination on delete cascade,
  lot    bigint not null,
  amount bigint not null check (amount > 0),
  primary key (digest, lot)
);
create index withdrawal_lot_of on withdrawal_lot (lot);

-- Why a withdrawal waits. At its deadline a hold is released or people are reminded, as follows says;
-- one without a deadline ends with what it is about.
create table withdrawal_hold (
  digest    text not null references withdrawal_destination on delete cascade,
  reason    text not null,
  placed_at bigint not null,
  deadline  bigint,
  follows   text not null check (follows in ('release', 'escalate')),
  -- '' while nothing has happened to it.
  ended_as  text not null default '' check (ended_as in ('', 'released', 'escalated')),
  ended_at  bigint,
  primary key (digest, reason)
);
create index withdrawal_hold_open on withdrawal_hold (deadline) where ended_as = '';

-- Who of staff works on one.
create table withdrawal_claim (
  withdrawal_id bigint primary key,
  operator_id   bigint not null,
  until         bigint not null
);

-- The transaction that paid one, as two people entered and confirmed it, or the signer sent it.
-- One transaction pays one withdrawal.
create table withdrawal_payout (
  withdrawal_id    bigint primary key,
  chain_id         bigint not null,
  transaction_hash text not null,
  at               bigint not null,
  unique (chain_id, transaction_hash)
);
create index withdrawal_destination_at on withdrawal_destination (requested_at);
