-- What a withdrawal to a bank has beside its destination, whose address is the account's number,
-- whose recipient is the payee, and whose sum is in cents. Written with it, before the engine gets
-- its command, whose digest binds all of it. Times are milliseconds, amounts units of 1e-8.
create table withdrawal_bank (
  digest       text primary key references withdrawal_destination on delete cascade,
  user_id      bigint not null,
  -- What is written on the payment.
  reference    text not null unique,
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  proceeds     bigint not null check (proceeds > 0),
  -- The rate that is locked: USDT for one unit, when and by what it was fixed, and the spread.
  rate         bigint not null check (rate > 0),
  rate_at      bigint not null,
  rate_source  text not null check (rate_source in ('index', 'parameter')),
  rate_tick    bigint not null,
  spread_ppm   integer not null check (spread_ppm >= 0),
  -- Where the payee has the account, and who the payee is; '' once that is erased.
  bank_name    text not null,
  bic          text not null,
  bank_address text not null,
  payee_phone  text not null,
  payee_address text not null
);
create index withdrawal_bank_of_user on withdrawal_bank (user_id);

create function keep_withdrawal_bank() returns trigger language plpgsql as $$
begin
  if (old.digest, old.user_id, old.reference, old.currency, old.proceeds, old.rate, old.rate_at,
      old.rate_source, old.rate_tick, old.spread_ppm) is distinct from
     (new.digest, new.user_id, new.reference, new.currency, new.proceeds, new.rate, new.rate_at,
      new.rate_source, new.rate_tick, new.spread_ppm)
     or ((old.bank_name, old.bic, old.bank_address, old.payee_phone, old.payee_address)
           is distinct from
         (new.bank_name, new.bic, new.bank_address, new.payee_phone, new.payee_address)
         and (new.bank_name, new.bic, new.bank_address, new.payee_phone, new.payee_address)
           is distinct from ('', '', '', '', ''))
  then raise exception 'where a withdrawal goes does not change';
  end if;
  return new;
end $$;
create trigger keep_withdrawal_bank before update on withdrawal_bank
  for each row execute function keep_withdrawal_bank();
