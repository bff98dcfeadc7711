-- Addresses that a person withdraws to, and what they have read of the rules. Times are milliseconds
-- since the epoch.
create table withdrawal_address (
  address_id bigint generated always as identity primary key,
  user_id    bigint not null,
  asset      text not null,
  chain_id   bigint not null,
  -- As EIP-55 writes it.
  address    text not null,
  memo       text not null,
  remark     text not null,
  added_at   bigint not null,
  -- It was added while only known addresses could be used, and cools for longer.
  is_strict  boolean not null,
  removed_at bigint check (removed_at >= added_at)
);
create unique index withdrawal_address_once
  on withdrawal_address (user_id, asset, chain_id, address, memo) where removed_at is null;
create index withdrawal_address_of on withdrawal_address (user_id, address_id);

-- What an address is and since when does not change: it is removed, or erased with its owner.
create function withdrawal_address_stays() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.asset, old.chain_id, old.address, old.memo, old.added_at, old.is_strict)
    is distinct from
     (new.user_id, new.asset, new.chain_id, new.address, new.memo, new.added_at, new.is_strict)
    or (old.removed_at is not null and old.removed_at is distinct from new.removed_at)
  then
    raise exception 'an address is removed or stays as it is';
  end if;
  return new;
end $$;
create trigger withdrawal_address_stays before update on withdrawal_address
  for each row execute function withdrawal_address_stays();

-- Whether only known addresses may be used: the last row that has taken effect says so.
create table withdrawal_whitelist (
  user_id         bigint not null,
  is_on           boolean not null,
  changed_at      bigint not null,
  takes_effect_at bigint not null check (takes_effect_at >= changed_at),
  primary key (user_id, changed_at)
);

-- Which version of the rules a person has read and ticked.
create table withdrawal_rules_read (
  user_id bigint not null,
  version integer not null,
  -- SHA-256 of the version's text.
  digest  text not null check (digest ~ '^[0-9a-f]{64}$'),
  at      bigint not null,
  primary key (user_id, version)
);

create function withdrawal_log_stays() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger withdrawal_whitelist_stays before update or delete on withdrawal_whitelist
  for each statement execute function withdrawal_log_stays();
create trigger withdrawal_rules_read_stays before update or delete on withdrawal_rules_read
  for each statement execute function withdrawal_log_stays();
