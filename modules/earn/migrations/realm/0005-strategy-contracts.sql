-- Contracts that the account of a strategy had open at a cut, by what they were valued: only ever added.
-- Quantities, prices and gains in units of 1e-8; version is that of the terms of the contract.

CREATE TABLE strategy_cut_contract (
  product     text NOT NULL,
  day         integer NOT NULL,
  contract    text NOT NULL,
  side        smallint NOT NULL,
  quantity    bigint NOT NULL,
  price       bigint NOT NULL,
  n           bigint NOT NULL,
  index_price bigint NOT NULL,
  spread      bigint NOT NULL,
  recent      text NOT NULL,
  version     integer NOT NULL,
  gain        bigint NOT NULL,
  seq         bigint NOT NULL,
  PRIMARY KEY (product, day, contract, side)
);

CREATE INDEX strategy_cut_contract_seq ON strategy_cut_contract (seq);
