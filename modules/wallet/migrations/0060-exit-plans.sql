-- A plan by which an amount leaves in several withdrawals (decision 0132). command_id is that of its
-- acceptance, digest the SHA-256 of exactly what was shown: where to, and each part with its amount,
-- fee and day. amount is what was asked for, in units of 1e-8; what of it does not leave stays.
create table exit_plan (
  plan_id    bigint generated always as identity primary key,
  command_id text not null unique,
  user_id    bigint not null,
  asset      text not null,
  amount     bigint not null check (amount > 0),
  digest     text not null,
  at         bigint not null
);
create index exit_plan_of_user on exit_plan (user_id);

-- The plan that a withdrawal is a part of; null for one that was asked for alone.
alter table withdrawal_destination add column plan_id bigint references exit_plan;
create index withdrawal_destination_of_plan on withdrawal_destination (plan_id)
  where plan_id is not null;

create function keep_withdrawal_plan() returns trigger language plpgsql as $$
begin
  if old.plan_id is distinct from new.plan_id
  then raise exception 'the plan of a withdrawal does not change';
  end if;
  return new;
end $$;
create trigger keep_withdrawal_plan before update on withdrawal_destination
  for each row execute function keep_withdrawal_plan();

-- What leaves the house around a day is asked for with every request: by the day on which it goes,
-- since a plan has parts of later days.
create index withdrawal_destination_queued on withdrawal_destination (asset, queued_until);
drop index withdrawal_destination_at;
