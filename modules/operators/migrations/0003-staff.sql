-- Members of staff belong to persons, have roles, and decide together. Times are milliseconds.

create table staff_person (
  person_id bigint generated always as identity primary key,
  created_at bigint not null
);

alter table operator
  add column person_id bigint references staff_person,
  add column roles text[] not null default '{}',
  add column ended_at bigint;

-- Whoever was there is a person of their own, and had every right until now.
do $$
declare
  one bigint;
begin
  for one in select operator_id from operator order by operator_id loop
    with person as (
      insert into staff_person (created_at)
      select created_at from operator where operator_id = one returning person_id)
    update operator set person_id = (select person_id from person),
      roles = '{support,verification,financeMaker,financeChecker,risk,configMaker,configChecker,auditor}'
    where operator_id = one;
  end loop;
end $$;
alter table operator alter column person_id set not null;

-- For whom a link is; null: for the first member of staff, who is made by it.
alter table operator_link add column operator_id bigint references operator;

alter table operator_session
  add column ip text not null default '',
  add column user_agent text not null default '';
create index operator_session_by_operator on operator_session (operator_id, created_at);

-- What an action was about. Entries from before have none, and their hashes stay what they were.
alter table operator_action
  drop constraint operator_action_action_check,
  add constraint operator_action_action_check check (action ~ '^[a-z][A-Za-z]{1,40}$'),
  add column subject text check (length(subject) <= 200),
  add column detail jsonb;
create index operator_action_by_subject on operator_action (subject, action_id)
  where subject is not null;

create table proposal (
  proposal_id text primary key check (proposal_id ~ '^[A-Za-z0-9-]{16,64}$'),
  realm text not null check (realm in ('real', 'demo')),
  type text not null,
  body jsonb not null,
  -- Why, in the words of the preparer.
  reason text not null check (length(reason) between 1 and 500),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  policy jsonb not null,
  prepared_by bigint not null references operator,
  prepared_person bigint not null references staff_person,
  prepared_at bigint not null,
  expires_at bigint not null,
  status text not null default 'open'
    check (status in ('open', 'approved', 'rejected', 'withdrawn')),
  claimed_by bigint references operator,
  claimed_until bigint,
  -- The last decision, while the command runs; it is stored before, so that a crash loses nothing.
  running jsonb,
  tries integer not null default 0,
  decided_at bigint,
  outcome jsonb
);
create index proposal_open on proposal (expires_at) where status = 'open';
create index proposal_by_time on proposal (prepared_at desc, proposal_id);

create table proposal_signature (
  proposal_id text not null references proposal,
  person_id bigint not null references staff_person,
  operator_id bigint not null references operator,
  verdict text not null check (verdict in ('approve', 'reject', 'withdraw')),
  at bigint not null,
  primary key (proposal_id, person_id)
);
