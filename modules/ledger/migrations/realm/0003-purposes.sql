-- A statement can be limited to a purpose, which therefore stands in the index before the command:
-- a purpose that no posting of a long history has then reads nothing. A whole statement is merged
-- from one of each purpose.
DROP INDEX posting_from, posting_to;
CREATE INDEX posting_from ON posting (from_account, purpose, seq) WHERE from_account >= 16384000;
CREATE INDEX posting_to ON posting (to_account, purpose, seq) WHERE to_account >= 16384000;
