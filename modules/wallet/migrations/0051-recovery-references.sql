-- Whether a transaction was settled by a recovery is asked by all that credits by one, as loans write it.
create index deposit_recovery_reference on deposit_recovery
  (regexp_replace(lower(transaction_hash), '^([0-9a-f]{64})$', '0x\1'));
