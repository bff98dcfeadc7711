-- Keys that trade also end when an account may be in wrong hands.
alter table api_key drop constraint api_key_revoked_why_check,
  add constraint api_key_revoked_why_check
    check (revoked_why in ('passwordReset', 'notMe', 'factorsRemoved'));
