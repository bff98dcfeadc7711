-- The time zone by which somebody's days are counted, as they have chosen it; UTC without a row.
create table reward_zone (
  user_id    bigint primary key,
  zone       text not null check (length(zone) <= 64),
  changed_at bigint not null
);
