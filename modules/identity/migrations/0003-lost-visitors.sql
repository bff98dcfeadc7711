-- When the virtual account of a visitor was ended because nobody could enter it again. Who has
-- registered is never ended.
alter table person add column lost_at bigint check (lost_at is null or demo_only);

create index person_visitor on person (user_id) where demo_only and lost_at is null;
