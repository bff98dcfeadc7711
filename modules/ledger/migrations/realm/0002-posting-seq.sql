-- The check beside the engine compares the journal in chunks of commands. Rows come in the order of
-- their commands, so a summary of each range of pages is all the index that this needs.
CREATE INDEX posting_seq ON posting USING brin (seq) WITH (autosummarize = on);
