-- Before when a withdrawal was not to go, as it was asked for; 0: at once. A command id is kept for
-- the same request, and one for another day is another request.
alter table withdrawal_destination add column not_before bigint not null default 0;
