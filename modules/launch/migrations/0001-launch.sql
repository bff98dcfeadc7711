-- Who asked to take part in a project of the real realm that looks at each person. Times are
-- milliseconds since the epoch.
create table launch_application (
  launch_id  bigint not null,
  user_id    bigint not null,
  state      text not null check (state in ('underReview', 'passed', 'notPassed')),
  asked_at   bigint not null,
  -- What staff said to the person; '' while nobody has, or where they passed.
  reason     text not null,
  decided_by bigint,
  decided_at bigint,
  primary key (launch_id, user_id)
);
create index launch_application_waiting on launch_application (asked_at) where state = 'underReview';

-- What was decided once stays.
create function keep_launch_application() returns trigger language plpgsql as $$
begin
  if old.state <> 'underReview' or (old.launch_id, old.user_id, old.asked_at)
      is distinct from (new.launch_id, new.user_id, new.asked_at)
  then raise exception 'an application is decided once';
  end if;
  return new;
end $$;
create trigger keep_launch_application before update on launch_application
  for each row execute function keep_launch_application();
