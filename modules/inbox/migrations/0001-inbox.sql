-- Messages to people, and by which channels each kind reaches them. Times are milliseconds since the
-- epoch.

create table inbox_message (
  message_id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null check (kind in ('security', 'verification', 'alert')),
  -- A key of the catalogues and its details: it is read in the reader's language.
  key text not null,
  details jsonb not null,
  -- An address of the app that it leads to.
  link text not null check (link like '/%'),
  at bigint not null,
  read_at bigint
);

create index inbox_message_by_user on inbox_message (user_id, message_id desc);
create index inbox_message_unread on inbox_message (user_id) where read_at is null;

-- What a person has chosen; without a row the usual channels hold.
create table inbox_choice (
  user_id bigint not null,
  kind text not null,
  channel text not null check (channel in ('app', 'email', 'push')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

-- Browsers that show notifications: an address of their maker, and the keys of the browser.
create table push_endpoint (
  endpoint_id bigint generated always as identity primary key,
  user_id bigint not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  lang text not null,
  made_at bigint not null
);

create index push_endpoint_by_user on push_endpoint (user_id);

create table push_task (
  task_id bigint generated always as identity primary key,
  endpoint_id bigint not null references push_endpoint on delete cascade,
  kind text not null,
  key text not null,
  next_try_at bigint not null,
  tries integer not null default 0
);

create index push_task_due on push_task (next_try_at);
