import {
  accountId,
  MAX_ASSET,
  OWNER,
  ownerName,
  ownerOf,
  WALLET,
  WALLET_NAMES,
  walletOf,
} from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import type { CallOutput } from '@assay/core/schema/call';
import type { TickView } from '@assay/modules/feeds/schema';
import { type OptionQuote, quoteOf, quoteText } from './rules/quote.ts';
import { settlementText, tickHeadText } from './rules/signed.ts';
import { ownPart } from './rules/trial.ts';
import type { calls } from './schema/index.ts';
import type { OptionReads } from './store/reads.ts';
import type { EndedRow } from './store/tables.ts';

type Receipt = CallOutput<(typeof calls)['getOptionReceipt']>;

/** The tick log, as the feeds keep it. */
export interface TickLogReader {
  read(index: string, from: number | undefined, limit: number): Promise<TickView[]>;
}

/** Signs with the key of the installation, which also signs the heads of the logs. */
export interface OptionSigner {
  readonly publicKey: string;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

export interface ReceiptParts {
  readonly realm: 'real' | 'demo';
  readonly reads: Pick<OptionReads, 'settlement' | 'postings'>;
  readonly ticks: TickLogReader;
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
  const { market, payoutPpm, feePpm, tickMs, version } = row;
  const { direction, termMs, stake, spotN, spot, issuedAt } = row;
  const terms = { market, index, asset, payoutPpm, feePpm, tickMs, version };
  return quoteOf(terms, { realm, direction, termMs, stake, spotN, spot, issuedAt });
}

/** Why there is no receipt: its ticks are no longer here, or the last one has not come yet. */
type Missing = 'ticksArchived' | 'ticksToCome';

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
  return {
    format: 'assay-option-receipt-1',
    publicKey: signer.publicKey,
    quote: quoteOfRow(row, realm, parts.of(row.market)),
    quoteSignature: signature,
    order,
    entry: { ticks: [...entry], head: head(entry) },
    window: { ticks: [...window.ticks], head: head(window.ticks) },
    ...{ settlement, postings },
    signature: signer.sign(settlementText({ order, settlement, postings })),
  };
}

/** From the last tick that came no later than the acceptance to the entry. */
async function entryOf(
  row: EndedRow,
  index: string,
  { ticks }: ReceiptParts,
): Promise<TickView[] | Missing> {
  // Without an entry in time the first tick after the acceptance shows it.
  const from = Math.max(1, row.afterN);
  const found = await ticks.read(index, from, MOST_TICKS);
  const isAfter = ({ n, at, price }: TickView) =>
    n > row.afterN && at > row.acceptedAt && price !== '';
  const at = found.findIndex(isAfter);
  const first = found[0];
  if (first === undefined || first.n !== from) return 'ticksArchived';
  if (at < 0) return 'ticksToCome';
  const upTo = found.slice(0, at + 1);
  // What lies before the last tick that is no later than the acceptance is not needed.
  const last = upTo.findLastIndex((tick) => tick.at <= row.acceptedAt);
  return upTo.slice(Math.max(0, last));
}

/** From the last tick before the window to the first after it; none for what no window settled. */
async function windowOf(
  row: EndedRow,
  index: string,
  { ticks, reads }: ReceiptParts,
): Promise<{ readonly ticks: TickView[]; readonly count: number } | Missing> {
  const { market, expiresAt, windowMs } = row;
  const isBySettlement =
    row.result === 'won' ||
    row.result === 'lost' ||
    row.result === 'tied' ||
    row.reason === 'fewTicks';
  if (!isBySettlement) return { ticks: await sold(row, index, ticks), count: 0 };
  const settlement = await reads.settlement(market, expiresAt, windowMs);
  if (settlement === undefined) return 'ticksArchived';
  const { firstN, headN } = settlement;
  // Ticks without a price may lie between the beginning of the window and its first price.
  const from = Math.max(1, (firstN ?? headN - BEFORE_HEAD) - BEFORE_FIRST);
  const found = await ticks.read(index, from, MOST_TICKS);
  if (found[0]?.n !== from) return 'ticksArchived';
  const start = found.findLastIndex(({ at }) => at <= expiresAt - windowMs);
  const end = found.findIndex(({ at }) => at > expiresAt);
  // Given back because the log was silent: only the next tick shows that none came in the window.
  if (end < 0) return 'ticksToCome';
  const upTo = found.slice(Math.max(0, start), end + 1);
  return { ticks: upTo, count: settlement.ticks };
}

async function sold({ exitN }: EndedRow, index: string, ticks: TickLogReader) {
  return exitN === null ? [] : ticks.read(index, exitN, 1);
}

/** What moved to and from whoever paid and the person: at the purchase, and at the end. */
async function postingsOf(row: EndedRow, { reads }: ReceiptParts): Promise<Receipt['postings']> {
  const { userId, id, seq, paid, stake, fee, voucherId, result } = row;
  const payer = voucherId === null ? userId : OWNER.promotions;
  const own = ownPart(row, paid, result === 'void' || result === 'tied');
  const read = (command: number, owner: number) =>
    reads.postings(
      command,
      accountId(owner, WALLET.currency, 0),
      accountId(owner, WALLET.contract, MAX_ASSET),
    );
  type Posting = Awaited<ReturnType<typeof read>>[number];
  // One command may end several options of a person: the posting of this one has its amount.
  const first = (all: readonly Posting[], side: 'from' | 'to', owner: number, amount: number) =>
    all.filter((one) => ownerOf(one[side]) === owner && Number(one.amount) === amount).slice(0, 1);
  const view = (command: number) => (one: Posting) => ({
    ...{ seq: command, from: account(one.from, userId), to: account(one.to, userId) },
    ...{ amount: Number(one.amount), purpose: purposeName(one.purpose) },
  });
  const bought = first(await read(id, payer), 'from', payer, stake + fee);
  const back = first(await read(seq, userId), 'to', userId, own);
  const returned = voucherId === null ? [] : first(await read(seq, payer), 'to', payer, paid - own);
  return [...bought.map(view(id)), ...[...back, ...returned].map(view(seq))];
}

/** `person` for whoever the receipt belongs to: it can be shown to others. */
function account(number: number, userId: number): string {
  const owner = ownerOf(number);
  return `${owner === userId ? 'person' : ownerName(owner)} ${WALLET_NAMES[walletOf(number)]}`;
}

/** Whether a quote was signed here. */
export function isSignedQuote(
  quote: OptionQuote,
  signature: string,
  signer: OptionSigner,
): boolean {
  return signer.isSigned(quoteText(quote), signature);
}
