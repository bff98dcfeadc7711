-- The voucher of trial funds that paid stake and fee; null: the person did.
ALTER TABLE open_option ADD COLUMN voucher_id bigint;
ALTER TABLE ended_option ADD COLUMN voucher_id bigint;
