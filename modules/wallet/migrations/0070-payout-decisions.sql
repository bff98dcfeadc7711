-- Whose a withdrawal is that was handed over: the signer's, which has signed it, or its owner's or
-- staff's, who have taken it back. Whoever comes first, for good; nobody else does anything then.
create table payout_decision (
  withdrawal_id bigint primary key,
  taker         text not null check (taker in ('signer', 'owner', 'staff')),
  at            bigint not null,
  unique (withdrawal_id, taker)
);
