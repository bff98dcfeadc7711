-- Accounts that their owners wanted deleted. Closed: nobody can enter, and what no law keeps is
-- being erased. Cleared: it is. Erased: law keeps nothing any longer; of the person stays a number.
alter table person
  add column closed_at bigint check (closed_at is null or deletion_requested_at is not null),
  add column cleared_at bigint check (cleared_at is null or closed_at is not null),
  add column erased_at bigint check (erased_at is null or cleared_at is not null),
  drop constraint person_check,
  add constraint person_can_log_in check (
    demo_only or closed_at is not null or (password_hash is not null and agreed_at is not null)
  ),
  drop constraint person_check1,
  add constraint person_is_reached check (
    demo_only or closed_at is not null or phone is not null or email is not null
  );

create index person_to_close on person (deletion_requested_at)
  where deletion_requested_at is not null and cleared_at is null;
create index person_to_erase on person (closed_at)
  where closed_at is not null and erased_at is null;

create function account_event_stays() returns trigger language plpgsql as $$
begin
  if not exists (select from person where user_id = old.user_id and erased_at is not null) then
    raise exception 'the log of an account stays until the account is erased';
  end if;
  return old;
end $$;
create trigger account_event_stays before delete on account_event
  for each row execute function account_event_stays();
