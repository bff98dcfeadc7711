-- Who registered on a day is counted without reading everybody.
create index person_by_time on person (created_at);
