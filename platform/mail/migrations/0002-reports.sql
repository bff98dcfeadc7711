-- What the gateway reported of a message to a phone; null until it does.
alter table outgoing_message add column report text check (length(report) <= 60);
create index outgoing_message_sent on outgoing_message (kind, sent_at) where sent_at is not null;
