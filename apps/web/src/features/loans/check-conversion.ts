import { recomputed } from '@assay/modules/loans/rules';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';

export interface Checks {
  /** The number of the tick. */
  readonly n: number;
  /** Null: the archive lacks the day of the tick. */
  readonly price: boolean | null;
  readonly reached: boolean;
  readonly amounts: boolean;
  readonly postings: boolean;
}

type Receipt = CallOutput<'getCollateralReceipt'>;

/** Whether the public log has the price at its tick. */
async function isInLog({ index, event }: Receipt): Promise<boolean> {
  const log = { index, from: event.tick, limit: 1 };
  const { ticks } = await api.call('getTickLog', log, { quiet: true });
  const tick = ticks.find(({ n }) => n === event.tick);
  return tick !== undefined && Number(tick.price) === Number(event.price);
}

/** Computes a conversion again from its receipt and the public log; null: it could not be read. */
export async function checkConversion(loanId: number, seq: number): Promise<Checks | null> {
  try {
    const receipt = await api.call('getCollateralReceipt', { loanId, seq }, { quiet: true });
    const { event, tick } = receipt;
    const price = tick === null ? null : await isInLog(receipt);
    return { n: event.tick, price, ...recomputed(receipt) };
  } catch {
    return null;
  }
}
