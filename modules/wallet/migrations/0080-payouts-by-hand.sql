-- What two people have said paid a withdrawal, until the chain has it: what it moved, and to which
-- address, is what the chain says. Only what it confirms becomes a row of withdrawal_payout.
create table payout_by_hand (
  entry_id         bigint generated always as identity primary key,
  withdrawal_id    bigint not null,
  chain_id         bigint not null,
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  entered_at       bigint not null,
  -- '' while the chain is asked. other: it has moved something else, or nothing; absent: the chain
  -- has no such transaction. Both let another one be entered.
  decided_as       text not null default '' check (decided_as in ('', 'paid', 'other', 'absent')),
  decided_at       bigint
);
create unique index payout_by_hand_of on payout_by_hand (withdrawal_id)
  where decided_as in ('', 'paid');
create unique index payout_by_hand_transaction on payout_by_hand (chain_id, transaction_hash)
  where decided_as in ('', 'paid');
create index payout_by_hand_open on payout_by_hand (entry_id) where decided_as = '';

create function keep_payout_by_hand() returns trigger language plpgsql as $$
begin
  if (old.withdrawal_id, old.chain_id, old.transaction_hash, old.entered_at) is distinct from
     (new.withdrawal_id, new.chain_id, new.transaction_hash, new.entered_at) or old.decided_as <> ''
  then raise exception 'what was entered and what the chain said of it does not change';
  end if;
  return new;
end $$;
create trigger keep_payout_by_hand before update on payout_by_hand
  for each row execute function keep_payout_by_hand();
