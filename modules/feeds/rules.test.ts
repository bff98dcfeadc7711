import { createHash } from 'node:crypto';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import {
  decideIndex,
  EMPTY_INDEX_MEMORY,
  FIRST_PREV,
  type IndexMemory,
  partsText,
  type Quote,
  readParts,
  type Tick,
  tickText,
  type Verdict,
  verifyTicks,
  weightedMedian,
} from './rules/index.ts';

const NOW = 1_763_640_000_000;
const UNIT = 100_000_000n;

function quote(source: string, price: number, change: Partial<Quote> = {}): Quote {
  const units = BigInt(Math.round(price * 1e8));
  return {
    source,
    index: 'BTC-USDT',
    bid: units - 10n,
    ask: units + 10n,
    last: null,
    at: NOW,
    ...change,
  };
}

function decide(quotes: readonly Quote[], now = NOW, memory: IndexMemory = EMPTY_INDEX_MEMORY) {
  return decideIndex('BTC-USDT', quotes, now, memory);
}

function verdicts(quotes: readonly Quote[], now = NOW, memory?: IndexMemory): Verdict[] {
  return decide(quotes, now, memory).components.map((component) => component.verdict);
}

describe('the weighted median', () => {
  const parts = (...pairs: [number, number][]) =>
    pairs.map(([price, weight]) => ({ price: BigInt(price), weight }));

  it('FEED-010 is the price at which half of the weight is reached', () => {
    expect(weightedMedian(parts([5, 1], [1, 1], [9, 1]))).toBe(5n);
    expect(weightedMedian(parts([1, 1], [2, 1], [9, 3]))).toBe(9n);
    expect(weightedMedian(parts([1, 3], [2, 1], [9, 1]))).toBe(1n);
    expect(weightedMedian(parts([7, 4]))).toBe(7n);
    expect(weightedMedian([])).toBeNull();
  });

  it('FEED-010 is the middle, rounded down, where half is reached between two prices', () => {
    expect(weightedMedian(parts([1, 1], [4, 1]))).toBe(2n);
    expect(weightedMedian(parts([9, 2], [1, 1], [4, 1]))).toBe(6n);
  });
});

describe('which sources count', () => {
  const others = [quote('a', 100), quote('b', 100.1), quote('c', 99.9)];

  it('FEED-011 makes the index of the middles of bid and ask, else of the last price', () => {
    const last = { bid: null, ask: null, last: 101n * UNIT };
    const result = decide([quote('a', 100), quote('b', 102), quote('c', 0, last)]);
    expect(result.price).toBe(101n * UNIT);
    expect(result.components.map((component) => component.price)).toEqual([
      100n * UNIT,
      102n * UNIT,
      101n * UNIT,
    ]);
  });

  const broken: [Verdict, string, Partial<Quote>][] = [
    ['wrongSymbol', 'that names another index', { index: 'ETH-USDT' }],
    ['notPositive', 'with a negative bid', { bid: -1n }],
    ['notPositive', 'with a zero ask', { ask: 0n, bid: 0n }],
    ['notPositive', 'without any price', { bid: null, ask: null }],
    ['notPositive', 'with a negative last price', { bid: null, ask: null, last: -5n }],
    ['crossed', 'with a bid above its ask', { bid: 101n * UNIT, ask: 100n * UNIT }],
    ['future', 'from the future', { at: NOW + 1_001 }],
    ['future', 'without a time', { at: Number.NaN }],
    ['stale', 'older than 10 s', { at: NOW - 10_001 }],
  ];
  it.each(broken)('FEED-012 leaves out as %s a quote %s', (verdict, _what, change) => {
    expect(verdicts([...others, quote('d', 100, change)])).toEqual([
      'used',
      'used',
      'used',
      verdict,
    ]);
  });

  it('FEED-012 takes quotes at the edges: 10 s old, 1 s ahead, bid equal to ask', () => {
    const edges = [
      quote('a', 100, { at: NOW - 10_000 }),
      quote('b', 100, { at: NOW + 1_000 }),
      quote('c', 100, { bid: 100n * UNIT, ask: 100n * UNIT }),
    ];
    expect(verdicts(edges)).toEqual(['used', 'used', 'used']);
  });

  it('FEED-013 leaves out a jump of over 5 % in a second that two others do not confirm', () => {
    const { memory } = decide(others);
    const jump = [quote('a', 106), quote('b', 100), quote('c', 106)];
    expect(verdicts(jump, NOW + 1_000, memory)).toEqual(['jump', 'used', 'jump']);
    const all = [quote('a', 106), quote('b', 106.1), quote('c', 105.9)];
    expect(verdicts(all, NOW + 1_000, memory)).toEqual(['used', 'used', 'used']);
    const small = [quote('a', 104.9), quote('b', 104.9), quote('c', 104.9)];
    expect(verdicts(small, NOW + 1_000, memory)).toEqual(['used', 'used', 'used']);
  });

  it('FEED-014 excludes beyond 2 % from the median and takes back within 1 %', () => {
    const at = (price: number, now: number, memory?: IndexMemory) =>
      decide(
        [...others, quote('d', price)].map((one) => ({ ...one, at: now })),
        now,
        memory,
      );
    const out = at(102.5, NOW);
    expect(out.components[3]?.verdict).toBe('deviation');
    const still = at(101.5, NOW + 1_000, out.memory);
    expect(still.components[3]?.verdict).toBe('deviation');
    const back = at(100.9, NOW + 2_000, still.memory);
    expect(back.components[3]?.verdict).toBe('used');
    const stays = at(101.5, NOW + 3_000, back.memory);
    expect(stays.components[3]?.verdict).toBe('used');
  });

  it('FEED-015 leaves out a source that repeats itself for a minute while the others move', () => {
    let memory: IndexMemory = EMPTY_INDEX_MEMORY;
    let last: Verdict[] = [];
    for (let second = 0; second <= 90; second += 1) {
      const now = NOW + second * 1_000;
      const price = 100 + second * 0.01;
      const quotes = [quote('a', price), quote('b', price + 0.001), quote('c', 100)];
      const result = decide(
        quotes.map((one) => ({ ...one, at: now })),
        now,
        memory,
      );
      memory = result.memory;
      last = result.components.map((component) => component.verdict);
      if (second < 60) expect(last).toEqual(['used', 'used', 'used']);
    }
    expect(last).toEqual(['used', 'used', 'stuck']);
  });

  it('FEED-015 lets a quiet market repeat itself', () => {
    let memory: IndexMemory = EMPTY_INDEX_MEMORY;
    for (let second = 0; second <= 300; second += 1) {
      const now = NOW + second * 1_000;
      const result = decide(
        others.map((one) => ({ ...one, at: now })),
        now,
        memory,
      );
      memory = result.memory;
      expect(result.price).not.toBeNull();
    }
  });

  it('FEED-016 gives no price when fewer than two sources are left', () => {
    expect(decide([quote('a', 100)]).price).toBeNull();
    expect(decide([]).price).toBeNull();
    expect(decide([quote('a', 100), quote('b', 110)]).price).toBeNull();
    expect(decide([quote('a', 100), quote('b', 101)]).price).toBe(100n * UNIT + UNIT / 2n);
  });
});

type Fault =
  | 'none'
  | 'outlier'
  | 'million'
  | 'negative'
  | 'zero'
  | 'crossed'
  | 'stale'
  | 'future'
  | 'wrongSymbol'
  | 'stuck'
  | 'silent';

const FAULTS: readonly Fault[] = [
  'outlier',
  'million',
  'negative',
  'zero',
  'crossed',
  'stale',
  'future',
  'wrongSymbol',
  'stuck',
  'silent',
];

/** Verdicts that a fault may get; a wrong one means that the reason shown to people is wrong. */
const EXPECTED: Record<Exclude<Fault, 'silent'>, readonly Verdict[]> = {
  none: ['used'],
  outlier: ['deviation', 'jump'],
  million: ['deviation', 'jump'],
  negative: ['notPositive'],
  zero: ['notPositive'],
  crossed: ['crossed'],
  stale: ['stale'],
  future: ['future'],
  wrongSymbol: ['wrongSymbol'],
  stuck: ['used', 'stuck', 'deviation', 'jump'],
};

function faulty(fault: Fault, honest: Quote, dice: Dice, frozen: Quote): Quote | null {
  const times = (factor: bigint) => ({
    ...honest,
    bid: (honest.bid ?? 0n) * factor,
    ask: (honest.ask ?? 0n) * factor,
  });
  switch (fault) {
    case 'silent':
      return null;
    case 'outlier':
      return times(BigInt(dice.int(2, 9)));
    case 'million':
      return times(1_000_000n);
    case 'negative':
      return times(-1n);
    case 'zero':
      return { ...honest, bid: 0n, ask: 0n };
    case 'crossed':
      return { ...honest, bid: honest.ask, ask: honest.bid };
    case 'stale':
      return { ...honest, at: honest.at - dice.int(12_000, 10_000_000) };
    case 'future':
      return { ...honest, at: honest.at + dice.int(3_001, 10_000_000) };
    case 'wrongSymbol':
      return { ...times(3n), index: 'ETH-USDT' };
    case 'stuck':
      return { ...frozen, at: honest.at };
    default:
      return honest;
  }
}

/** In the loops of the scripts `expect` would cost ten times what it checks. */
function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** One feed of 3 to 7 sources over 90 seconds, of which a minority misbehaves from time to time. */
function playScript(seed: number): { ticks: number; faults: number } {
  const dice = createDice(seed);
  const count = dice.int(3, 7);
  const liars = dice.int(0, Math.floor((count - 1) / 2));
  const fault: Fault[] = Array.from({ length: count }, () => 'none');
  const frozen: Quote[] = [];
  let truth = 10 ** dice.int(0, 5) * (1 + dice.next());
  let memory: IndexMemory = EMPTY_INDEX_MEMORY;
  let faults = 0;
  for (let second = 0; second < 90; second += 1) {
    const now = NOW + second * 1_000;
    truth *= 1 + (dice.next() - 0.5) * 0.002;
    const quotes: Quote[] = [];
    const shown: Fault[] = [];
    for (let i = 0; i < count; i += 1) {
      if (i < liars && dice.int(0, 9) === 0) fault[i] = dice.pick(FAULTS);
      const price = truth * (1 + (dice.next() - 0.5) * 0.0005);
      const half = BigInt(Math.max(1, Math.round(price * 1e8 * 0.0001)));
      const units = BigInt(Math.round(price * 1e8));
      const honest: Quote = {
        source: `s${i}`,
        index: 'BTC-USDT',
        bid: units - half,
        ask: units + half,
        last: null,
        at: now - dice.int(0, 2_000),
      };
      if (fault[i] !== 'stuck' || second === 0) frozen[i] = honest;
      const sent = faulty(fault[i] as Fault, honest, dice, frozen[i] as Quote);
      if (sent === null) continue;
      quotes.push(sent);
      shown.push(fault[i] as Fault);
      if (fault[i] !== 'none') faults += 1;
    }
    const result = decide(quotes, now, memory);
    memory = result.memory;
    const where = `seed ${seed}, second ${second}`;
    const used = result.components.filter((component) => component.verdict === 'used');
    if (count - liars >= 2) holds(result.price !== null, `${where}: no index`);
    const median = used.length >= 2 ? weightedMedian(used) : null;
    holds(result.price === median, `${where}: index ${result.price}, median ${median}`);
    const away = Math.abs(Number(result.price) / 1e8 / truth - 1);
    holds(away < 0.02, `${where}: index ${result.price}, truth ${truth}`);
    for (const [i, { verdict }] of result.components.entries()) {
      const allowed = EXPECTED[shown[i] as Exclude<Fault, 'silent'>];
      holds(allowed.includes(verdict), `${where}: ${shown[i]} is called ${verdict}`);
    }
    const read = readParts(partsText(result.components));
    holds(read?.length === quotes.length, `${where}: ${partsText(result.components)}`);
  }
  return { ticks: 90, faults };
}

describe('scripted feeds', () => {
  it('FEED-017 keeps the index with the honest majority in 1,500 scripts of bad sources', () => {
    let faults = 0;
    for (let seed = 1; seed <= 1_500; seed += 1) faults += playScript(seed).faults;
    expect(faults).toBeGreaterThan(20_000);
  });

  it('FEED-018 gives no price from a lone source, whatever its quotes, in 200 scripts', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const dice = createDice(seed);
      let memory: IndexMemory = EMPTY_INDEX_MEMORY;
      for (let second = 0; second < 60; second += 1) {
        const now = NOW + second * 1_000;
        const result = decide([quote('a', dice.next() * 1e6, { at: now })], now, memory);
        expect(result.price).toBeNull();
        memory = result.memory;
      }
    }
  });
});

const NAMES = ['BTC-USDT'];
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

function chain(length: number): Tick[] {
  const dice = createDice(7);
  const ticks: Tick[] = [];
  let memory: IndexMemory = EMPTY_INDEX_MEMORY;
  let prev = FIRST_PREV;
  for (let n = 1; n <= length; n += 1) {
    const now = NOW + n * 1_000;
    const quotes = ['a', 'b', 'c'].map((source) => quote(source, 100 + dice.next(), { at: now }));
    if (n === 5) quotes.splice(1);
    const result = decide(quotes, now, memory);
    memory = result.memory;
    const price = result.price === null ? '' : String(Number(result.price) / 1e8);
    const body = {
      index: 'BTC-USDT',
      n,
      at: now,
      price,
      parts: partsText(result.components),
      prev,
    };
    const hash = sha256(tickText(body));
    ticks.push({ ...body, hash });
    prev = hash;
  }
  return ticks;
}

describe('the tick log', () => {
  it('FEED-030 hashes a documented text', () => {
    const parts = 'a,100.5,1,1763640000000,used;b,,2,1763640000001,notPositive';
    const tick = { index: 'BTC-USDT', n: 1, at: NOW, price: '100.5', parts, prev: FIRST_PREV };
    expect(tickText(tick)).toBe(
      `assay-tick-1\nBTC-USDT\n1\n1763640000000\n100.5\n${parts}\n${'0'.repeat(64)}`,
    );
    // printf '%s' "$text" | sha256sum
    expect(sha256(tickText(tick))).toBe(
      createHash('sha256')
        .update(Buffer.from(tickText(tick)))
        .digest('hex'),
    );
  });

  it('FEED-031 accepts a whole log, any stretch of it, and an empty one', async () => {
    const ticks = chain(30);
    expect(await verifyTicks(ticks, NAMES, FIRST_PREV, sha256)).toBeNull();
    expect(await verifyTicks(ticks.slice(10), NAMES, ticks[9]?.hash ?? '', sha256)).toBeNull();
    expect(await verifyTicks(ticks.slice(10), NAMES, null, sha256)).toBeNull();
    expect(await verifyTicks([], NAMES, FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-032 finds a change of any field of any tick', async () => {
    const ticks = chain(30);
    const changes: ((tick: Tick) => Partial<Tick>)[] = [
      (tick) => ({ price: `${tick.price}1` }),
      (tick) => ({ at: tick.at + 1 }),
      (tick) => ({ n: tick.n + 1 }),
      () => ({ index: 'ETH-USDT' }),
      (tick) => ({ parts: tick.parts.replace('used', 'stale') }),
      (tick) => ({ prev: sha256(tick.prev) }),
      (tick) => ({ hash: sha256(tick.hash) }),
    ];
    for (const [i, tick] of ticks.entries()) {
      for (const change of changes) {
        const forged = ticks.with(i, { ...tick, ...change(tick) });
        expect(
          await verifyTicks(forged, NAMES, FIRST_PREV, sha256),
          `tick ${i + 1}`,
        ).not.toBeNull();
      }
    }
  });

  it('FEED-032 finds a tick left out, put twice, or moved', async () => {
    const ticks = chain(10);
    for (let i = 0; i < 9; i += 1) {
      const [one, two] = [ticks[i] as Tick, ticks[i + 1] as Tick];
      expect(await verifyTicks(ticks.toSpliced(i, 1), NAMES, FIRST_PREV, sha256)).not.toBeNull();
      expect(
        await verifyTicks(ticks.toSpliced(i, 0, one), NAMES, FIRST_PREV, sha256),
      ).not.toBeNull();
      expect(
        await verifyTicks(ticks.toSpliced(i, 2, two, one), NAMES, FIRST_PREV, sha256),
      ).not.toBeNull();
    }
  });

  it('FEED-059 follows an index through its names in their order, and through no other', async () => {
    const ticks = chain(10);
    const head = { ...(ticks[9] as Tick), n: 11, prev: ticks[9]?.hash ?? '', index: 'XBT-USDT' };
    const renamed = [...ticks, { ...head, hash: sha256(tickText(head)) }];
    const names = [...NAMES, 'XBT-USDT'];
    expect(await verifyTicks(renamed, names, FIRST_PREV, sha256)).toBeNull();
    const fault = { n: 11, fault: 'name' };
    expect(await verifyTicks(renamed, NAMES, FIRST_PREV, sha256)).toEqual(fault);
    const back = ['XBT-USDT', ...NAMES];
    expect(await verifyTicks(renamed, back, FIRST_PREV, sha256)).toEqual(fault);
    const alone = renamed.slice(10);
    expect(await verifyTicks(alone, NAMES, head.prev, sha256)).toEqual(fault);
  });

  it('FEED-033 finds an index that is not the median of its components under a right hash', async () => {
    const tick = chain(1)[0] as Tick;
    const body = { ...tick, price: '123' };
    const forged = { ...body, hash: sha256(tickText(body)) };
    expect(await verifyTicks([forged], NAMES, FIRST_PREV, sha256)).toEqual({
      n: 1,
      fault: 'price',
    });
    const noise = { ...tick, parts: 'a,b' };
    const unread = { ...noise, hash: sha256(tickText(noise)) };
    expect(await verifyTicks([unread], NAMES, FIRST_PREV, sha256)).toEqual({
      n: 1,
      fault: 'parts',
    });
  });
});
