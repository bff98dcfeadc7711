import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';

export { hoursOfDate } from './calendar-change.ts';
export * from './published-days.ts';
export * from './symbols.ts';
export { windowTicks } from './window-ticks.ts';

/**
 * How an index is computed from the quotes of several sources, and how its log is chained. Both are
 * published rules: the browser runs this same code to check a price.
 */

/** One source's quote of an index, in units of 1e-8. */
export interface Quote {
  readonly source: string;
  /** The index that the source itself named, so that a mix-up is seen. */
  readonly index: string;
  /** Best bid and ask; null when the source has only a last price. */
  readonly bid: bigint | null;
  readonly ask: bigint | null;
  readonly last: bigint | null;
  /** The source's own time of it, in ms since the epoch. */
  readonly at: number;
}

/**
 * The verdict on a quote. All but `used` name the rule that excluded it, in the order in which the
 * rules are checked.
 */
export const VERDICTS = [
  'wrongSymbol',
  'notPositive',
  'crossed',
  'future',
  'stale',
  'stuck',
  'jump',
  'deviation',
  'used',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Component {
  readonly source: string;
  /** Middle of bid and ask rounded down, else the last price; null when there was none above 0. */
  readonly price: bigint | null;
  readonly weight: number;
  readonly at: number;
  readonly verdict: Verdict;
}

/**
 * The index of one moment. `price` is null when too few sources are left: no price, not a guess.
 */
export interface IndexResult {
  readonly price: bigint | null;
  readonly components: readonly Component[];
}

export interface IndexPolicy {
  /** Sources that must be left; with fewer there is no price. 1 only for a replay of one record. */
  readonly minSources: number;
  readonly staleMs: number;
  /** How far a source's clock may run ahead of ours. */
  readonly futureMs: number;
  /** A source that repeats itself this long while the others moved by `stuckPpm` is left out. */
  readonly stuckMs: number;
  readonly stuckPpm: bigint;
  readonly jumpPpm: bigint;
  readonly confirmations: number;
  /** Excluded beyond the first, taken back within the second (hysteresis), from the median. */
  readonly deviationPpm: bigint;
  readonly reentryPpm: bigint;
}

/** Figures of the reference rule; a change is a new rule version and is announced. */
export const INDEX_POLICY: IndexPolicy = {
  minSources: 2,
  staleMs: 10_000,
  futureMs: 1_000,
  stuckMs: 60_000,
  stuckPpm: 3_000n,
  jumpPpm: 50_000n,
  confirmations: 2,
  deviationPpm: 20_000n,
  reentryPpm: 10_000n,
};

interface SourceMemory {
  /** The last price that was used, and when. */
  used: bigint;
  usedAt: number;
  excluded: boolean;
  /** The price that it repeats, since when, and the price of the index at that time. */
  repeats: bigint;
  repeatsSince: number;
  indexThen: bigint | null;
}

/** What the rule remembers of an index between two moments. */
export interface IndexMemory {
  readonly sources: ReadonlyMap<string, Readonly<SourceMemory>>;
  readonly price: bigint | null;
}

export const EMPTY_INDEX_MEMORY: IndexMemory = { sources: new Map(), price: null };

interface Draft {
  readonly source: string;
  readonly price: bigint | null;
  readonly weight: number;
  readonly at: number;
  verdict: Verdict;
}

/**
 * Makes the price of `index` at `now` from one quote a source. Pure: what it must remember comes
 * in as `memory` and goes out with the result. Weights are positive integers; a source without
 * one weighs 1. With at least three sources no single one can move the index beyond the others,
 * unless it weighs half of all or more.
 */
export function decideIndex(
  index: string,
  quotes: readonly Quote[],
  now: number,
  memory: IndexMemory,
  policy: IndexPolicy = INDEX_POLICY,
  weights: Readonly<Record<string, number>> = {},
): IndexResult & { readonly memory: IndexMemory } {
  const drafts = quotes.map((quote) => draftOf(quote, weights[quote.source] ?? 1));
  for (const [i, draft] of drafts.entries()) {
    const broken = brokenQuote(quotes[i] as Quote, draft.price, index, now, policy);
    draft.verdict = broken ?? (isStuck(draft, now, memory, policy) ? 'stuck' : 'used');
  }
  const sane = drafts.filter((draft) => draft.verdict === 'used');
  for (const draft of sane) {
    if (jumped(draft, sane, now, memory, policy)) draft.verdict = 'jump';
  }
  const steady = sane.filter((draft) => draft.verdict === 'used');
  const median = weightedMedian(steady);
  for (const draft of steady) {
    const excluded = memory.sources.get(draft.source)?.excluded ?? false;
    const limit = excluded ? policy.reentryPpm : policy.deviationPpm;
    if (median !== null && isApart(draft.price, median, limit)) draft.verdict = 'deviation';
  }
  const used = steady.filter((draft) => draft.verdict === 'used');
  const price = used.length >= policy.minSources ? weightedMedian(used) : null;
  return { price, components: drafts, memory: remember(drafts, now, price, memory) };
}

/**
 * The price at which half of the weight is reached, cheapest first; when exactly half is reached
 * between two prices, their middle rounded down to a unit. Null when there is nothing to weigh.
 */
export function weightedMedian(
  parts: readonly { readonly price: bigint | null; readonly weight: number }[],
): bigint | null {
  const sorted = parts
    .filter((part): part is { price: bigint; weight: number } => part.price !== null)
    .sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0));
  const total = sorted.reduce((sum, part) => sum + part.weight, 0);
  let reached = 0;
  for (const [i, part] of sorted.entries()) {
    reached += part.weight;
    if (reached * 2 > total) return part.price;
    const next = sorted[i + 1];
    if (reached * 2 === total && next !== undefined) return (part.price + next.price) / 2n;
  }
  return null;
}

function draftOf(quote: Quote, weight: number): Draft {
  const { source, bid, ask, last, at } = quote;
  const both = bid !== null && ask !== null;
  const price = both ? (bid + ask) / 2n : last;
  const positive = price !== null && price > 0n && (!both || (bid > 0n && ask > 0n));
  // A time that is none is refused as `future`; it is logged as 0 so that the line stays readable.
  const time = Number.isSafeInteger(at) ? at : 0;
  return { source, price: positive ? price : null, weight, at: time, verdict: 'used' };
}

/** The checks that need one quote alone. */
function brokenQuote(
  quote: Quote,
  price: bigint | null,
  index: string,
  now: number,
  policy: IndexPolicy,
): Verdict | null {
  if (quote.index !== index) return 'wrongSymbol';
  if (price === null) return 'notPositive';
  if (quote.bid !== null && quote.ask !== null && quote.bid > quote.ask) return 'crossed';
  if (!(quote.at <= now + policy.futureMs)) return 'future';
  if (now - quote.at > policy.staleMs) return 'stale';
  return null;
}

/**
 * A source that repeats one price with new times is stuck, but only if the index has moved
 * meanwhile.
 */
function isStuck(draft: Draft, now: number, memory: IndexMemory, policy: IndexPolicy): boolean {
  const before = memory.sources.get(draft.source);
  if (before === undefined || before.repeats !== draft.price) return false;
  if (now - before.repeatsSince < policy.stuckMs) return false;
  if (memory.price === null || before.indexThen === null) return false;
  return isApart(memory.price, before.indexThen, policy.stuckPpm);
}

/** Compared with the source's own last used price; other sources at the new price confirm it. */
function jumped(
  draft: Draft,
  sane: readonly Draft[],
  now: number,
  memory: IndexMemory,
  policy: IndexPolicy,
): boolean {
  const before = memory.sources.get(draft.source);
  if (before === undefined || before.used === 0n) return false;
  if (now - before.usedAt > policy.staleMs) return false;
  if (!isApart(draft.price, before.used, policy.jumpPpm)) return false;
  const near = sane.filter(
    (other) => other !== draft && !isApart(other.price, draft.price, policy.deviationPpm),
  );
  return near.length < policy.confirmations;
}

/** |price - from| > from x ppm; a missing price is apart from everything. */
function isApart(price: bigint | null, from: bigint | null, ppm: bigint): boolean {
  if (price === null || from === null) return true;
  const distance = price > from ? price - from : from - price;
  return distance * 1_000_000n > from * ppm;
}

function remember(
  drafts: readonly Draft[],
  now: number,
  median: bigint | null,
  before: IndexMemory,
): IndexMemory {
  const known = median ?? before.price;
  const sources = new Map<string, Readonly<SourceMemory>>(before.sources);
  for (const { source, price, verdict } of drafts) {
    if (price === null || verdict === 'wrongSymbol') continue;
    const old = before.sources.get(source);
    const used = verdict === 'used';
    const repeats = old !== undefined && old.repeats === price;
    sources.set(source, {
      used: used ? price : (old?.used ?? 0n),
      usedAt: used ? now : (old?.usedAt ?? 0),
      excluded: verdict === 'deviation' || (!used && (old?.excluded ?? false)),
      repeats: price,
      repeatsSince: repeats ? old.repeatsSince : now,
      indexThen: repeats ? old.indexThen : known,
    });
  }
  return { sources, price: known };
}

// The tick log

/** One line of the tick log, as the call `getTickLog` gives it. */
export interface Tick {
  /** The index by the name that it had then: this is what was hashed. */
  readonly index: string;
  /** 1, 2, 3 … without a gap for each index. */
  readonly n: number;
  readonly at: number;
  /** Decimal text, or "" where there was none because too few sources were left. */
  readonly price: string;
  /** `source,price,weight,at,verdict` of each component, joined by `;`. */
  readonly parts: string;
  /** Hash of the tick before it in hex; 64 zeros for the first. */
  readonly prev: string;
  /** SHA-256 of `tickText` in hex. */
  readonly hash: string;
}

export const FIRST_PREV = '0'.repeat(64);

/**
 * The text whose SHA-256 (over UTF-8) is the hash of a tick: seven lines, no line end after the
 * last.
 */
export function tickText(tick: Omit<Tick, 'hash'>): string {
  const { index, n, at, price, parts, prev } = tick;
  return `assay-tick-1\n${index}\n${n}\n${at}\n${price}\n${parts}\n${prev}`;
}

/** Components in the text form of a tick. Names of sources have neither comma nor semicolon. */
export function partsText(components: readonly Component[]): string {
  return components
    .map(({ source, price, weight, at, verdict }) => {
      const text = price === null ? '' : formatDecimal(price, SCALE);
      return `${source},${text},${weight},${at},${verdict}`;
    })
    .join(';');
}

/** The components of a tick, or null when the text is not of that form. */
export function readParts(parts: string): Component[] | null {
  if (parts === '') return [];
  const components: Component[] = [];
  for (const part of parts.split(';')) {
    const [source, text, weight, at, verdict, more] = part.split(',');
    if (source === undefined || text === undefined || more !== undefined) return null;
    const price = text === '' ? null : parseDecimal(text, SCALE);
    if (text !== '' && price === null) return null;
    if (!VERDICTS.includes(verdict as Verdict)) return null;
    const numbers = { weight: Number(weight), at: Number(at) };
    if (!Number.isSafeInteger(numbers.weight) || !Number.isSafeInteger(numbers.at)) return null;
    components.push({ source, price, ...numbers, verdict: verdict as Verdict });
  }
  return components;
}

/** What is wrong with a stretch of the log, and at which tick it shows. */
export interface TickFault {
  readonly n: number;
  readonly fault: 'gap' | 'name' | 'time' | 'prev' | 'hash' | 'parts' | 'price';
}

/**
 * Checks a stretch of one index's log: numbers without a gap, names of the index in their order,
 * times in order, each hash over the tick and the hash before it, each price the weighted median of
 * the components marked as used.
 * @param names all names that the index has had, oldest first
 * @param prev hash of the tick before the first, or null to accept the `prev` of the first tick
 * @param sha256 hex SHA-256 of a text's UTF-8 bytes (in a browser by `crypto.subtle`)
 * @returns the first fault, or null when the stretch is whole
 */
export async function verifyTicks(
  ticks: readonly Tick[],
  names: readonly string[],
  prev: string | null,
  sha256: (text: string) => string | Promise<string>,
): Promise<TickFault | null> {
  let before: Tick | null = null;
  let name = 0;
  for (const tick of ticks) {
    const { n } = tick;
    if (before !== null && n !== before.n + 1) return { n, fault: 'gap' };
    name = names.indexOf(tick.index, name);
    if (name < 0) return { n, fault: 'name' };
    if (before !== null && tick.at < before.at) return { n, fault: 'time' };
    if (tick.prev !== (before?.hash ?? prev ?? tick.prev)) return { n, fault: 'prev' };
    if (n === 1 && tick.prev !== FIRST_PREV) return { n, fault: 'prev' };
    if ((await sha256(tickText(tick))) !== tick.hash) return { n, fault: 'hash' };
    const components = readParts(tick.parts);
    if (components === null) return { n, fault: 'parts' };
    const used = components.filter((component) => component.verdict === 'used');
    const price = tick.price === '' ? null : parseDecimal(tick.price, SCALE);
    if (tick.price !== '' && weightedMedian(used) !== price) return { n, fault: 'price' };
    before = tick;
  }
  return null;
}
