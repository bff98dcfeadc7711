-- Halts of markets that staff ordered: by one person, with a reason, and for hours only.
create table market_stop (
  stop_id bigint generated always as identity primary key,
  realm text not null check (realm in ('real', 'demo')),
  market text not null,
  reason text not null check (length(reason) between 1 and 500),
  started_at bigint not null,
  until bigint not null check (until > started_at),
  renewals integer not null default 0,
  ended_at bigint
);

create unique index market_stop_active on market_stop (realm, market) where ended_at is null;
