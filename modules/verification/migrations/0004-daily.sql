-- Who was verified on a day is counted without reading every case.
create index verification_case_decided on verification_case (decided_at)
  where decided_at is not null;
