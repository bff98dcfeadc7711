-- What custody has on chains, compared with what it should have. Amounts on a chain are as the chain
-- counts them. Times are milliseconds since the epoch.

-- Where money of customers is kept beside their own addresses.
create table custody_address (
  chain_id bigint not null references deposit_chain,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  -- What the signer pays from, what it keeps beyond its limit, and what two people declared.
  kind text not null check (kind in ('hot', 'cold', 'declared')),
  name text not null,
  added_at bigint not null,
  -- The block from which on it counts; null before.
  joined_number bigint,
  primary key (chain_id, address)
);

-- What the house has of its own among it: the last row of a token holds.
create table custody_own (
  own_id bigint generated always as identity primary key,
  chain_id bigint not null references deposit_chain,
  token text,
  amount numeric(78, 0) not null check (amount >= 0),
  why text not null check (why in ('first', 'joined', 'accepted')),
  block_number bigint not null,
  at bigint not null
);
create index custody_own_of on custody_own (chain_id, token, own_id desc);

-- What was found. chain_id 0: the ledger's outside accounts against what explains them.
create table reserve_difference (
  difference_id bigint generated always as identity primary key,
  chain_id bigint not null,
  asset text not null,
  -- What is there less what should be, decimal.
  amount text not null,
  found_at bigint not null,
  ended_at bigint
);
create unique index reserve_difference_open on reserve_difference (chain_id, asset)
  where ended_at is null;
