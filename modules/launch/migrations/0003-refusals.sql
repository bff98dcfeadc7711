-- The refusal of an applicant takes two people: which proposal it is, and until when a second one
-- can sign it. Those that one person decided before have none.
alter table launch_application
  add column proposal_id text,
  add column proposed_until bigint not null default 0,
  add constraint launch_application_signed
    check (state <> 'notPassed' or proposal_id is not null) not valid;
