-- In which language a person is written to when no request of theirs says it: that of the last
-- registration or log-in from a browser of theirs. Empty: none is known.
alter table person add column language text not null default ''
  check (language ~ '^([a-z]{2})?$');
