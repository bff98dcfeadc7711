-- Price alerts of people. Times are milliseconds since the epoch, prices units of 1e-8.

create table price_alert (
  alert_id bigint generated always as identity primary key,
  user_id bigint not null,
  market text not null,
  kind text not null check (kind in ('above', 'below', 'change')),
  -- A price; of a change its size in parts per million.
  level bigint not null check (level > 0),
  made_at bigint not null,
  made_price bigint not null,
  -- Set once, by the tick that fires it; then the message follows.
  fired_at bigint,
  fired_price bigint,
  delivered_at bigint
);

create index price_alert_by_user on price_alert (user_id, alert_id desc);
create index price_alert_open on price_alert (market) where fired_at is null;
create index price_alert_undelivered on price_alert (alert_id)
  where fired_at is not null and delivered_at is null;
