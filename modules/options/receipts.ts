import {
  accountId,
  accountWords,
  MAX_ASSET,
  OWNER,
  ownerOf,
  WALLET,
} from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import type { CallOutput } from '@assay/core/schema/call';
import type { Spend, TickLogReader, TicksLost } from '@assay/modules/feeds';
import type { TickView } from '@assay/modules/feeds/schema';
import { madeGoodText } from './rules/made-good.ts';
import { type OptionQuote, quoteOf, quoteText } from './rules/quote.ts';
import { settlementText, tickHeadText } from './rules/signed.ts';
import { ownPart } from './rules/trial.ts';
import type { calls } from './schema/index.ts';
import type { OptionReads } from './store/reads.ts';
import type { EndedRow } from './store/tables.ts';

type Receipt = CallOutput<(typeof calls)['getOptionReceipt']>;

/** Signs with the key of the installation, which also signs the heads of the logs. */
export interface OptionSigner {
  readonly publicKey: string;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

export interface ReceiptParts {
  readonly realm: 'real' | 'demo';
  readonly reads: Pick<OptionReads, 'settlement' | 'postings' | 'madeGood' | 'madeGoodSpans'>;
  readonly ticks: TickLogReader;
  /** Counts what it costs to read the archive. */
  readonly spend: Spend;
  readonly signer: OptionSigner;
  /** The index and the asset of a market. */
  readonly of: (market: string) => { readonly index: string; readonly asset: string };
}

/** The most ticks of one receipt: a window of a minute at the quickest rate, with room. */
const MOST_TICKS = 1_000;
const BEFORE_HEAD = 400;
const BEFORE_FIRST = 100;

/** The quote that an option was bought at, of what its row keeps: all else follows from it. */
function quoteOfRow(
  row: EndedRow,
  realm: 'real' | 'demo',
  { index, asset }: { readonly index: string; readonly asset: string },
): OptionQuote {
  const { direction, termMs, stake, spotN, spot, issuedAt } = row;
  const request = { realm, direction, termMs, stake, spotN, spot, issuedAt };
  return quoteOf({ ...row, index, asset }, request);
}

/** Why there is no receipt: the archive lacks its ticks, or the last one has not come yet. */
type Missing = TicksLost | 'ticksToCome';

/** Everything by which an ended option can be computed again, or why that cannot be given now. */
export async function receiptOf(row: EndedRow, parts: ReceiptParts): Promise<Receipt | Missing> {
  const { realm, signer } = parts;
  const { index } = parts.of(row.market);
  const isDecreed = row.reason === 'wrongWindow' || row.reason === 'accountEnded';
  const entry = isDecreed ? [] : await entryOf(row, index, parts);
  const window = await windowOf(row, index, parts);
  if (typeof entry === 'string') return entry;
  if (typeof window === 'string') return window;
  const head = (ticks: readonly TickView[]) => {
    const last = ticks.at(-1);
    if (last === undefined) return null;
    const { n, hash, at } = last;
    return {
      n,
      hash,
      at,
      signature: signer.sign(tickHeadText({ index: last.index, n, hash, at })),
    };
  };
  const { id, acceptedAt, expiresAt, afterN, slippagePpm, signature, voucherId } = row;
  const order = {
    ...{ id, acceptedAt, expiresAt, afterN, slippagePpm },
    ...(voucherId === null ? {} : { voucherId }),
  };
  const settlement = {
    ...{ entryN: row.entryN ?? 0, entryPrice: Number(row.entryPrice ?? 0n) },
    ...{ ticks: window.count, exitPrice: Number(row.exitPrice ?? 0n) },
    ...{ result: row.result, reason: row.reason, paid: row.paid },
    ...{ seq: row.seq, endedAt: row.endedAt },
  };
  const postings = await postingsOf(row, parts);
  const settled = signer.sign(settlementText({ order, settlement, postings }));
  const madeGood = await madeGoodOf(row, settled, parts);
  return {
    format: 'assay-option-receipt-1',
    publicKey: signer.publicKey,
    quote: quoteOfRow(row, realm, parts.of(row.market)),
    quoteSignature: signature,
    order,
    entry: { ticks: [...entry], head: head(entry) },
    window: { ticks: [...window.ticks], head: head(window.ticks) },
    ...{ settlement, postings },
    signature: settled,
    ...(madeGood === null ? {} : { madeGood }),
  };
}

/** What was paid because the window was wrong, signed with the settlement that it makes good. */
async function madeGoodOf(
  row: EndedRow,
  settlement: string,
  { reads, signer }: ReceiptParts,
): Promise<Receipt['madeGood'] | null> {
  const [paid] = await reads.madeGood([row.id]);
  if (paid === undefined) return null;
  const { seq, at, amount, own, declaredBy: declared } = paid;
  const [span] = await reads.madeGoodSpans([declared]);
  if (span === undefined) return null;
  const { index, from, to, reason } = span;
  const payee = row.voucherId === null ? row.userId : OWNER.promotions;
  const moved = await ownPostings(reads, seq, payee);
  const postings = firstOf(moved, 'to', payee, row.voucherId === null ? own : amount);
  const views = postings.map((one) => postingView(one, seq, row.userId));
  const said = { index, from, to, reason, declared, seq, at, amount, postings: views };
  return { ...said, signature: signer.sign(madeGoodText(settlement, said)) };
}

/** From the last tick that came too soon to be the entry to the entry. */
async function entryOf(
  row: EndedRow,
  index: string,
  { ticks, spend }: ReceiptParts,
): Promise<TickView[] | Missing> {
  // Without an entry in time the first tick that could have been one shows it.
  const after = row.acceptedAt + (row.tickDelayMs ?? 0);
  const from = Math.max(1, row.afterN);
  const found = await ticks.read(index, from, MOST_TICKS, spend);
  if (typeof found === 'string') return found;
  const isAfter = ({ n, at, price }: TickView) => n > row.afterN && at > after && price !== '';
  const at = found.findIndex(isAfter);
  if (found[0]?.n !== from) return 'ticksMissing';
  if (at < 0) return 'ticksToCome';
  const upTo = found.slice(0, at + 1);
  // What lies before the last tick that came too soon to be the entry is not needed.
  const last = upTo.findLastIndex((tick) => tick.at <= after);
  return upTo.slice(Math.max(0, last));
}

/** From the last tick before the window to the first after it; none for what no window settled. */
async function windowOf(
  row: EndedRow,
  index: string,
  { ticks, reads, spend }: ReceiptParts,
): Promise<{ readonly ticks: TickView[]; readonly count: number } | Missing> {
  const { market, expiresAt, windowMs } = row;
  const isBySettlement =
    row.result === 'won' ||
    row.result === 'lost' ||
    row.result === 'tied' ||
    row.reason === 'fewTicks';
  if (!isBySettlement) {
    const sold = row.exitN === null ? [] : await ticks.read(index, row.exitN, 1, spend);
    return typeof sold === 'string' ? sold : { ticks: sold, count: 0 };
  }
  const settlement = await reads.settlement(market, expiresAt, windowMs);
  if (settlement === undefined) return 'ticksMissing';
  const { firstN, headN } = settlement;
  // Ticks without a price may lie between the beginning of the window and its first price.
  const from = Math.max(1, (firstN ?? headN - BEFORE_HEAD) - BEFORE_FIRST);
  const found = await ticks.read(index, from, MOST_TICKS, spend);
  if (typeof found === 'string') return found;
  if (found[0]?.n !== from) return 'ticksMissing';
  const start = found.findLastIndex(({ at }) => at <= expiresAt - windowMs);
  const end = found.findIndex(({ at }) => at > expiresAt);
  // Given back because the log was silent: only the next tick shows that none came in the window.
  if (end < 0) return 'ticksToCome';
  const upTo = found.slice(Math.max(0, start), end + 1);
  return { ticks: upTo, count: settlement.ticks };
}

/** What moved to and from whoever paid and the person: at the purchase, and at the end. */
async function postingsOf(row: EndedRow, { reads }: ReceiptParts): Promise<Receipt['postings']> {
  const { userId, id, seq, paid, stake, fee, voucherId, result } = row;
  const payer = voucherId === null ? userId : OWNER.promotions;
  const own = ownPart(row, paid, result === 'void' || result === 'tied');
  const first = async (command: number, side: 'from' | 'to', owner: number, amount: number) => {
    const found = firstOf(await ownPostings(reads, command, owner), side, owner, amount);
    return found.map((one) => postingView(one, command, userId));
  };
  const bought = await first(id, 'from', payer, stake + fee);
  const back = await first(seq, 'to', userId, own);
  const returned = voucherId === null ? [] : await first(seq, 'to', payer, paid - own);
  return [...bought, ...back, ...returned];
}

type Posting = Awaited<ReturnType<OptionReads['postings']>>[number];

function ownPostings(reads: Pick<OptionReads, 'postings'>, command: number, owner: number) {
  return reads.postings(
    command,
    accountId(owner, WALLET.currency, 0),
    accountId(owner, WALLET.contract, MAX_ASSET),
  );
}

/** One command may pay for several options of a person: the posting of this one has its amount. */
function firstOf(
  all: readonly Posting[],
  side: 'from' | 'to',
  owner: number,
  amount: number,
): Posting[] {
  return all
    .filter((one) => ownerOf(one[side]) === owner && Number(one.amount) === amount)
    .slice(0, 1);
}

function postingView({ from, to, amount, purpose }: Posting, seq: number, userId: number) {
  return {
    ...{ seq, from: accountWords(from, userId), to: accountWords(to, userId) },
    ...{ amount: Number(amount), purpose: purposeName(purpose) },
  };
}

/** Whether a quote was signed here. */
export function isSignedQuote(
  quote: OptionQuote,
  signature: string,
  signer: OptionSigner,
): boolean {
  return signer.isSigned(quoteText(quote), signature);
}
