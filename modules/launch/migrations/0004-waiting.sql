-- How many applicants of each project wait for an answer: kept as they come, are decided and go.
create table launch_waiting (
  launch_id bigint primary key,
  waiting   integer not null check (waiting >= 0)
);
insert into launch_waiting
  select launch_id, count(*) from launch_application where state = 'underReview' group by launch_id;

create function count_launch_waiting() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' and old.state = 'underReview' then
    update launch_waiting set waiting = waiting - 1 where launch_id = old.launch_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'underReview' then
    insert into launch_waiting as w values (new.launch_id, 1)
    on conflict (launch_id) do update set waiting = w.waiting + 1;
  end if;
  return null;
end $$;
create trigger count_launch_waiting after insert or delete or update of state on launch_application
  for each row execute function count_launch_waiting();
