-- What went out of accounts of the house, by imported statements: each line once. Of bank_line only
-- what came in; times are milliseconds since the epoch, amounts units of 1e-8.
create table bank_debit (
  line_id     bigint generated always as identity primary key,
  account     text not null,
  entry       text not null,
  currency    text not null,
  amount      bigint not null check (amount > 0),
  -- Who was paid and what was written; '' once that is erased.
  payee       text not null,
  remittance  text not null,
  booked_on   text not null check (booked_on ~ '^\d{4}-\d{2}-\d{2}$'),
  imported_at bigint not null,
  imported_by bigint not null,
  -- The withdrawal that it paid, what that was decided on, and when; each is written once.
  withdrawal_id bigint unique,
  ground      text check (ground in ('exactMatch', 'twoPeople')),
  decided_at  bigint,
  unique (account, entry),
  check ((withdrawal_id is null) = (ground is null)),
  check ((withdrawal_id is null) = (decided_at is null))
);
create index bank_debit_open on bank_debit (line_id) where withdrawal_id is null;

create function keep_bank_debit() returns trigger language plpgsql as $$
begin
  if (old.line_id, old.account, old.entry, old.currency, old.amount, old.booked_on, old.imported_at,
      old.imported_by) is distinct from
     (new.line_id, new.account, new.entry, new.currency, new.amount, new.booked_on, new.imported_at,
      new.imported_by)
     or (old.withdrawal_id is not null and old.withdrawal_id is distinct from new.withdrawal_id)
  then raise exception 'what a bank has said does not change';
  end if;
  return new;
end $$;
create trigger keep_bank_debit before update on bank_debit
  for each row execute function keep_bank_debit();

-- A line may also be a withdrawal that the bank sent back: then it is that and nothing else, and
-- one withdrawal comes back once.
alter table bank_line add column withdrawal_id bigint unique,
  add constraint bank_line_one_purpose
    check (withdrawal_id is null or (order_digest is null and returned is null));
drop index bank_line_open;
create index bank_line_open on bank_line (line_id)
  where order_digest is null and returned is null and withdrawal_id is null;

create function keep_bank_line_return() returns trigger language plpgsql as $$
begin
  if old.withdrawal_id is not null and old.withdrawal_id is distinct from new.withdrawal_id
  then raise exception 'what a bank has said does not change';
  end if;
  return new;
end $$;
create trigger keep_bank_line_return before update on bank_line
  for each row execute function keep_bank_line_return();
