-- Whether a fee is in the base asset, else it is in the quote asset: so were all fees that were
-- charged before. In spot the fee of a buy is now taken from the base that it receives (decision
-- 0018), so that a buy holds nothing for its fee.
ALTER TABLE open_order ADD COLUMN fee_in_base boolean NOT NULL DEFAULT false;
ALTER TABLE ended_order ADD COLUMN fee_in_base boolean NOT NULL DEFAULT false;
ALTER TABLE trade ADD COLUMN buyer_fee_in_base smallint NOT NULL DEFAULT 0;

-- Open buys of spot go over to the new rule, and what they held for a fee is available again. One
-- that has paid a fee already keeps the rule by which it began, and its hold, until it ends.
WITH buy AS (
  SELECT o.id, o.oco, o.held, o.user_id * 16384 + m.quote_asset AS account,
    -- An order by amount spends what it holds. Any other holds its notional at its limit or, of a
    -- stop at market, at the trigger and the agreed slippage, in whole ticks.
    CASE WHEN o.amount > 0 THEN o.held ELSE
      (CASE WHEN o.limit_ticks > 0 THEN o.limit_ticks
            ELSE o.trigger_ticks + floor(o.trigger_ticks::numeric * o.slippage_ppm / 1000000) END
       * (o.lots - o.filled) * m.tick_size * m.step_size * 100000000)::bigint
    END AS needed
  FROM open_order o JOIN market m ON m.id = o.market
  WHERE m.product = 'spot' AND o.side = 0 AND o.fee = 0
), due AS (
  -- The stop of an OCO that waits beside its limit order holds what it needs beyond that one.
  SELECT buy.id, buy.account, buy.held - greatest(0, buy.needed - coalesce(other.needed, 0)) AS excess
  FROM buy LEFT JOIN buy other ON other.id = buy.oco AND other.id <> buy.id
), freed AS (
  UPDATE open_order o SET fee_in_base = true, held = o.held - due.excess
  FROM due WHERE due.id = o.id RETURNING due.account, due.excess
)
UPDATE balance b SET available = b.available + f.excess, held = b.held - f.excess
FROM (SELECT account, sum(excess)::bigint AS excess FROM freed GROUP BY account) f
WHERE b.account = f.account AND f.excess <> 0;
