-- Accounts of customers that members of staff have themselves, and so decide nothing about.
create table staff_account (
  person_id bigint not null references staff_person,
  user_id bigint not null,
  since bigint not null,
  primary key (person_id, user_id)
);
