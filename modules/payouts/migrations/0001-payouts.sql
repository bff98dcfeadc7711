-- What leaves custody on chains. The signer writes it, which alone has the key; everybody else reads.
-- Addresses, hashes and bytes are hexadecimal in small letters with 0x before; amounts are as the
-- chain counts them.

-- One row for each nonce, in the transaction that also writes the first bytes: there is no nonce
-- without bytes, and none is left out.
create table outgoing (
  chain_id bigint not null check (chain_id > 0),
  sender text not null check (sender ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  purpose text not null check (purpose in ('payout', 'gas', 'sweep', 'cold')),
  -- Each withdrawal once, for good.
  withdrawal_id bigint unique,
  -- Null for the chain's own coin.
  token text check (token ~ '^0x[0-9a-f]{40}$'),
  recipient text not null check (recipient ~ '^0x[0-9a-f]{40}$'),
  amount numeric(78, 0) not null check (amount > 0),
  taken_at bigint not null,
  primary key (chain_id, sender, nonce),
  check ((purpose = 'payout') = (withdrawal_id is not null))
);
create index outgoing_by_time on outgoing (chain_id, taken_at);

-- Signed bytes, written before they are sent. Attempts of one nonce differ in their fee only.
create table outgoing_bytes (
  chain_id bigint not null,
  sender text not null,
  nonce bigint not null,
  attempt integer not null check (attempt > 0),
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  bytes text not null check (bytes ~ '^0x[0-9a-f]+$'),
  gas bigint not null check (gas > 0),
  max_fee numeric(78, 0) not null check (max_fee > 0),
  priority_fee numeric(78, 0) not null check (priority_fee >= 0),
  signed_at bigint not null,
  primary key (chain_id, sender, nonce, attempt),
  foreign key (chain_id, sender, nonce) references outgoing,
  unique (chain_id, transaction_hash)
);

-- Which attempt the chain has, after enough confirmations. Only one that succeeded has moved what
-- it was to move; of a token that is proved by its Transfer log.
create table outgoing_final (
  chain_id bigint not null,
  sender text not null,
  nonce bigint not null,
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  succeeded boolean not null,
  final_at bigint not null,
  primary key (chain_id, sender, nonce),
  foreign key (chain_id, sender, nonce) references outgoing
);
create index outgoing_final_by_block on outgoing_final (chain_id, block_number);

-- Why the signer does not pay a withdrawal, or not yet. What it says of one that it has signed since
-- is out of date.
create table withheld_payout (
  withdrawal_id bigint primary key,
  reason text not null,
  -- Nothing but a change by people lets it be paid.
  refused boolean not null,
  at bigint not null
);

-- How the signer is, for each chain.
create table signer_state (
  chain_id bigint primary key,
  sender text not null,
  -- Empty while all is well.
  problem text not null,
  head bigint not null,
  seen_at bigint not null
);

-- What the signer sees of the engine's rows: no more than what is to be paid.
create view paying_withdrawal as
  select w.id, a.symbol as asset, w.amount, w.fee, w.digest, w.approved_seq, w.paying_seq
  from real.withdrawal w join real.asset a on a.id = w.asset
  where w.state = 'paying';
