-- Refusals are kept where everything is kept that takes two people (modules/operators): the case
-- names the one that waits. What was prepared moves there as it is, so that its digest holds.
alter table verification_case
  add column proposal_id text,
  add column proposed_until bigint not null default 0;

do $$
begin
  -- A server without staff has nobody who could have prepared one.
  if to_regclass('proposal') is null then return; end if;
  insert into proposal (proposal_id, realm, type, body, reason, digest, policy, prepared_by,
      prepared_person, prepared_at, expires_at)
    select proposal->>'proposalId', 'real', 'refuseVerification',
      jsonb_build_object('caseId', case_id, 'reasons', proposal->'reasons'),
      'Refusal of verification ' || case_id, proposal->'proposal'->>'digest',
      proposal->'proposal'->'policy', split_part(proposal->>'preparedName', ':', 2)::bigint,
      (proposal->'proposal'->>'preparedBy')::bigint,
      (proposal->'proposal'->>'preparedAt')::bigint,
      (proposal->'proposal'->>'expiresAt')::bigint
    from verification_case where proposal is not null and status = 'review';
  update verification_case set proposal_id = proposal->>'proposalId',
      proposed_until = (proposal->'proposal'->>'expiresAt')::bigint
    where proposal is not null and status = 'review';
end $$;

alter table verification_case drop column proposal;
