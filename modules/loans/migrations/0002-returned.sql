-- What two people approved, and the engine has made no offer of, can be taken back by its person or go
-- back to review; `reason` then says why it was not offered.
create or replace function keep_loan_application() returns trigger language plpgsql as $$
declare
  undone boolean := old.approved_at is not null and old.loan_id is null and new.loan_id is null
    and new.approved_at is null and new.refused_at is null;
begin
  if (old.application_id, old.digest, old.command_id, old.user_id, old.product, old.version,
      old.amount, old.lender, old.applied_at, old.deadline, old.salt) is distinct from
     (new.application_id, new.digest, new.command_id, new.user_id, new.product, new.version,
      new.amount, new.lender, new.applied_at, new.deadline, new.salt)
     or (old.contract <> '' and (old.contract, old.contract_digest) is distinct from
         (new.contract, new.contract_digest))
     or (num_nonnulls(old.approved_at, old.refused_at, old.withdrawn_at) = 1 and not undone
         and (old.approved_at, old.refused_at, old.withdrawn_at, old.reason) is distinct from
         (new.approved_at, new.refused_at, new.withdrawn_at, new.reason))
     or (old.loan_id is not null and old.loan_id is distinct from new.loan_id)
  then raise exception 'what was applied for and decided does not change';
  end if;
  return new;
end $$;
