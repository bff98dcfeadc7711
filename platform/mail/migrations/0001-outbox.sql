-- Messages to people that wait to be sent, and those that only an operator can pass on because
-- no way of sending is set up. Texts may hold codes: they are emptied once sent and rows go
-- after a day.
create table outgoing_message (
  message_id bigint generated always as identity primary key,
  kind text not null check (kind in ('email', 'sms')),
  recipient text not null check (length(recipient) <= 254),
  subject text not null check (length(subject) <= 200),
  content text not null check (length(content) <= 10000),
  created_at bigint not null,
  sent_at bigint,
  tries integer not null default 0,
  next_try_at bigint not null,
  fault text
);

create index outgoing_message_due on outgoing_message (next_try_at) where sent_at is null;
