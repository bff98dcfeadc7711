-- Browsers that have logged in to an account; both keys are HMACs.
create table known_device (
  account_key bytea not null check (length(account_key) = 32),
  device_key bytea not null check (length(device_key) = 32),
  last_at bigint not null,
  primary key (account_key, device_key)
);
create index known_device_by_age on known_device (last_at);

-- A code is valid for whoever requested it, and counts against that budget. Codes of the build
-- before end here; they were valid for five minutes.
delete from verification_code;
alter table verification_code
  add column binding bytea not null check (length(binding) = 32),
  add column budget_key bytea not null check (length(budget_key) = 32),
  add column by_known_device boolean not null;
create index verification_code_by_budget on verification_code (budget_key, created_at);
