-- From where a key is known to be used by its owner: its name alone opens nothing elsewhere. Keys
-- that exist are known from nowhere until they sign: earlier uses may have had no signature.
alter table api_key add column known_network text not null default '',
  add column known_at bigint not null default 0;
