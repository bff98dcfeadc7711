-- What was read of chains. Hashes and addresses are hexadecimal in small letters, with 0x before.

create table chain_scan (
  chain_id bigint primary key check (chain_id > 0),
  -- The last block that was read.
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  -- Blocks up to this one are final.
  final_number bigint not null check (final_number <= block_number),
  -- The chain took back a block that was final. Nothing is read until somebody has looked at it.
  contradicted_at bigint,
  -- The last block that both chains have; null when none is known.
  common_number bigint check (common_number < final_number),
  check (common_number is null or contradicted_at is not null)
);

-- The last blocks that were read, by which it is found how far a chain was changed.
create table chain_block (
  chain_id bigint not null references chain_scan,
  number bigint not null,
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain_id, number)
);

-- What came to addresses of ours. A transfer is named by its transaction and its place in it, so
-- that it is the same one when the transaction is mined again in another block.
create table chain_transfer (
  chain_id bigint not null references chain_scan,
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  place integer not null check (place >= 0),
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  -- Null for the chain's own coin.
  token text check (token ~ '^0x[0-9a-f]{40}$'),
  sender text not null check (sender ~ '^0x[0-9a-f]{40}$'),
  recipient text not null check (recipient ~ '^0x[0-9a-f]{40}$'),
  amount numeric(78, 0) not null check (amount > 0),
  -- An orphaned one is on no block any more; it may be seen again. A final one stays final.
  state text not null check (state in ('seen', 'final', 'orphaned')),
  -- It is final, and the chain does not have it any more, or has it otherwise.
  contradicted boolean not null default false check (state = 'final' or not contradicted),
  -- When whoever receives final transfers had received it.
  delivered_at bigint check (state = 'final' or delivered_at is null),
  primary key (chain_id, transaction_hash, place)
);

create index chain_transfer_by_block on chain_transfer (chain_id, block_number);
create index chain_transfer_by_recipient on chain_transfer (recipient, chain_id);
create index chain_transfer_to_deliver on chain_transfer (chain_id, block_number)
  where state = 'final' and delivered_at is null;
create index chain_transfer_contradicted on chain_transfer (chain_id) where contradicted;
