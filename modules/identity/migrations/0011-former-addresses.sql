-- Where a person was reached before: who had these learns of what staff are asked to do, and can
-- object. They go with the account, and after thirty days unless a freeze of the person stands.
create table former_address (
  user_id bigint not null references person,
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  replaced_at bigint not null,
  primary key (user_id, value)
);
