-- What secures an account beside its password, and what limits it.
alter table person
  -- A word that every mail repeats, so that people tell ours from forged ones.
  add column phishing_code text not null default '' check (length(phishing_code) <= 20),
  -- Which actions ask for a second factor.
  add column guard_login boolean not null default false,
  add column guard_trade boolean not null default false,
  add column guard_funds boolean not null default false,
  add column trade_hash text,
  add column trade_changed_at bigint,
  -- Wrong trade passwords since the last right one; ten lock it until it is reset.
  add column trade_failures integer not null default 0 check (trade_failures between 0 and 10),
  add column trade_failed_at bigint not null default 0,
  add column deletion_requested_at bigint;

-- What was asked of somebody: to prove an action, to finish a log-in, to sign with a key. A token
-- of a proved action is kept as its SHA-256.
create table challenge (
  challenge_id text primary key check (challenge_id ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null
    check (purpose in ('stepUp', 'login', 'passkeyLogin', 'addPasskey', 'wallet')),
  user_id bigint references person,
  session_id text,
  -- HMAC of the browser or network that asked.
  binding bytea not null check (length(binding) = 32),
  action text not null default '' check (length(action) <= 40),
  -- HMAC of the digest of the action.
  digest bytea check (length(digest) = 32),
  nonce text not null,
  created_at bigint not null,
  expires_at bigint not null,
  tries integer not null default 0 check (tries between 0 and 5),
  token_hash bytea unique check (length(token_hash) = 32),
  used_at bigint,
  check (purpose <> 'stepUp' or (user_id is not null and session_id is not null and digest is not null)),
  check (token_hash is null or purpose = 'stepUp')
);
create index challenge_by_expiry on challenge (expires_at);
create index challenge_by_user on challenge (user_id);

create table totp (
  totp_id text primary key check (totp_id ~ '^[A-Za-z0-9_-]{22}$'),
  user_id bigint not null references person,
  name text not null check (length(name) between 1 and 40),
  -- AES-256-GCM with a key derived from identity.key.
  sealed_secret bytea not null,
  created_at bigint not null,
  -- Null until a first code has shown that the device has the secret.
  confirmed_at bigint,
  last_used_at bigint,
  -- The time step of the last code taken: no code works twice.
  last_step bigint not null default 0
);
create index totp_by_user on totp (user_id);

create table passkey (
  credential_id text primary key check (length(credential_id) <= 1400),
  user_id bigint not null references person,
  name text not null check (length(name) between 1 and 40),
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_by_user on passkey (user_id);

create table recovery_code (
  user_id bigint not null references person,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at bigint not null,
  used_at bigint,
  primary key (user_id, code_hash)
);

create table security_answer (
  user_id bigint not null references person,
  question integer not null check (question between 1 and 3),
  answer_hash text not null,
  changed_at bigint not null,
  primary key (user_id, question)
);

-- Whatever limits an account. Rows stay: they are the history.
create table restriction (
  restriction_id bigint generated always as identity primary key,
  user_id bigint not null references person,
  kind text not null
    check (kind in ('withdrawalHold', 'selfFreeze', 'notMe', 'settingsLock', 'staffFreeze')),
  reason text not null check (length(reason) between 1 and 200),
  created_at bigint not null,
  expires_at bigint,
  lifted_at bigint,
  -- Nobody lifts a settings lock or a hold; they end by themselves.
  check (lifted_at is null or kind in ('selfFreeze', 'notMe', 'staffFreeze')),
  check (expires_at is not null or kind in ('selfFreeze', 'notMe', 'staffFreeze'))
);
create index restriction_by_user on restriction (user_id);

-- Of a restriction only the lifting can be written, whoever speaks for the application.
create function restriction_stays() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.kind, old.reason, old.created_at) is distinct from
     (new.user_id, new.kind, new.reason, new.created_at)
     or old.expires_at is distinct from new.expires_at or old.lifted_at is not null then
    raise exception 'a restriction is lifted or ends; it does not change';
  end if;
  return new;
end $$;
create trigger restriction_stays before update on restriction
  for each row execute function restriction_stays();

-- Everything that happened to an account, for its owner.
create table account_event (
  event_id bigint generated always as identity primary key,
  user_id bigint not null references person,
  at bigint not null,
  kind text not null check (length(kind) <= 40),
  detail text not null check (length(detail) <= 200),
  network text not null,
  -- ISO 3166-1 alpha-2; empty when it is not known.
  place text not null check (place ~ '^([A-Z]{2})?$'),
  user_agent text not null check (length(user_agent) <= 200)
);
create index account_event_by_user on account_event (user_id, event_id);

create table wallet (
  -- Lower case.
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  user_id bigint not null references person,
  name text not null check (length(name) between 1 and 40),
  created_at bigint not null,
  last_used_at bigint
);
create index wallet_by_user on wallet (user_id);

alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in ('register', 'login', 'reset', 'bind', 'stepUp', 'secondStep'));
