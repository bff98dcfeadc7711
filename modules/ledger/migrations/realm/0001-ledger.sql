-- Balances: a summary of the postings, kept so that loading and reading need not fold the journal.
-- Room on each page lets a changed balance stay there, because no index holds what changes.
CREATE TABLE balance (
  account   bigint PRIMARY KEY,
  available bigint NOT NULL,
  held      bigint NOT NULL CHECK (held >= 0)
) WITH (fillfactor = 60);

-- The journal. A posting moves amount from one account to another of the same asset, so that each
-- entry (all postings of one command) balances by construction. Rows are only ever added.
CREATE TABLE posting (
  seq          bigint NOT NULL,
  from_account bigint NOT NULL,
  to_account   bigint NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  purpose      smallint NOT NULL
);
-- Statements of customers; accounts of the house (below this id) are read by time, not by account.
CREATE INDEX posting_from ON posting (from_account, seq) WHERE from_account >= 16384000;
CREATE INDEX posting_to ON posting (to_account, seq) WHERE to_account >= 16384000;

CREATE FUNCTION posting_is_permanent() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'postings are permanent'; END $$;
CREATE TRIGGER posting_is_permanent BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION posting_is_permanent();
