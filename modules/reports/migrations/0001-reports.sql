-- What the house reports of each UTC day. Days are counted since 1970-01-01.

-- A number by realm, figure, day and what it is of: a market, an asset, an account, or nothing.
-- Money is in units of 1e-8; what accounts gave has a minus.
create table daily_figure (
  realm text not null check (realm in ('real', 'demo')),
  figure text not null check (figure ~ '^[a-z][A-Za-z]{1,40}$'),
  day integer not null check (day >= 0),
  subject text not null check (length(subject) <= 80),
  value numeric(60, 0) not null,
  primary key (realm, figure, day, subject)
);

-- How far the log of a realm is counted: the last command, and when.
create table daily_progress (
  realm text primary key check (realm in ('real', 'demo')),
  seq bigint not null,
  counted_at bigint not null
);
insert into daily_progress values ('real', 0, 0), ('demo', 0, 0);
