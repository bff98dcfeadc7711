-- What was signed before there were decisions is the signer's.
insert into payout_decision
  select withdrawal_id, 'signer', taken_at from outgoing where withdrawal_id is not null;

-- Nothing is signed for a withdrawal that somebody has taken back.
alter table outgoing add column taker text
  generated always as (case when withdrawal_id is not null then 'signer' end) stored;
alter table outgoing add foreign key (withdrawal_id, taker)
  references payout_decision (withdrawal_id, taker);

-- Why what was handed over is not signed now, for the signer: custody lacks something, the chain took
-- back what was final, staff have stopped withdrawals, or this account has none. until null: until it
-- is ended.
create view payout_stop as
  select w.id as withdrawal_id, s.reason, s.until
  from real.withdrawal w join withdrawal_destination d using (digest)
  cross join lateral (
    select 'difference' as reason, null::bigint as until from reserve_difference r
      where r.ended_at is null
        and (r.chain_id = 0 or r.chain_id = d.chain_id and r.amount like '-%')
    union all
    select 'contradiction', null from chain_scan c
      where c.chain_id = d.chain_id and c.contradicted_at is not null
    union all
    select 'emergency', e.until from emergency_stop e
      where e.ended_at is null and e.realm = 'real' and e.subject = 'withdrawals'
    union all
    select r.kind, r.expires_at from restriction r
      where r.user_id = w.user_id and r.lifted_at is null
        and r.kind in ('selfFreeze', 'notMe', 'staffFreeze')
  ) s
  where w.state = 'paying';

create or replace view paying_destination as
  select d.digest, d.withdrawal_id, d.chain_id, d.token, d.address, d.memo, d.sum, d.salt
  from withdrawal_destination d
  where d.payer = 'signer'
    and exists (select from real.withdrawal w where w.digest = d.digest and w.state = 'paying'
      and not exists (select from payout_decision t
        where t.withdrawal_id = w.id and t.taker <> 'signer'));
