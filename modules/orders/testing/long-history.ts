import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { IDS_PER_COMMAND } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import type { Client } from '@assay/platform/db/database';

/** A user whose history is as one-sided as can be: a filter that nothing of it passes is dear. */
export interface LongHistory {
  readonly realm: Realm;
  readonly userId: number;
  /** The market of every order and every trade. */
  readonly market: number;
  /** Orders that were cancelled, and as many trades as taker and as maker. */
  readonly length: number;
  /** The number of the first command. */
  readonly firstSeq: number;
  /** When it was made; each further command a second later. */
  readonly firstAt: number;
}

/**
 * Writes a history straight into the tables: a command is one order that was cancelled, as one of
 * an OCO, and a trade with the house. The one order of command `firstSeq` rested meanwhile and made
 * every trade in which the user was the maker.
 */
export async function fillHistory(
  client: Pick<Client, 'query'>,
  history: LongHistory,
): Promise<void> {
  const { realm, userId, market, length, firstSeq, firstAt } = history;
  const values = [length, firstSeq, firstAt, userId, market];
  await client.query(
    `INSERT INTO ${realm}.engine_batch (first_seq, last_seq, epoch, at, head, ids, log)
     SELECT $2::bigint + n, $2 + n, 1, $3::bigint + n * 1000, '', '', ''
     FROM generate_series(0, $1::bigint - 1) n`,
    values.slice(0, 3),
  );
  await client.query(
    `INSERT INTO ${realm}.ended_order (id, priority, user_id, market, side, type, time_in_force,
       post_only, self_trade, amount, trigger_ticks, rises, slippage_ppm, maker_ppm, taker_ppm,
       client_order_id, created_at, limit_ticks, lots, filled, filled_quote, fee, fee_fraction,
       held, status, updated_at, seq, oco)
     SELECT id, id, $4, $5, n % 2, 0, 0, false, 1, 0, 0, false, 0, 1000, 1000, 'name ' || n,
       $3::bigint + n * 1000, 1000, 10, 0, 0, 0, 0, 0, ${STATUS.canceled}, $3 + n * 1000, $2 + n, id
     FROM (SELECT n, ($2::bigint + n) * ${IDS_PER_COMMAND} AS id
           FROM generate_series(0, $1::bigint - 1) n) made`,
    values,
  );
  const first = firstSeq * IDS_PER_COMMAND;
  for (const [own, other, order, from] of [
    ['taker', 'maker', `($2::bigint + n) * ${IDS_PER_COMMAND}`, 1],
    ['maker', 'taker', String(first), length + 1],
  ] as const) {
    await client.query(
      `INSERT INTO ${realm}.trade (market, id, seq, at, ticks, lots, taker_side,
         ${own}_order, ${other}_order, ${own}_user, ${other}_user, taker_fee, maker_fee)
       SELECT $5, ${from} + n, $2::bigint + n, $3::bigint + n * 1000, 1000, 1, 0,
         ${order}, 1, $4, ${OWNER.marketMaker}, 0, 0
       FROM generate_series(0, $1::bigint - 1) n`,
      values,
    );
  }
}
