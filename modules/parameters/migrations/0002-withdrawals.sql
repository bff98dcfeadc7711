-- Announced changes that were withdrawn before they took effect.
create table parameter_withdrawal (
  version_id bigint primary key references parameter_version,
  reason text not null check (length(reason) between 1 and 500),
  -- The accounts of who prepared and who approved it.
  signers bigint[] not null check (cardinality(signers) >= 2),
  withdrawn_at bigint not null
);

create function parameter_withdrawal_in_time() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at >= (
    select takes_effect_at from parameter_version where version_id = new.version_id
  ) then
    raise exception 'what has taken effect is not withdrawn';
  end if;
  return new;
end $$;

create trigger parameter_withdrawal_in_time before insert on parameter_withdrawal
  for each row execute function parameter_withdrawal_in_time();

create function parameter_withdrawal_stays() returns trigger language plpgsql as $$
begin
  raise exception 'parameter_withdrawal is append-only';
end $$;

create trigger parameter_withdrawal_stays before update or delete on parameter_withdrawal
  for each statement execute function parameter_withdrawal_stays();
