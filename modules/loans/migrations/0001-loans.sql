-- Loans around the engine. Times are milliseconds since the epoch, amounts units of 1e-8.

-- Applications. A row is written before anybody decides on it; the engine's offer carries its
-- digest: the SHA-256 of person, product with version, amount, contract, pictures and salt.
create table loan_application (
  application_id  bigint generated always as identity primary key,
  digest          text not null unique,
  command_id      text not null unique,
  user_id         bigint not null,
  product         text not null,
  version         integer not null,
  amount          bigint not null check (amount > 0),
  lender          text not null,
  applied_at      bigint not null,
  -- When it is decided at the latest, as the person sees it.
  deadline        bigint not null,
  -- The text that is signed, and its SHA-256: it names the person by number only.
  contract        text not null default '',
  contract_digest text not null default '',
  salt            text not null,
  -- How it was decided, or that the person took it back; once.
  approved_at     bigint,
  refused_at      bigint,
  withdrawn_at    bigint,
  reason          text not null default '',
  -- The engine's number of the offer, as soon as it is known.
  loan_id         bigint unique,
  check (num_nonnulls(approved_at, refused_at, withdrawn_at) <= 1)
);
create index loan_application_of_user on loan_application (user_id, application_id);
create index loan_application_open on loan_application (deadline)
  where approved_at is null and refused_at is null and withdrawn_at is null;
create unique index loan_application_one on loan_application (user_id)
  where approved_at is null and refused_at is null and withdrawn_at is null;

create function keep_loan_application() returns trigger language plpgsql as $$
begin
  if (old.application_id, old.digest, old.command_id, old.user_id, old.product, old.version,
      old.amount, old.lender, old.applied_at, old.deadline, old.salt) is distinct from
     (new.application_id, new.digest, new.command_id, new.user_id, new.product, new.version,
      new.amount, new.lender, new.applied_at, new.deadline, new.salt)
     or (old.contract <> '' and (old.contract, old.contract_digest) is distinct from
         (new.contract, new.contract_digest))
     or (num_nonnulls(old.approved_at, old.refused_at, old.withdrawn_at) = 1
         and (old.approved_at, old.refused_at, old.withdrawn_at, old.reason) is distinct from
         (new.approved_at, new.refused_at, new.withdrawn_at, new.reason))
     or (old.loan_id is not null and old.loan_id is distinct from new.loan_id)
  then raise exception 'what was applied for and decided does not change';
  end if;
  return new;
end $$;
create trigger keep_loan_application before update on loan_application
  for each row execute function keep_loan_application();

-- Pictures of documents: drafts until an application takes them.
create table loan_document (
  document_id    bigint generated always as identity primary key,
  user_id        bigint not null,
  kind           text not null check (kind in ('credit', 'housing', 'income', 'bank', 'identity')),
  -- The stored object; '' once that is destroyed.
  picture        text not null,
  sent_at        bigint not null,
  application_id bigint references loan_application
);
create unique index loan_document_draft on loan_document (user_id, kind)
  where application_id is null;
create index loan_document_of on loan_document (application_id);

-- Who of staff works on one.
create table loan_claim (
  application_id bigint primary key,
  operator_id    bigint not null,
  until          bigint not null
);

-- Payments that people say they made, with the picture of one. It is evidence and credits nothing
-- until two people have confirmed it.
create table loan_repayment (
  repayment_id   bigint generated always as identity primary key,
  digest         text not null unique,
  user_id        bigint not null,
  application_id bigint not null references loan_application,
  amount         bigint not null check (amount > 0),
  picture        text not null,
  description    text not null,
  salt           text not null,
  sent_at        bigint not null,
  state          text not null check (state in ('review', 'crediting', 'credited', 'refused')),
  reason         text not null default '',
  -- How the bank or the chain names the payment: it is credited once.
  reference      text unique,
  rules          integer,
  decided_at     bigint,
  check ((reference is not null) = (state in ('crediting', 'credited')))
);
create index loan_repayment_of on loan_repayment (application_id);
create index loan_repayment_waiting on loan_repayment (repayment_id)
  where state in ('review', 'crediting');

create function keep_loan_repayment() returns trigger language plpgsql as $$
begin
  if (old.repayment_id, old.digest, old.user_id, old.application_id, old.amount, old.sent_at)
      is distinct from
     (new.repayment_id, new.digest, new.user_id, new.application_id, new.amount, new.sent_at)
     or (old.state <> 'review' and (old.reference, old.rules, old.decided_at, old.reason)
         is distinct from (new.reference, new.rules, new.decided_at, new.reason))
     or (old.state in ('credited', 'refused') and old.state <> new.state)
  then raise exception 'what was paid and decided does not change';
  end if;
  return new;
end $$;
create trigger keep_loan_repayment before update on loan_repayment
  for each row execute function keep_loan_repayment();

-- Which reminders went out: each once.
create table loan_reminder (
  loan_id bigint not null,
  day     integer not null,
  kind    text not null,
  at      bigint not null,
  primary key (loan_id, day, kind)
);
