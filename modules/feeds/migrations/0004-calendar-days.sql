-- Hours of days that two people have published. Times are milliseconds since the epoch.
create table calendar_day_version (
  version_id bigint generated always as identity primary key,
  calendar text not null check (calendar ~ '^[a-z][A-Za-z]{1,20}$'),
  -- By the clock of the venue.
  date text not null check (date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- What it was when this was published.
  before text not null check (length(before) <= 80),
  -- Empty: closed. Null: as usual again.
  hours text check (length(hours) <= 80),
  begins_at bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The accounts of who prepared and who approved it.
  signers bigint[] not null check (cardinality(signers) >= 2),
  published_at bigint not null check (published_at < begins_at)
);

create function calendar_day_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'calendar_day_version is append-only';
end $$;

create trigger calendar_day_version_stays before update or delete on calendar_day_version
  for each statement execute function calendar_day_version_stays();
