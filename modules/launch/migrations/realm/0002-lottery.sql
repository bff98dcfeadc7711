-- New coins by lot (decision 0122); null for projects that are shared out, and for all before it.
ALTER TABLE launch
  -- How many lots one ticket has.
  ADD COLUMN ticket_lots bigint,
  -- SHA-256 of the list of tickets, the signature of the round, and the greatest key that wins: hexadecimal.
  ADD COLUMN list_digest text,
  ADD COLUMN signature   text,
  ADD COLUMN cut_key     text;

-- The number of a person's first ticket, once the list is closed.
ALTER TABLE launch_subscription ADD COLUMN first_ticket bigint;
ALTER TABLE launch_result       ADD COLUMN first_ticket bigint;
