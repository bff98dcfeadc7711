import type { CallOutput } from '@assay/core/schema/call';
import type { TickView } from '@assay/modules/feeds/schema';
import type { Session } from './rules/quote.ts';
import type { CfdReceiptView } from './schema/commands.ts';
import type { calls } from './schema/index.ts';

type Proof = CallOutput<(typeof calls)['getCfdReceipt']>;

/** The tick log, as the feeds keep it. */
export interface TickLogReader {
  read(index: string, from: number | undefined, limit: number): Promise<TickView[]>;
}

/** Signs with the key of the installation, which also signs the heads of the logs. */
export interface CfdSigner {
  readonly publicKey: string;
  sign(text: string): string;
}

/** Enough for the ticks by which a spread goes, also where the engine has left some out. */
const TICKS = 64;

/** The ticks until the one of a receipt; null: they are archived. */
export async function ticksUntil(
  log: TickLogReader,
  index: string,
  tick: number,
): Promise<TickView[] | null> {
  if (tick === 0) return [];
  const from = Math.max(1, tick - TICKS + 1);
  const ticks = await log.read(index, from, tick - from + 1);
  return ticks[0]?.n === from && ticks.at(-1)?.n === tick ? ticks : null;
}

/** Puts together and signs what a receipt is computed again from. */
export function proofOf(
  said: Pick<Proof, 'receipt' | 'terms' | 'opened'> & { readonly session: Session | null },
  ticks: TickView[],
  signer: CfdSigner,
): Proof {
  const last = ticks.at(-1);
  const { session } = said;
  return {
    format: 'assay-cfd-receipt-1',
    publicKey: signer.publicKey,
    ...said,
    session: session && { opensAt: session.opensAt, closesAt: session.closesAt },
    ticks,
    head: last === undefined ? null : headOf(last, signer),
    signature: signer.sign(receiptText(said)),
  };
}

function headOf({ index, n, hash, at }: TickView, signer: CfdSigner) {
  const text = ['assay-tick-head-1', index, n, hash, at].join('\n');
  return { n, hash, at, signature: signer.sign(text) };
}

/** The text that is signed: each part as JSON with its fields in the order of their names. */
function receiptText(said: Pick<Proof, 'receipt' | 'terms' | 'opened' | 'session'>): string {
  const { receipt, terms, opened, session } = said;
  const span = session && { opensAt: session.opensAt, closesAt: session.closesAt };
  const parts = [receipt, terms, opened, span].map(inOrder);
  return ['assay-cfd-receipt-1', ...parts].join('\n');
}

function inOrder(part: CfdReceiptView | object | null): string {
  if (part === null) return 'null';
  const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}
