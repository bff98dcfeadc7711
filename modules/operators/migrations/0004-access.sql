-- How staff come back: passkeys, and authenticator apps for those who only read.

alter table operator
  -- The first factor that was ever set up; it stays when factors are taken away.
  add column enrolled_at bigint;

alter table operator_session
  add column proof text not null default 'link' check (proof in ('link', 'passkey', 'totp'));

create table operator_passkey (
  credential_id text primary key check (length(credential_id) <= 1400),
  operator_id bigint not null references operator,
  name text not null check (length(name) between 1 and 40),
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index operator_passkey_by_operator on operator_passkey (operator_id);

create table operator_totp (
  totp_id text primary key check (totp_id ~ '^[A-Za-z0-9_-]{22}$'),
  operator_id bigint not null references operator,
  name text not null check (length(name) between 1 and 40),
  -- AES-256-GCM with a key derived from staff.key.
  sealed_secret bytea not null,
  created_at bigint not null,
  confirmed_at bigint,
  last_used_at bigint,
  -- The time step of the last code taken: no code works twice.
  last_step bigint not null default 0,
  -- SHA-256 of the key that names the member at a log-in, beside the code.
  key_hash bytea unique check (length(key_hash) = 32),
  -- Wrong codes with that key.
  failures integer not null default 0 check (failures between 0 and 5),
  failed_at bigint not null default 0
);
create index operator_totp_by_operator on operator_totp (operator_id);

-- What a passkey was asked to sign, once.
create table operator_challenge (
  challenge_id text primary key check (challenge_id ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null check (purpose in ('login', 'enrol', 'action')),
  session_id text references operator_session,
  -- Of an action: SHA-256 of its canonical text. Of an enrolment: the passkey's name.
  subject text not null default '' check (length(subject) <= 64),
  nonce text not null,
  expires_at bigint not null,
  used_at bigint,
  check ((purpose = 'login') = (session_id is null))
);
create index operator_challenge_by_expiry on operator_challenge (expires_at);

-- What the passkey of whoever approved has signed, to be checked by anybody later.
alter table proposal_signature add column assertion jsonb;
