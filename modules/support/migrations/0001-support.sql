-- Conversations of people with staff. Times are milliseconds since the epoch.

create table support_ticket (
  ticket_id bigint generated always as identity primary key,
  user_id bigint not null,
  topic text not null,
  status text not null check (status in ('waiting', 'answered', 'closed')),
  opened_at bigint not null,
  -- Since when the person waits for an answer, and until when there is to be one.
  waiting_since bigint,
  deadline_at bigint,
  last_at bigint not null,
  -- The numbers of the last message, of the last one of staff, and of what each side has read.
  last_number integer not null,
  staff_number integer not null default 0,
  staff_at bigint not null default 0,
  person_read integer not null default 0,
  staff_read integer not null default 0,
  -- Of the last answer that the person was written a message about.
  notified_number integer not null default 0,
  -- Who works on it, and until when nobody else may.
  claimed_by bigint,
  claimed_until bigint not null default 0,
  -- What whoever takes over should know; customers do not see it.
  note text not null default '' check (length(note) <= 500),
  closed_at bigint,
  closed_by text check (closed_by in ('person', 'staff', 'silence')),
  rating smallint check (rating between 1 and 5),
  rating_text text not null default '' check (length(rating_text) <= 500),
  check ((status = 'closed') = (closed_at is not null)),
  check ((status = 'waiting') = (waiting_since is not null and deadline_at is not null)),
  check (rating is null or status = 'closed')
);

create index support_ticket_by_user on support_ticket (user_id, ticket_id desc);
create index support_ticket_queue on support_ticket (deadline_at) where status = 'waiting';
create index support_ticket_open on support_ticket (last_at) where status <> 'closed';
create index support_ticket_rated on support_ticket (closed_at) where rating is not null;

-- What was said stays as it was said: it is the evidence when somebody asks what staff promised.
create table support_message (
  ticket_id bigint not null references support_ticket,
  number integer not null check (number > 0),
  side text not null check (side in ('person', 'staff')),
  -- Of staff: who wrote it.
  operator_id bigint,
  body text not null check (length(body) <= 2000),
  at bigint not null,
  -- The same message that was sent again has the same one.
  command_id text unique,
  primary key (ticket_id, number),
  check ((side = 'staff') = (operator_id is not null))
);

-- Its text can be erased once the conversation is closed, for a person who has left.
create function support_message_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.body = ''
      and row(new.ticket_id, new.number, new.side, new.operator_id, new.at, new.command_id)
        is not distinct from
          row(old.ticket_id, old.number, old.side, old.operator_id, old.at, old.command_id)
      and exists (select from support_ticket t
        where t.ticket_id = new.ticket_id and t.status = 'closed') then
    return new;
  end if;
  raise exception 'support_message is append-only';
end $$;

create trigger support_message_stays before update or delete on support_message
  for each row execute function support_message_stays();

create table support_file (
  file_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- An object of platform/files.
  object_id text not null,
  -- Null until it is sent with a message.
  ticket_id bigint,
  number integer,
  width integer not null,
  height integer not null,
  size integer not null,
  sent_at bigint not null,
  -- When its object is destroyed; null as long as the conversation is open.
  keep_until bigint,
  foreign key (ticket_id, number) references support_message
);

create index support_file_by_user on support_file (user_id);
create index support_file_by_ticket on support_file (ticket_id, number);

-- Every look at what people would not show to everybody: pictures, and data that are masked otherwise.
create table support_look (
  look_id bigint generated always as identity primary key,
  user_id bigint not null,
  operator_id bigint not null,
  kind text not null check (kind in ('file', 'name', 'email', 'phone')),
  file_id bigint references support_file,
  reason text not null,
  at bigint not null,
  check ((kind = 'file') = (file_id is not null))
);

create index support_look_by_file on support_look (file_id);
create index support_look_by_operator on support_look (operator_id, at);

create function support_look_stays() returns trigger language plpgsql as $$
begin
  raise exception 'support_look is append-only';
end $$;

create trigger support_look_stays before update or delete on support_look
  for each statement execute function support_look_stays();

-- Answers that are written once; what is removed is kept.
create table support_canned (
  canned_id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  body text not null check (length(body) between 1 and 2000),
  changed_at bigint not null,
  removed_at bigint
);
