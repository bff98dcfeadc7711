-- Chains and tokens in which people deposit, the addresses that people have there, and what came
-- in. Times are milliseconds since the epoch; hashes and addresses are hexadecimal in small
-- letters, with 0x before.

create table deposit_chain (
  chain_id bigint primary key check (chain_id > 0),
  name text not null check (name <> ''),
  -- The beginning of the address of a page about a transaction; empty: there is none.
  explorer text not null,
  -- Blocks, that of the deposit included, until it is credited, and until it may leave again.
  confirmations integer not null check (confirmations between 1 and 100000),
  withdrawal_confirmations integer not null check (withdrawal_confirmations >= confirmations),
  -- What people read about how long that takes.
  minutes integer not null check (minutes > 0),
  is_test boolean not null,
  -- New addresses are given out; what comes to those that exist is credited all the same.
  is_open boolean not null,
  changed_at bigint not null
);

create table deposit_token (
  chain_id bigint not null references deposit_chain,
  -- Null for the chain's own coin.
  contract text check (contract ~ '^0x[0-9a-f]{40}$'),
  asset text not null,
  decimals integer not null check (decimals between 0 and 36),
  -- In units of 1e-8; what is below is collected until it is reached.
  minimum bigint not null check (minimum > 0),
  is_open boolean not null,
  changed_at bigint not null,
  unique nulls not distinct (chain_id, contract),
  unique (chain_id, asset)
);

-- The place of a person in the tree of addresses, the same on every chain.
create table deposit_person (
  user_id bigint primary key,
  position integer not null generated always as identity unique
);

create table deposit_address (
  chain_id bigint not null references deposit_chain,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  user_id bigint not null references deposit_person,
  -- Which extended public key it was derived from: the first digits of its SHA-256.
  tree text not null check (tree ~ '^[0-9a-f]{16}$'),
  made_at bigint not null,
  primary key (chain_id, address),
  unique (chain_id, user_id, tree)
);

create table deposit (
  deposit_id bigint generated always as identity primary key,
  chain_id bigint not null references deposit_chain,
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  place integer not null check (place >= 0),
  user_id bigint not null references deposit_person,
  address text not null,
  -- Null when the person's data were erased.
  sender text,
  token text,
  -- Null for what is not among the tokens; then its amount is known by the chain's count alone.
  asset text,
  units bigint,
  amount numeric(78, 0) not null check (amount > 0),
  block_number bigint not null,
  -- Crediting: decided, with everything that the command says; credited: the engine has done it.
  state text not null check
    (state in ('confirming', 'orphaned', 'collected', 'crediting', 'credited', 'recovery')),
  reason text not null default '' check (reason = '' or state = 'recovery'),
  seen_at bigint not null,
  changed_at bigint not null,
  salt text,
  rules integer,
  credit_seq bigint,
  -- when the person was notified what became of it.
  notified_at bigint,
  unique (chain_id, transaction_hash, place),
  check ((asset is null) = (units is null)),
  check (state not in ('crediting', 'credited') or
    (units is not null and salt is not null and rules is not null)),
  check ((state = 'credited') = (credit_seq is not null))
);

create index deposit_by_user on deposit (user_id, deposit_id desc);
create index deposit_in_progress on deposit (chain_id, block_number)
  where state in ('confirming', 'crediting');
create index deposit_collected on deposit (user_id, chain_id) where state = 'collected';
create index deposit_to_tell on deposit (deposit_id)
  where state in ('credited', 'recovery') and notified_at is null;
create index deposit_by_transaction on deposit (transaction_hash);
create index deposit_by_address on deposit (address);

-- How often a person of a trial asked for test money on a day (UTC).
create table test_money (
  user_id bigint not null,
  day integer not null,
  times integer not null,
  primary key (user_id, day)
);
