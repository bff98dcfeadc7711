-- Staff, how they enter, and what they did. Times are milliseconds since the epoch.

create table operator (
  operator_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  created_at bigint not null
);

create table operator_link (
  -- SHA-256 of the secret in the link; the secret itself is nowhere.
  link_hash bytea primary key check (length(link_hash) = 32),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);

create table operator_session (
  session_id text primary key check (session_id ~ '^op[.][A-Za-z0-9_-]{22}$'),
  operator_id bigint not null references operator,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- SHA-256 of the half that only the browser's cookie holds.
  bind_hash bytea not null check (length(bind_hash) = 32),
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);

create table operator_action (
  action_id bigint generated always as identity primary key,
  operator_id bigint not null references operator,
  session_id text not null references operator_session,
  action text not null check (action in ('entered', 'left', 'readOutbox')),
  ip text not null,
  at bigint not null
);

create index operator_action_by_session on operator_action (session_id, action, at);

-- What staff did is written once: no statement changes or removes it.
create function operator_action_stays() returns trigger language plpgsql as $$
begin
  raise exception 'operator_action is append-only';
end $$;

create trigger operator_action_stays before update or delete on operator_action
  for each statement execute function operator_action_stays();
