-- When a rating was given: staff read the latest first.
alter table support_ticket add column rated_at bigint;
update support_ticket set rated_at = closed_at where rating is not null;
alter table support_ticket add check ((rating is null) = (rated_at is null));
drop index support_ticket_rated;
create index support_ticket_rated on support_ticket (rated_at) where rating is not null;
