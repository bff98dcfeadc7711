-- The hold of who came back by codes to their addresses ends early once they are verified.
alter table restriction drop constraint restriction_check;
alter table restriction add constraint restriction_lifted
  check (lifted_at is null or kind in ('selfFreeze', 'notMe', 'staffFreeze')
    or (kind, reason) = ('withdrawalHold', 'factorsGivenUp'));

alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in
    ('register', 'login', 'reset', 'bind', 'stepUp', 'secondStep', 'lostFactors'));
