-- What an outside provider found about a case: evidence for who decides on it. The documents that
-- it saw are not kept.
create table verification_check (
  event_id text primary key,
  case_id bigint not null references verification_case,
  digest bytea not null check (length(digest) = 32),
  result text not null check (result in ('passed', 'refused')),
  reasons jsonb not null,
  agrees boolean,
  occurred_at bigint not null,
  received_at bigint not null
);

create index verification_check_by_case on verification_check (case_id, occurred_at);

alter table verification_log drop constraint verification_log_kind_check,
  add constraint verification_log_kind_check check (kind in ('submitted', 'claimed', 'released',
    'opened', 'viewed', 'prepared', 'rejected', 'withdrawn', 'approved', 'refused', 'expired',
    'checked'));
