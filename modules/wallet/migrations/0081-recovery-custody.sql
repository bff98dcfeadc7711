-- The chain in whose custody two people have put what they credit: there it is people's from then on.
-- Null where nothing was credited, and of what was credited before this was asked.
alter table deposit_recovery add column custody_chain bigint references deposit_chain (chain_id);
create index deposit_recovery_custody on deposit_recovery (custody_chain)
  where custody_chain is not null;

create function keep_recovery_custody() returns trigger language plpgsql as $$
begin
  if old.rules is not null and old.custody_chain is distinct from new.custody_chain
  then raise exception 'where the custody of a recovery is does not change';
  end if;
  return new;
end $$;
create trigger keep_recovery_custody before update on deposit_recovery
  for each row execute function keep_recovery_custody();
