-- An approved level is ended for a correction, by two of staff, and proved again by its owner.
alter table verification_log drop constraint verification_log_kind_check,
  add constraint verification_log_kind_check check (kind in ('submitted', 'claimed', 'released',
    'opened', 'viewed', 'prepared', 'rejected', 'withdrawn', 'approved', 'refused', 'expired',
    'checked', 'reopened'));
