import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallOutput } from '@assay/core/schema/call';
import type { RowOf } from '@assay/core/schema/record';
import type { Spend, TickLogReader, TicksLost } from '@assay/modules/feeds';
import type { TickView } from '@assay/modules/feeds/schema';
import type { Session } from './rules/quote.ts';
import type { calls } from './schema/index.ts';
import type { receipt } from './store/tables.ts';

type Converted = 'conversionTick' | 'conversionPrice';
type Proof = CallOutput<(typeof calls)['getCfdReceipt']>;

/** Signs with the key of the installation, which also signs the heads of the logs. */
export interface CfdSigner {
  readonly publicKey: string;
  sign(text: string): string;
}

/** Usually enough for the ticks by which a spread goes. */
const TICKS = 64;
/** So many are read at once, and so many has a receipt at most: more than an hour of them. */
const PAGE = 1_000;
const MOST_TICKS = 4_000;

/**
 * The ticks until the one of a receipt, back to the first of those by which its spread goes: an
 * engine that was slow, or away, has left out what the log has.
 * @param recent prices of those ticks in units, as their row has them
 * @param spend counts what it costs to read the archive
 */
export async function ticksUntil(
  log: TickLogReader,
  index: string,
  tick: number,
  recent: string,
  spend: Spend,
): Promise<TickView[] | TicksLost> {
  if (tick === 0) return [];
  let ticks: TickView[] = [];
  for (let size = TICKS; ticks.length < MOST_TICKS; size = PAGE) {
    const before = ticks[0]?.n ?? tick + 1;
    const from = Math.max(1, before - size);
    const page = await log.read(index, from, before - from, spend);
    if (typeof page === 'string') return page;
    if (page[0]?.n !== from || page.at(-1)?.n !== before - 1) return 'ticksMissing';
    ticks = [...page, ...ticks];
    if (from === 1 || areIn(recent, ticks)) return ticks;
  }
  return 'ticksMissing';
}

/** The ticks until the one that converts the amounts of a receipt; undefined: nothing does. */
export async function convertingTicks(
  index: string | null | undefined,
  { conversionTick, conversionPrice }: Pick<RowOf<typeof receipt>, Converted>,
  ticksUntil: (index: string, tick: number, recent: string) => Promise<TickView[] | TicksLost>,
): Promise<TickView[] | TicksLost | undefined> {
  if (index == null || conversionTick === null) return undefined;
  return ticksUntil(index, conversionTick, `${conversionPrice}`);
}

/** Whether the prices are those of ticks in their order. */
function areIn(recent: string, ticks: readonly TickView[]): boolean {
  const left = recent.split(',');
  for (const { price } of [...ticks].reverse()) {
    if (price !== '' && `${parseDecimal(price, SCALE)}` === left.at(-1)) left.pop();
  }
  return left.length === 0;
}

/** The ticks that a receipt rests on. */
interface Rests {
  readonly ticks: TickView[];
  /** Of the index that converts. */
  readonly conversion?: TickView[] | undefined;
  /** Of the other markets of an account that was closed out. */
  readonly others?: readonly TickView[][];
}

/** Puts together and signs what a receipt is computed again from. */
export function proofOf(
  said: Pick<Proof, 'receipt' | 'terms' | 'opened'> & { readonly session: Session | null },
  { ticks, conversion, others = [] }: Rests,
  signer: CfdSigner,
): Proof {
  const { session } = said;
  return {
    format: 'assay-cfd-receipt-1',
    publicKey: signer.publicKey,
    ...said,
    session: session && { opensAt: session.opensAt, closesAt: session.closesAt },
    ...runOf(ticks, signer),
    ...(conversion === undefined ? {} : { conversion: runOf(conversion, signer) }),
    others: others.map((run) => runOf(run, signer)),
    signature: signer.sign(receiptText(said)),
  };
}

function runOf(ticks: TickView[], signer: CfdSigner): Pick<Proof, 'ticks' | 'head'> {
  const last = ticks.at(-1);
  if (last === undefined) return { ticks, head: null };
  const { index, n, hash, at } = last;
  const text = ['assay-tick-head-1', index, n, hash, at].join('\n');
  return { ticks, head: { n, hash, at, signature: signer.sign(text) } };
}

/** The text that is signed: each part as JSON with its fields in the order of their names. */
function receiptText(said: Pick<Proof, 'receipt' | 'terms' | 'opened' | 'session'>): string {
  const { receipt, terms, opened, session } = said;
  const span = session && { opensAt: session.opensAt, closesAt: session.closesAt };
  const parts = [receipt, terms, opened, span].map(inOrder);
  return ['assay-cfd-receipt-1', ...parts].join('\n');
}

function inOrder(part: object | null): string {
  if (part === null) return 'null';
  const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}
