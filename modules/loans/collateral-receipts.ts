import type { CallOutput } from '@assay/core/schema/call';
import type { Spend, TickLogReader } from '@assay/modules/feeds';
import type { TickView } from '@assay/modules/feeds/schema';
import type { collateralCalls } from './schema/collateral.ts';

type Receipt = CallOutput<(typeof collateralCalls)['getCollateralReceipt']>;

/** By what a receipt is proved to others. */
export interface CollateralEvidence {
  readonly ticks: TickLogReader;
  /** Signs with the key of the installation, which also signs the heads of the logs. */
  readonly signer: { readonly publicKey: string; sign(text: string): string };
}

/** What the conversion follows from, before it is signed. */
export type Said = Omit<Receipt, 'format' | 'publicKey' | 'tick' | 'head' | 'signature'>;

const FORMAT = 'assay-collateral-receipt-2';

/** The tick that has decided; null: the archive lacks its day. */
export async function tickOf(
  { ticks }: CollateralEvidence,
  { index, event }: Pick<Said, 'index' | 'event'>,
  spend: Spend,
): Promise<TickView | null> {
  const found = await ticks.read(index, event.tick, 1, spend);
  const tick = typeof found === 'string' ? undefined : found[0];
  return tick?.n === event.tick ? tick : null;
}

/** Signs what a receipt is computed again from. */
export function receiptOf(
  said: Said,
  tick: TickView | null,
  signer: CollateralEvidence['signer'],
): Receipt {
  const { event, postings, ...loan } = said;
  const text = [FORMAT, ...[loan, event, ...postings].map(inOrder)].join('\n');
  return {
    ...{ format: FORMAT, publicKey: signer.publicKey, ...said },
    ...{ tick, head: tick === null ? null : headOf(tick, signer), signature: signer.sign(text) },
  };
}

function headOf({ index, n, hash, at }: TickView, signer: CollateralEvidence['signer']) {
  const text = ['assay-tick-head-1', index, n, hash, at].join('\n');
  return { n, hash, at, signature: signer.sign(text) };
}

/** As JSON, with the fields in the order of their names. */
function inOrder(part: object): string {
  const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}
