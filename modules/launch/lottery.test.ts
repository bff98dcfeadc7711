import { createHash } from 'node:crypto';
import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY, HOUR, SECOND } from '@assay/core/time';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { signedBy } from '../../examples/verify-launch.mjs';
import { isSignature, PRACTICE_KEY, roundValue, signRound, ticketKey } from './machine/beacon.ts';
import { Draw, wins } from './rules/draw.ts';
import { BEACONS, MISSED_MS, roundAfter, roundAt } from './rules/lottery.ts';
import { DRAW_REFUSALS, type SubscriptionView } from './schema/index.ts';
import { lotteryAt, practiceRound, STAFF, START } from './testing/sale.ts';
import { type Answer, openStage, type Stage } from './testing/stage.ts';

const [QUICKNET, PRACTICE] = BEACONS as [(typeof BEACONS)[0], (typeof BEACONS)[0]];

/** Rounds of quicknet as its nodes publish them. */
const PUBLISHED: readonly (readonly [number, string, string])[] = [
  [
    123,
    'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  ],
  [
    1000,
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  ],
];

/** The same signature with a part added that no pairing sees: of another order than the group's. */
function malleated(signature: string): string {
  const { Point } = bls12_381.G1;
  const { Fp, Fr } = bls12_381.fields;
  for (let x = 1n; ; x += 1n) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
    if (Fp.pow(square, (Fp.ORDER - 1n) / 2n) !== 1n) continue;
    const on = new Point(x, Fp.sqrt(square), 1n);
    const part = on.multiplyUnsafe(Fr.ORDER - 1n).add(on);
    if (part.is0()) continue;
    const { x: at, y } = Point.fromHex(signature).add(part).toAffine();
    const bytes = Buffer.from(at.toString(16).padStart(96, '0'), 'hex');
    bytes[0]! |= 0x80 | (y > Fp.ORDER / 2n ? 0x20 : 0);
    return bytes.toString('hex');
  }
}

describe('the beacon of a lottery', () => {
  it('LNCH-061 the key of quicknet is that of its chain, and the round the first that is an hour after the close', () => {
    const { chain, publicKey, genesisAt, periodMs } = QUICKNET;
    const head = Buffer.alloc(12);
    head.writeUInt32BE(periodMs / SECOND);
    head.writeBigInt64BE(BigInt(genesisAt / SECOND), 4);
    const group = 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e';
    const parts = [head, Buffer.from(publicKey, 'hex'), Buffer.from(group, 'hex'), 'quicknet'];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    expect(hash.digest('hex')).toBe(chain);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (closesAt) => {
        const round = roundAfter(QUICKNET, closesAt);
        expect(roundAt(QUICKNET, round)).toBeGreaterThanOrEqual(closesAt + HOUR);
        if (round > 1) expect(roundAt(QUICKNET, round - 1)).toBeLessThan(closesAt + HOUR);
      }),
    );
    expect(roundAfter(QUICKNET, genesisAt - HOUR)).toBe(1);
  });

  it.each(PUBLISHED)(
    'LNCH-062 round %i of quicknet holds, and nothing like it',
    (round, signature, value) => {
      const key = QUICKNET.publicKey;
      expect([isSignature(key, round, signature), roundValue(signature)]).toEqual([true, value]);
      const others = [
        ...['', 'x', signature.slice(2), `${signature}00`, signature.toUpperCase()],
        // The zero of the group, and the other of the two points with this x.
        ...[`c0${'0'.repeat(94)}`, `9${signature.slice(1)}`, malleated(signature)],
        ...PUBLISHED.map(([, other]) => other).filter((other) => other !== signature),
        signRound(PRACTICE_KEY, round),
      ];
      for (const other of others) expect(isSignature(key, round, other), other).toBe(false);
      expect(isSignature(key, round + 1, signature)).toBe(false);
      expect(isSignature(PRACTICE.publicKey, round, signature)).toBe(false);
      expect(isSignature(PRACTICE.publicKey, round, signRound(PRACTICE_KEY, round))).toBe(true);
    },
  );
});

it('LNCH-062 a signature that can be written in two ways holds in one', () => {
  const round = 34_000_004;
  const signature = signRound(PRACTICE_KEY, round);
  const field = bls12_381.fields.Fp.ORDER;
  const second = (BigInt(`0x${signature}`) + field).toString(16);
  const hold = [signature, second].map((text) => isSignature(PRACTICE.publicKey, round, text));
  expect(hold).toEqual([true, false]);
  const program = signedBy(bls12_381);
  expect(program(PRACTICE.publicKey, round, signature)).toBe(true);
  expect(program(PRACTICE.publicKey, round, second)).toBe(false);
});

describe('a draw', () => {
  const lists = fc.record({
    tickets: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 }),
    winners: fc.integer({ min: 1, max: 150 }),
    /** How many different keys there are; few make equal ones. */
    keys: fc.constantFrom(1, 3, 50, 1e9),
    slice: fc.integer({ min: 1, max: 60 }),
  });

  it('LNCH-063 the smallest keys win, equal ones by number, in any slices and after a restart', () => {
    fc.assert(
      fc.property(lists, ({ tickets, winners, keys, slice }) => {
        const of = { winners, total: tickets.reduce((sum, one) => sum + one, 0) };
        const keyOf = (number: number) => ticketKey(keys, 'of a test', number % keys);
        const list = { length: tickets.length, at: (place: number) => tickets[place]! };
        const draw = new Draw(list, of, keyOf);
        let looked = 0;
        for (let i = 0; !draw.isDone; i += 1) {
          looked += draw.step(slice);
          if (i !== 2) continue;
          const resumed = new Draw(list, of, keyOf);
          resumed.step(looked);
          while (!resumed.isDone) resumed.step(slice + 1);
          while (!draw.isDone) draw.step(7);
          expect(resumed.cut).toEqual(draw.cut);
        }
        const all = Array.from({ length: of.total }, (_, i) => ({
          key: keyOf(i + 1),
          number: i + 1,
        }));
        const order = all.toSorted((a, b) =>
          a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number,
        );
        let { ties } = draw.cut;
        const won = all.filter(({ key }) => {
          const one = wins(key, draw.cut, ties);
          if (one.tie) ties -= 1;
          return one.won;
        });
        const first = order.slice(0, winners).map(({ number }) => number);
        expect(won.map(({ number }) => number)).toEqual(first.toSorted((a, b) => a - b));
      }),
      { numRuns: 1_000 },
    );
  });

  it('LNCH-063 a hundred thousand tickets are drawn in a few passes', () => {
    const [length, winners] = [100_000, 12_345];
    const draw = new Draw({ length, at: () => 1 }, { winners, total: length }, (number) =>
      ticketKey(7, 'of a test', number),
    );
    let looked = 0;
    while (!draw.isDone) looked += draw.step(5_000);
    expect(looked).toBe(2 * length);
    const all = Array.from({ length }, (_, i) => ticketKey(7, 'of a test', i + 1)).toSorted();
    expect(draw.cut).toEqual({ key: all[winners - 1], ties: 1 });
  });
});

let launch: Stage['launch'];
let send: Stage['send'];
let settle: Stage['settle'];
let has: Stage['has'];
let now: number;
let peers: ReadonlyMap<number, readonly number[]>;

function open(slice?: number): void {
  [now, peers] = [START, new Map()];
  const peersOf = (userId: number) => peers.get(userId) ?? [];
  const stage = openStage({ now: () => now, people: PEOPLE, peersOf, slice });
  ({ launch, send, settle, has } = stage);
}

/** Publishes a lottery that is open from now on; tickets per person, in turn. */
function sold(tickets: readonly number[], change: Parameters<typeof lotteryAt>[1] = {}) {
  const terms = lotteryAt(now, { opensAt: now, closesAt: now + HOUR, ...change });
  const { launchId } = send(OWNER.setup, 'listLaunch', terms) as { launchId: number };
  for (const [i, count] of tickets.entries()) {
    const bought = send(PEOPLE[i]!, 'subscribeLaunch', { launchId, quantity: `${count * 10}` });
    expect(bought).toMatchObject({ tickets: { count, first: 0, won: [] } });
  }
  return { id: launchId, ...terms.lottery, at: roundAt(PRACTICE, terms.lottery.round), terms };
}

function bring({ id, round }: { id: number; round: number }, actor = PEOPLE[0]!): Answer {
  return send(actor, 'drawLaunch', { launchId: id, round, signature: practiceRound(round) });
}

const phase = (id: number) => launch.launches.get(id)?.phase;
const PEOPLE = [1000, 1001, 1002, 1003, 1004];

describe('a lottery of a new coin', () => {
  beforeEach(() => open());

  it('LNCH-060 terms that do not fit a draw are refused with the field that is wrong, in one order', () => {
    const right = lotteryAt(now);
    const { lottery } = right;
    const quicknet = { ...lottery, chain: QUICKNET.chain, publicKey: QUICKNET.publicKey };
    const hourly = { ...quicknet, round: roundAfter(QUICKNET, right.closesAt) };
    const late = right.closesAt + 2 * HOUR;
    const nobody = { eligibility: { tier: 'none', countries: [], review: false } } as const;
    // Each is wrong in all that follows it, too, as far as one field can be.
    const table: readonly (readonly [string | null, object])[] = [
      ['lottery', { lottery: 7, ...nobody }],
      ['chain', { lottery: { ...lottery, chain: 'ab', publicKey: 'ab' }, ...nobody }],
      ['publicKey', { lottery: { ...lottery, publicKey: QUICKNET.publicKey, ticketLots: 0 } }],
      ['ticketLots', { lottery: { ...lottery, ticketLots: 0.5, mostTickets: 0 } }],
      ['ticketLots', { lottery: { ...lottery, ticketLots: 121 }, most: '60' }],
      ['mostTickets', { lottery: { ...lottery, mostTickets: 101 }, most: '60', cap: '60' }],
      ['most', { most: '60', cap: '40', ...nobody }],
      ['cap', { cap: '40', ...nobody }],
      ['eligibility', { ...nobody, lottery: { ...lottery, round: 1 } }],
      ['round', { lottery: { ...lottery, round: lottery.round + 1 }, listsAt: right.closesAt }],
      ['round', { lottery: { ...lottery, round: lottery.round - 1 } }],
      ['round', { lottery: quicknet, listsAt: late }],
      ['listsAt', { listsAt: right.closesAt }],
      ['listsAt', { lottery: hourly, listsAt: right.closesAt + HOUR - 1 }],
    ];
    const tried = (change: object, actor: number = OWNER.setup, name = 'listLaunch') =>
      send(actor, name, { ...right, ...change });
    for (const [field, change] of table) {
      expect(tried(change), `${field}`).toMatchObject({
        refusal: 'invalidTerms',
        detail: { field },
      });
    }
    // Two people cannot publish by a beacon whose key everybody knows.
    expect(tried({}, STAFF, 'publishLaunch')).toMatchObject({ detail: { field: 'chain' } });
    expect(
      tried({ lottery: hourly, listsAt: late }, STAFF, 'publishLaunch').refusal,
    ).toBeUndefined();
    expect(tried({}).refusal).toBeUndefined();
  });

  it('LNCH-064 people subscribe whole tickets, and accounts that are taken for one have theirs together', () => {
    const { id: launchId } = sold([3]);
    const ask = (who: number, quantity: string) =>
      send(who, 'subscribeLaunch', { launchId, quantity });
    const lot = { lot: '10', asset: 'NEW' };
    expect(ask(PEOPLE[0]!, '15')).toMatchObject({ refusal: 'invalidLots', detail: lot });
    expect(ask(PEOPLE[0]!, '30')).toMatchObject({ detail: { most: '20' } });
    peers = new Map([[PEOPLE[1]!, [PEOPLE[0]!]]]);
    expect(ask(PEOPLE[1]!, '30')).toMatchObject({
      ...{ refusal: 'aboveHardCap', detail: { most: '20', asset: 'NEW' } },
    });
    expect(ask(PEOPLE[1]!, '20')).toMatchObject({ amount: '40', tickets: { count: 2 } });
    const back = (quantity: string) =>
      send(PEOPLE[1]!, 'withdrawSubscription', { launchId, quantity });
    expect(back('5')).toMatchObject({ refusal: 'invalidLots', detail: lot });
    expect(back('10')).toMatchObject({ tickets: { count: 1 } });
    expect(has(PEOPLE[1]!, 'USDT')).toBe('980');
  });

  it('LNCH-065 the list is closed before the round exists, and only its signature ends the wait, whoever brings it', () => {
    const sale = sold([2, 5, 4, 3]);
    send(PEOPLE[1]!, 'withdrawSubscription', { launchId: sale.id, quantity: '50' });
    const seen = new Set<string>();
    const refused = (change: object = {}, actor: number = OWNER.custody) => {
      const { id: launchId, round } = sale;
      const body = { launchId, round, signature: practiceRound(round), ...change };
      const { refusal } = send(actor, 'drawLaunch', body);
      seen.add(`${refusal}`);
      return refusal;
    };
    expect(refused({}, OWNER.marketMaker)).toBe('notAllowed');
    expect(refused({ launchId: 99 })).toBe('unknownLaunch');
    expect(refused()).toBe('notAwaited');
    now += HOUR;
    settle();
    const list = '1 2\n3 4\n4 3';
    const digest = createHash('sha256').update(list).digest('hex');
    expect(launch.launches.get(sale.id)).toMatchObject({ phase: 'awaiting', listDigest: digest });
    expect(send(PEOPLE[0]!, 'subscribeLaunch', { launchId: sale.id, quantity: '10' }).refusal).toBe(
      'launchClosed',
    );
    const firsts = [0, 2, 3].map((i) => {
      const row = launch.launches.of(sale.id, PEOPLE[i]!)!;
      return (launch.view(row) as SubscriptionView).tickets;
    });
    expect(firsts).toEqual([2, 4, 3].map((count, i) => ({ count, first: [1, 3, 7][i], won: [] })));
    expect(refused({ round: sale.round + 1 })).toBe('otherRound');
    expect(refused()).toBe('roundNotYet');
    now = sale.at;
    for (const signature of [
      practiceRound(sale.round + 1),
      '',
      7,
      malleated(practiceRound(sale.round)),
    ]) {
      expect(refused({ signature })).toBe('invalidSignature');
    }
    expect(launch.isDue(now)).toBe(false);
    const value = roundValue(practiceRound(sale.round));
    expect(bring(sale, PEOPLE[2]!)).toEqual({ value });
    const possible = DRAW_REFUSALS.filter((one) => one !== 'roundMissed');
    expect([...seen].toSorted()).toEqual([...possible].toSorted());
    expect(refused()).toBe('notAwaited');
  });

  it('LNCH-066 winning tickets become allocations with the same releases, and the others are paid back at once', () => {
    const tickets = [5, 1, 4, 3];
    const sale = sold(tickets);
    now += HOUR;
    settle();
    now = sale.at;
    bring(sale);
    settle();
    expect(phase(sale.id)).toBe('locked');
    const value = roundValue(practiceRound(sale.round));
    const all = tickets.flatMap((count, who) => Array.from({ length: count }, () => who));
    const order = all
      .map((who, i) => ({ who, number: i + 1, key: ticketKey(sale.id, value, i + 1) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, 6);
    for (const [who, count] of tickets.entries()) {
      const won = order.filter((one) => one.who === who).map(({ number }) => number);
      const row = launch.launches.of(sale.id, PEOPLE[who]!);
      expect(has(PEOPLE[who]!, 'USDT')).toBe(`${1_000 - won.length * 20}`);
      expect(has(PEOPLE[who]!, 'NEW')).toBe(
        formatDecimal(BigInt(won.length) * 333_333_000n, SCALE),
      );
      if (won.length === 0) expect(row).toBeUndefined();
      else {
        const view = launch.view(row!) as SubscriptionView;
        expect(view).toMatchObject({ allotted: `${won.length * 10}`, paid: `${won.length * 20}` });
        expect(view.tickets).toMatchObject({ count, won: won.toSorted((a, b) => a - b) });
      }
    }
    now += 4 * DAY;
    settle();
    const got = PEOPLE.map((who) => Number(has(who, 'NEW')));
    expect(got.reduce((sum, one) => sum + one, 0)).toBe(60);
  });

  it('LNCH-067 a round that is missing for seven days ends the sale, and everybody has everything back', () => {
    const sale = sold([5, 4]);
    now = sale.at + MISSED_MS - 1;
    settle();
    expect([phase(sale.id), launch.isDue(now)]).toEqual(['awaiting', false]);
    now += 1;
    expect(bring(sale).refusal).toBe('roundMissed');
    settle();
    expect(launch.launches.get(sale.id)).toMatchObject({
      phase: 'cancelled',
      reason: 'roundMissed',
    });
    expect([has(PEOPLE[0]!, 'USDT'), has(PEOPLE[1]!, 'USDT')]).toEqual(['1000', '1000']);
    expect(bring(sale).refusal).toBe('notAwaited');
    const pay = { launchId: sale.id, symbol: 'NEW', userId: PEOPLE[4]! };
    expect(send(STAFF, 'payOutLaunch', pay)).toEqual({ raised: '0', unsold: '60' });
  });

  it('LNCH-068 the house can end it only while nobody can know who wins', () => {
    const cancel = (launchId: number) =>
      send(STAFF, 'cancelLaunch', { launchId, symbol: 'NEW', reason: 'The paper was wrong.' });
    const [one, other] = [sold([5, 4]), sold([5, 4])];
    now += HOUR;
    settle();
    expect(cancel(one.id).refusal).toBeUndefined();
    settle();
    expect([phase(one.id), has(PEOPLE[0]!, 'USDT')]).toEqual(['cancelled', '900']);
    now = other.at;
    expect(cancel(other.id).refusal).toBe('tooLate');
    bring(other);
    expect(cancel(other.id).refusal).toBe('tooLate');
  });

  it('LNCH-069 where all tickets win nothing is drawn, and nobody waits', () => {
    const sale = sold([3, 3]);
    const nobody = sold([]);
    now += HOUR;
    settle();
    expect([phase(sale.id), phase(nobody.id)]).toEqual(['locked', 'locked']);
    expect(launch.launches.get(sale.id)).toMatchObject({ soldLots: 120, signature: null });
    const view = launch.view(launch.launches.of(sale.id, PEOPLE[1]!)!) as SubscriptionView;
    expect(view.tickets).toEqual({ count: 3, first: 4, won: [4, 5, 6] });
    expect(bring(sale).refusal).toBe('notAwaited');
  });

  it('LNCH-070 a virtual account that ends after the close stays in the list, and no slice changes who wins', () => {
    const course = (slice: number | undefined) => {
      open(slice);
      const sale = sold([5, 5, 5, 4, 3], { winners: 9 });
      now += HOUR;
      const commands = settle();
      send(OWNER.setup, 'endVirtualAccount', { userId: PEOPLE[0]! });
      now = sale.at;
      bring(sale);
      const drawn = settle();
      now += 4 * DAY;
      settle();
      const owners = [OWNER.launch, ...PEOPLE];
      const got = owners.map((user) => `${has(user, 'NEW')} ${has(user, 'USDT')}`);
      return { got, commands: commands + drawn, list: launch.launches.get(sale.id)?.listDigest };
    };
    const [whole, small] = [course(undefined), course(1)];
    expect([small.got, small.list]).toEqual([whole.got, whole.list]);
    expect(small.commands).toBeGreaterThan(whole.commands + 10);
    expect(whole.got.slice(1)[0]).toBe('0 0');
  });
});
