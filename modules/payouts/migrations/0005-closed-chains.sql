-- Nothing is signed on a chain, or in a token, that two people have closed.
create or replace view payout_stop as
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
    select 'closed', null from deposit_chain c
      left join deposit_token t on t.chain_id = c.chain_id and t.contract is not distinct from d.token
      where c.chain_id = d.chain_id and not (c.is_open and coalesce(t.is_open, true))
    union all
    select 'emergency', e.until from emergency_stop e
      where e.ended_at is null and e.realm = 'real' and e.subject = 'withdrawals'
    union all
    select r.kind, r.expires_at from restriction r
      where r.user_id = w.user_id and r.lifted_at is null
        and r.kind in ('selfFreeze', 'notMe', 'staffFreeze')
  ) s
  where w.state = 'paying';
