-- People and how they prove who they are. Times are milliseconds since the epoch.

create sequence person_id as bigint minvalue 1000 start with 1000;

create table person (
  user_id bigint primary key default nextval('person_id'),
  created_at bigint not null,
  -- ISO 3166-1 alpha-2; fixed at registration (empty only for a visitor's virtual account).
  country text not null check (country ~ '^([A-Z]{2})?$'),
  -- E.164, with the plus sign.
  phone text unique check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- Lower case.
  email text unique check (email = lower(email) and length(email) <= 254),
  password_hash text,
  password_changed_at bigint,
  name text not null default '' check (length(name) <= 80),
  invitation_code text not null unique check (invitation_code ~ '^[A-Z0-9]{8}$'),
  -- Bound once, at registration.
  referrer_id bigint references person,
  demo_only boolean not null default false,
  agreed_at bigint,
  check (demo_only or (password_hash is not null and agreed_at is not null)),
  check (demo_only or phone is not null or email is not null),
  check (referrer_id <> user_id)
);

create index person_by_referrer on person (referrer_id) where referrer_id is not null;

create table session (
  session_id text primary key check (session_id ~ '^[A-Za-z0-9_-]{22}$'),
  user_id bigint not null references person,
  realm text not null check (realm in ('real', 'demo')),
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- SHA-256 of the browser's half; null for clients that are no browser.
  bind_hash bytea check (length(bind_hash) = 32),
  -- The real session that a virtual account was opened from.
  parent_id text references session,
  ip text not null,
  user_agent text not null check (length(user_agent) <= 200),
  created_at bigint not null,
  last_seen_at bigint not null,
  idle_ms bigint not null check (idle_ms > 0),
  expires_at bigint not null,
  ended_at bigint,
  check (parent_id is null or realm = 'demo')
);

create index session_by_user on session (user_id) where ended_at is null;
create index session_by_parent on session (parent_id) where parent_id is not null;
create index session_by_expiry on session (expires_at);

create table verification_code (
  code_id text primary key check (code_id ~ '^[A-Za-z0-9_-]{22}$'),
  -- HMAC of the phone number or e-mail address, so that strangers' addresses are not kept.
  account_key bytea not null check (length(account_key) = 32),
  purpose text not null check (purpose in ('register', 'login', 'reset')),
  -- HMAC of id and code; null when nothing was sent because it would be of no use.
  code_hash bytea check (length(code_hash) = 32),
  created_at bigint not null,
  expires_at bigint not null,
  tries integer not null default 0 check (tries between 0 and 5),
  used_at bigint
);

create index verification_code_by_account on verification_code (account_key, created_at);
create index verification_code_by_expiry on verification_code (expires_at);

-- Wrong passwords by account, known or not: both are treated alike.
create table login_failure (
  account_key bytea primary key check (length(account_key) = 32),
  failures integer not null check (failures > 0),
  first_at bigint not null,
  last_at bigint not null
);
