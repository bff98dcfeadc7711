-- Assets and markets that two members of staff have listed, as they signed it. Times are
-- milliseconds since the epoch.
create table published_listing (
  listing_id bigint generated always as identity primary key,
  body jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The accounts of who prepared and who approved it.
  signers bigint[] not null check (cardinality(signers) >= 2),
  published_at bigint not null
);

create function published_listing_stays() returns trigger language plpgsql as $$
begin
  raise exception 'published_listing is append-only';
end $$;

create trigger published_listing_stays before update or delete on published_listing
  for each statement execute function published_listing_stays();
