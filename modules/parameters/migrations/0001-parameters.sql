-- Published changes of what the house decides. Times are milliseconds since the epoch.
create table parameter_version (
  version_id bigint generated always as identity primary key,
  parameter text not null check (parameter ~ '^[a-z][A-Za-z]{1,40}$'),
  -- What it is of: a market, or empty for the house.
  subject text not null check (length(subject) <= 64),
  value bigint not null,
  -- What it was when this change was published.
  before bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The accounts of who prepared and who approved it.
  signers bigint[] not null check (cardinality(signers) >= 2),
  published_at bigint not null,
  takes_effect_at bigint not null check (takes_effect_at >= published_at)
);

create index parameter_version_of on parameter_version (parameter, subject, version_id);

create function parameter_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'parameter_version is append-only';
end $$;

create trigger parameter_version_stays before update or delete on parameter_version
  for each statement execute function parameter_version_stays();
