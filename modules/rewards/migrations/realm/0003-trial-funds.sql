-- A voucher gives back fees, or is trial funds: it pays stakes of options, and has no share of a fee.
ALTER TABLE reward_task ADD COLUMN gives text NOT NULL DEFAULT 'fees';
ALTER TABLE reward_task ALTER COLUMN gives DROP DEFAULT;
ALTER TABLE reward_task DROP CONSTRAINT reward_task_share_ppm_check;
ALTER TABLE reward_task ADD CHECK (CASE gives WHEN 'fees' THEN share_ppm BETWEEN 1 AND 500000 ELSE share_ppm = 0 END);

ALTER TABLE fee_voucher ADD COLUMN gives text NOT NULL DEFAULT 'fees';
ALTER TABLE fee_voucher ALTER COLUMN gives DROP DEFAULT;
ALTER TABLE fee_voucher DROP CONSTRAINT fee_voucher_share_ppm_check;
ALTER TABLE fee_voucher ADD CHECK (CASE gives WHEN 'fees' THEN share_ppm BETWEEN 1 AND 500000 ELSE share_ppm = 0 END);
