-- Keys that programs sign requests with. Times are milliseconds since the epoch.

create table api_key (
  key_id bigint primary key generated always as identity,
  -- What a request carries; no secret.
  name text not null unique check (name ~ '^[A-Za-z0-9]{64}$'),
  user_id bigint not null references person,
  realm text not null check (realm in ('real', 'demo')),
  label text not null check (length(label) between 1 and 50),
  kind text not null check (kind in ('hmac', 'ed25519')),
  permission text not null check (permission in ('read', 'trade')),
  -- Canonical addresses and ranges; none: from anywhere.
  ips text[] not null check (cardinality(ips) <= 30),
  -- AES-256-GCM under api-keys.key; thrown away when the key is revoked.
  sealed_secret bytea,
  public_key bytea check (length(public_key) = 32),
  created_at bigint not null,
  last_used_at bigint,
  last_used_network text not null default '',
  -- The row stays, so that what the key did can be traced to it.
  revoked_at bigint,
  check ((kind = 'ed25519') = (public_key is not null)),
  check ((kind = 'hmac' and revoked_at is null) = (sealed_secret is not null))
);

create index api_key_by_user on api_key (user_id, realm) where revoked_at is null;
