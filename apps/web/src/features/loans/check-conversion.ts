import { recomputed } from '@assay/modules/loans/rules';
import { api } from '../../lib/data/services.ts';

export interface Checks {
  /** The number of the tick. */
  readonly n: number;
  /** Null: the day of the tick is archived. */
  readonly price: boolean | null;
  readonly reached: boolean;
  readonly amounts: boolean;
  readonly postings: boolean;
}

/** Computes a conversion again from its receipt and the public log; null: it could not be read. */
export async function checkConversion(loanId: number, seq: number): Promise<Checks | null> {
  try {
    const receipt = await api.call('getCollateralReceipt', { loanId, seq }, { quiet: true });
    const { index, event } = receipt;
    const log = { index, from: event.tick, limit: 1 };
    const { ticks } = await api.call('getTickLog', log, { quiet: true });
    const tick = ticks.find(({ n }) => n === event.tick);
    const price = tick === undefined ? null : Number(tick.price) === Number(event.price);
    return { n: event.tick, price, ...recomputed(receipt) };
  } catch {
    return null;
  }
}
