-- Published terms of markets, whole, with what each version changes. Times are milliseconds since the epoch.
create table terms_version (
  version_id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,20}$'),
  -- The market.
  subject text not null check (length(subject) between 1 and 64),
  terms jsonb not null,
  -- [{field, before, after}]
  changes jsonb not null check (jsonb_array_length(changes) > 0),
  -- Somebody is worse off by it, so that it was announced before.
  against boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The accounts of who prepared and who approved it.
  signers bigint[] not null check (cardinality(signers) >= 2),
  published_at bigint not null,
  takes_effect_at bigint not null check (takes_effect_at >= published_at)
);

create index terms_version_of on terms_version (kind, subject, version_id);

create function terms_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'terms_version is append-only';
end $$;

create trigger terms_version_stays before update or delete on terms_version
  for each statement execute function terms_version_stays();

-- Announced terms that were withdrawn before they took effect.
create table terms_withdrawal (
  version_id bigint primary key references terms_version,
  reason text not null check (length(reason) between 1 and 500),
  signers bigint[] not null check (cardinality(signers) >= 2),
  withdrawn_at bigint not null
);

create function terms_withdrawal_in_time() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at >= (
    select takes_effect_at from terms_version where version_id = new.version_id
  ) then
    raise exception 'what has taken effect is not withdrawn';
  end if;
  return new;
end $$;

create trigger terms_withdrawal_in_time before insert on terms_withdrawal
  for each row execute function terms_withdrawal_in_time();

create function terms_withdrawal_stays() returns trigger language plpgsql as $$
begin
  raise exception 'terms_withdrawal is append-only';
end $$;

create trigger terms_withdrawal_stays before update or delete on terms_withdrawal
  for each statement execute function terms_withdrawal_stays();
