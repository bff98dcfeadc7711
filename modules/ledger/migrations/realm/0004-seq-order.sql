-- As for orders: a chunk of commands is found without reading the whole journal.
DROP INDEX posting_seq;
CREATE INDEX posting_seq ON posting (seq);
