-- What the operator publishes. Times are milliseconds since the epoch.

create table content_item (
  item_id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('notice', 'news', 'banner', 'help', 'text', 'coin', 'site')),
  -- What addresses name it by: `3` is the user agreement.
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  -- The next edition while it is written; null when there is none. Each save raises the revision.
  draft jsonb,
  revision integer not null default 0,
  drafted_by text not null default '',
  drafted_at bigint not null default 0
);

create table content_edition (
  edition_id bigint generated always as identity primary key,
  item_id bigint not null references content_item,
  number integer not null check (number > 0),
  -- Null: from its time on the item is not shown.
  body jsonb,
  publish_at bigint not null,
  -- `software`, `staff:7`, or `two staff`.
  made_by text not null,
  made_at bigint not null,
  unique (item_id, number)
);

create table content_acceptance (
  user_id bigint not null,
  edition_id bigint not null references content_edition,
  at bigint not null,
  primary key (user_id, edition_id)
);

-- What was published and accepted can be shown for good.
create function content_stays() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger content_edition_stays before update or delete on content_edition
  for each statement execute function content_stays();
create trigger content_acceptance_stays before update or delete on content_acceptance
  for each statement execute function content_stays();
