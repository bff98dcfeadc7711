-- Conversations that began on a day are counted without reading all of them.
create index support_ticket_by_time on support_ticket (opened_at);
