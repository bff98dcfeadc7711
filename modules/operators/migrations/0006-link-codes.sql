-- A link that a member of staff made lets in with a code that another person of the staff made.
alter table operator_link
  -- Who made it; null for the first links, which only the owner of the machine reads, and in a trial.
  add column maker bigint references staff_person,
  -- SHA-256 of the code; null until it is made.
  add column code_hash bytea check (length(code_hash) = 32),
  add check (code_hash is null or maker is not null);

-- Open links that one member made alone.
delete from operator_link where used_at is null;
