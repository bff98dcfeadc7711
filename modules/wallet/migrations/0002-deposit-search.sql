-- Up to which block unwatched tokens were looked for; null before the first look.
alter table deposit_chain add column searched_number bigint;
