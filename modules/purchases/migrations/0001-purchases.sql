-- Quick purchases around the engine. Times are milliseconds since the epoch, amounts units of 1e-8.

-- Accounts of the house at banks, which two of staff maintain. A row says whom people pay: it does
-- not change; whoever changes an account closes one row and adds another.
create table purchase_payee (
  payee_id     bigint generated always as identity primary key,
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  holder       text not null,
  bank_name    text not null,
  -- IBAN or another number, without spaces.
  account      text not null check (account ~ '^[A-Z0-9]{4,34}$'),
  bic          text not null,
  bank_address text not null,
  is_open      boolean not null,
  changed_at   bigint not null
);
create unique index purchase_payee_open on purchase_payee (currency, account) where is_open;

create function keep_purchase_payee() returns trigger language plpgsql as $$
begin
  if (old.payee_id, old.currency, old.holder, old.bank_name, old.account, old.bic, old.bank_address)
      is distinct from
     (new.payee_id, new.currency, new.holder, new.bank_name, new.account, new.bic, new.bank_address)
  then raise exception 'whom people pay does not change';
  end if;
  return new;
end $$;
create trigger keep_purchase_payee before update on purchase_payee
  for each row execute function keep_purchase_payee();

-- Orders. A row is written before the engine gets its command, which carries only the digest: the
-- SHA-256 of currency, cost, rate, payee, reference, payer and salt.
create table purchase_order (
  digest      text primary key,
  command_id  text not null unique,
  -- The engine's number, as soon as it is known.
  purchase_id bigint unique,
  user_id     bigint not null,
  asset       text not null,
  amount      bigint not null check (amount > 0),
  currency    text not null,
  cost        bigint not null check (cost > 0),
  -- The rate that was published, where it is from, and what the house adds to it.
  rate        bigint not null check (rate > 0),
  rate_at     bigint not null,
  rate_source text not null check (rate_source in ('index', 'parameter')),
  rate_tick   bigint not null,
  margin_ppm  integer not null check (margin_ppm >= 0),
  payee_id    bigint not null references purchase_payee,
  -- What is written on the payment.
  reference   text not null unique,
  -- Who pays, as the person has said; '' once that is erased.
  payer       text not null,
  salt        text not null,
  ordered_at  bigint not null,
  deadline    bigint not null,
  -- The picture that proves the payment: it is evidence and credits nothing.
  proof       text,
  proof_at    bigint,
  -- The conversation with support about it.
  ticket_id   bigint,
  disputed_at bigint,
  -- How it is to end without being released, decided here before the engine gets it; once.
  ending      text check (ending in ('cancelled', 'expired', 'refunded')),
  reason      text not null default '',
  -- Why the engine refused the command.
  refused     text not null default ''
);
create index purchase_order_of_user on purchase_order (user_id, ordered_at);
create index purchase_order_unknown on purchase_order (ordered_at)
  where purchase_id is null and refused = '';

create function keep_purchase_order() returns trigger language plpgsql as $$
begin
  if (old.digest, old.command_id, old.user_id, old.asset, old.amount, old.currency, old.cost,
      old.rate, old.rate_at, old.rate_source, old.rate_tick, old.margin_ppm, old.payee_id,
      old.reference, old.ordered_at, old.deadline) is distinct from
     (new.digest, new.command_id, new.user_id, new.asset, new.amount, new.currency, new.cost,
      new.rate, new.rate_at, new.rate_source, new.rate_tick, new.margin_ppm, new.payee_id,
      new.reference, new.ordered_at, new.deadline)
     or (old.purchase_id is not null and old.purchase_id is distinct from new.purchase_id)
     or (old.ending is not null
         and (old.ending, old.reason) is distinct from (new.ending, new.reason))
     or ((old.payer, old.salt) is distinct from (new.payer, new.salt)
         and (new.payer, new.salt) is distinct from ('', ''))
  then raise exception 'what was ordered does not change';
  end if;
  return new;
end $$;
create trigger keep_purchase_order before update on purchase_order
  for each row execute function keep_purchase_order();

-- Who of staff works on one.
create table purchase_claim (
  purchase_id bigint primary key,
  operator_id bigint not null,
  until       bigint not null
);

-- What came in on accounts of the house, by imported statements: each line once.
create table bank_line (
  line_id     bigint generated always as identity primary key,
  account     text not null,
  -- The bank's own number of the entry; the digest of the line where it has none.
  entry       text not null,
  currency    text not null,
  amount      bigint not null check (amount > 0),
  -- Who paid and what they wrote; '' once that is erased.
  payer       text not null,
  remittance  text not null,
  -- The day of the booking, as the bank has it.
  booked_on   text not null check (booked_on ~ '^\d{4}-\d{2}-\d{2}$'),
  imported_at bigint not null,
  imported_by bigint not null,
  salt        text not null,
  -- The order that it pays, what that was decided on, and when; each is written once.
  order_digest text unique references purchase_order,
  ground      text check (ground in ('exactMatch', 'twoPeople')),
  decided_at  bigint,
  -- The version of the rules of withdrawals that is pinned by it.
  rules       integer,
  -- Or that it went back, with the bank's number of that.
  returned    text,
  unique (account, entry),
  check ((order_digest is null) = (ground is null)),
  check ((order_digest is null) = (rules is null)),
  check (order_digest is null or returned is null)
);
create index bank_line_open on bank_line (line_id) where order_digest is null and returned is null;

create function keep_bank_line() returns trigger language plpgsql as $$
begin
  if (old.line_id, old.account, old.entry, old.currency, old.amount, old.booked_on, old.imported_at,
      old.imported_by, old.salt) is distinct from
     (new.line_id, new.account, new.entry, new.currency, new.amount, new.booked_on, new.imported_at,
      new.imported_by, new.salt)
     or (old.order_digest is not null and old.order_digest is distinct from new.order_digest)
     or (old.returned is not null and old.returned is distinct from new.returned)
  then raise exception 'what a bank has said does not change';
  end if;
  return new;
end $$;
create trigger keep_bank_line before update on bank_line
  for each row execute function keep_bank_line();
