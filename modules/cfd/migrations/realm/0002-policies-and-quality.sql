-- The close-out share of the person's country policy, as pinned to the account, in percent.
ALTER TABLE cfd_account ADD COLUMN close_out_percent smallint NOT NULL DEFAULT 50
  CHECK (close_out_percent BETWEEN 50 AND 100);

-- The price that a customer went by, and when: by them the quality of execution is counted. 0: not
-- known, of what was ordered before.
ALTER TABLE cfd_order ADD COLUMN reference bigint NOT NULL DEFAULT 0;
ALTER TABLE cfd_position
  ADD COLUMN closing_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN closing_reference bigint NOT NULL DEFAULT 0;
ALTER TABLE cfd_receipt
  ADD COLUMN reference bigint NOT NULL DEFAULT 0,
  ADD COLUMN asked_at bigint NOT NULL DEFAULT 0;
