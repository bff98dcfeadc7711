-- The account when a position of it was closed out, in lines; null: of anything else, and of
-- close-outs from before.
ALTER TABLE cfd_receipt ADD COLUMN account text;

-- The version of the terms by which the last prices were made; null: not known.
ALTER TABLE cfd_quote ADD COLUMN version integer;
