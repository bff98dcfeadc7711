import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUBSCRIBE_REFUSALS, type SubscriptionView } from './schema/index.ts';
import { AFTER_ALL, STAFF, START, termsAt } from './testing/sale.ts';
import { openStage, type Stage } from './testing/stage.ts';

let launch: Stage['launch'];
let send: Stage['send'];
let settle: Stage['settle'];
let has: Stage['has'];
let now: number;

/** Accounts that are taken for one. */
let peers: ReadonlyMap<number, number[]>;

function open(slice?: number): void {
  now = START;
  peers = new Map();
  const peersOf = (userId: number) => peers.get(userId) ?? [];
  ({ launch, send, settle, has } = openStage({ now: () => now, slice, peersOf }));
}

function person(userId: number, usdt: string): number {
  const grants = [{ asset: 'USDT', amount: usdt }];
  send(OWNER.setup, 'openVirtualAccount', { userId, grants });
  return userId;
}

function publish(change: Parameters<typeof termsAt>[1] = {}): number {
  const { launchId, ...rest } = send(STAFF, 'publishLaunch', termsAt(now, change));
  expect(rest).toEqual({});
  return launchId as number;
}

const subscribe = (user: number, launchId: number, quantity: string) =>
  send(user, 'subscribeLaunch', { launchId, quantity });

const phase = (launchId: number) => launch.launches.get(launchId)?.phase;
const [ALICE, BOB, CAROL] = [1000, 1001, 1002];

beforeEach(() => open());

describe('the machine of new coins', () => {
  it('LNCH-010 sells only what is there: coins go into escrow when the project is published', () => {
    publish();
    expect([has(OWNER.launch, 'NEW'), has(OWNER.launch, 'NEW', 1)]).toEqual(['500', '1000']);
    expect(send(STAFF, 'publishLaunch', termsAt(now)).refusal).toBe('notFunded');
    expect(send(ALICE, 'publishLaunch', termsAt(now)).refusal).toBe('notAllowed');
    expect(send(STAFF, 'listLaunch', termsAt(now)).refusal).toBe('notAllowed');
  });

  it.each([
    ['lot', { lot: '0' }],
    ['price', { price: '0.00000001' }],
    ['supply', { supply: '1000.3' }],
    ['cap', { cap: '2000' }],
    ['most', { most: '50' }],
    ['issued', { issued: '999' }],
    ['about', { about: ' ' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['documents', { documents: [{ title: 'x', link: 'https://x.example', sha256: 'ab' }] }],
    ['opensAt', { opensAt: START + 400 * DAY, closesAt: START + 401 * DAY }],
    ['closesAt', { closesAt: START + HOUR + MINUTE - 1 }],
    ['listsAt', { listsAt: START + HOUR }],
    ['releases', { releases: [{ days: 0, sharePpm: 999_999 }] }],
    ['eligibility', { eligibility: { tier: 'none', countries: ['de'], review: false } }],
  ] as const)('LNCH-011 terms with a wrong %s are refused, and say so', (field, change) => {
    const answer = send(STAFF, 'publishLaunch', termsAt(now, change as object));
    expect(answer).toMatchObject({ refusal: 'invalidTerms', detail: { field } });
  });

  it('LNCH-012 takes subscriptions several times up to the hard cap, and gives them back', () => {
    person(ALICE, '1100');
    const id = publish();
    const seen = new Set<string>();
    const refused = (user: number, quantity: string, launchId = id) => {
      const { refusal } = subscribe(user, launchId, quantity);
      seen.add(`${refusal}`);
      return refusal;
    };
    expect(refused(OWNER.marketMaker, '1')).toBe('notAllowed');
    expect(refused(ALICE, '1', 99)).toBe('unknownLaunch');
    expect(refused(ALICE, '1')).toBe('launchNotOpen');
    now += HOUR;
    expect(subscribe(ALICE, id, '100')).toMatchObject({
      number: 1,
      quantity: '100',
      amount: '200',
    });
    expect([phase(id), has(ALICE, 'USDT'), has(OWNER.launch, 'USDT', 1)]).toEqual([
      ...['open', '900', '200'],
    ]);
    for (const quantity of ['0.3', '0', '-1', 'x', '1e3', '']) {
      expect(refused(ALICE, quantity)).toBe('invalidLots');
    }
    expect(refused(ALICE, '400.5')).toBe('aboveHardCap');
    expect(subscribe(ALICE, id, '350')).toMatchObject({ number: 1, quantity: '450' });
    person(BOB, '1');
    expect(refused(BOB, '1')).toBe('insufficientUsdt');
    const back = (quantity: string) =>
      send(ALICE, 'withdrawSubscription', { launchId: id, quantity });
    expect(back('450.5').refusal).toBe('notSubscribed');
    expect(back('50')).toMatchObject({ quantity: '400' });
    expect(back('400')).toMatchObject({ quantity: '0' });
    expect(has(ALICE, 'USDT')).toBe('1100');
    expect(subscribe(ALICE, id, '1')).toMatchObject({ number: 2 });
    now += HOUR;
    expect(refused(ALICE, '1')).toBe('launchClosed');
    expect(back('1').refusal).toBe('launchClosed');
    const possible = SUBSCRIBE_REFUSALS.filter((one) => one !== 'launchFull');
    expect([...seen].toSorted()).toEqual([...possible].toSorted());
  });

  it('LNCH-075 accounts that are taken for one ask for, and get, no more than one person does', () => {
    for (const user of [ALICE, BOB, CAROL]) person(user, '2000');
    const id = publish({ supply: '150' });
    peers = new Map([
      [ALICE, [BOB]],
      [BOB, [ALICE]],
    ]);
    now += HOUR;
    const above = (most: string) => ({ refusal: 'aboveHardCap', detail: { most, asset: 'NEW' } });
    // One account, and others without one in the sale, ask for up to the most of one person.
    expect(subscribe(ALICE, id, '60')).toMatchObject({ quantity: '60' });
    expect(subscribe(CAROL, id, '500')).toMatchObject({ quantity: '500' });
    expect(subscribe(BOB, id, '40.5')).toMatchObject(above('40'));
    expect(subscribe(BOB, id, '40')).toMatchObject({ quantity: '40' });
    expect(subscribe(ALICE, id, '0.5')).toMatchObject(above('0'));
    send(ALICE, 'withdrawSubscription', { launchId: id, quantity: '60' });
    send(BOB, 'withdrawSubscription', { launchId: id, quantity: '40' });
    expect(subscribe(ALICE, id, '450')).toMatchObject({ quantity: '450' });
    expect(subscribe(ALICE, id, '50.5')).toMatchObject(above('50'));
    expect(subscribe(BOB, id, '0.5')).toMatchObject(above('0'));
  });

  it('LNCH-013 cannot be withdrawn where the published terms say so', () => {
    person(ALICE, '100');
    const id = publish({ withdrawable: false });
    now += HOUR;
    subscribe(ALICE, id, '1');
    const back = send(ALICE, 'withdrawSubscription', { launchId: id, quantity: '1' });
    expect(back.refusal).toBe('notWithdrawable');
  });

  it('LNCH-014 LNCH-016 allots, refunds at once, and releases by schedule, each once', () => {
    for (const user of [ALICE, BOB, CAROL]) person(user, '2000');
    const id = publish({ supply: '300' });
    now += HOUR;
    subscribe(ALICE, id, '500');
    subscribe(BOB, id, '150.5');
    subscribe(CAROL, id, '99.5');
    now += HOUR;
    settle();
    expect(phase(id)).toBe('locked');
    // The cap for all three would be 300: so nothing is left over, and Carol is paid in full.
    const third = ['33.3333', '33.3333'];
    expect([has(ALICE, 'NEW'), has(BOB, 'NEW')]).toEqual(third);
    expect(has(CAROL, 'NEW')).toBe('33.1666335');
    const got = [ALICE, BOB, CAROL].map((user) => {
      const row = launch.launches.of(id, user)!;
      return (launch.view(row) as SubscriptionView).allotted;
    });
    expect(got).toEqual(['100', '100', '99.5']);
    expect([has(ALICE, 'USDT'), has(BOB, 'USDT'), has(CAROL, 'USDT')]).toEqual([
      ...['1800', '1800', '1801'],
    ]);
    now += DAY - 1;
    expect(launch.isDue(now)).toBe(false);
    now += 1;
    settle();
    expect([has(ALICE, 'NEW'), settle()]).toEqual(['66.6666', 0]);
    now += 2 * DAY;
    settle();
    expect([has(ALICE, 'NEW'), has(CAROL, 'NEW')]).toEqual(['100', '99.5']);
    expect(launch.launches.of(id, ALICE)).toBeUndefined();
  });

  it('LNCH-015 after days of downtime it catches up in order, each phase once', () => {
    person(ALICE, '2000');
    const id = publish();
    now += HOUR;
    subscribe(ALICE, id, '100');
    now += 40 * DAY;
    settle();
    expect([phase(id), has(ALICE, 'NEW'), has(ALICE, 'USDT')]).toEqual(['locked', '100', '1800']);
    expect(settle()).toBe(0);
    expect(send(OWNER.custody, 'stepLaunches', {}).refusal).toBe('nothingDue');
    expect(send(ALICE, 'stepLaunches', {}).refusal).toBe('notAllowed');
  });

  it('LNCH-017 the coin is listed when its market is open, not before its day', () => {
    const id = publish();
    now += AFTER_ALL;
    settle();
    expect(phase(id)).toBe('locked');
    send(OWNER.setup, 'listMarket', MARKET);
    settle();
    expect(phase(id)).toBe('listed');
  });

  it('LNCH-018 two people end it before its result, and everybody gets everything back', () => {
    person(ALICE, '2000');
    const id = publish();
    const cancel = (reason: string, actor = STAFF, symbol = 'NEW') =>
      send(actor, 'cancelLaunch', { launchId: id, symbol, reason });
    now += HOUR;
    subscribe(ALICE, id, '100');
    expect(cancel('why', ALICE).refusal).toBe('notAllowed');
    expect(cancel('why', STAFF, 'USDT').refusal).toBe('unknownLaunch');
    for (const reason of [' ', 'roundMissed']) expect(cancel(reason).refusal).toBe('invalidReason');
    expect(cancel('The paper was wrong.').refusal).toBeUndefined();
    settle();
    expect([phase(id), has(ALICE, 'USDT'), has(ALICE, 'NEW')]).toEqual(['cancelled', '2000', '0']);
    expect(cancel('again').refusal).toBe('tooLate');
    const pay = { launchId: id, symbol: 'NEW', userId: BOB };
    expect(send(STAFF, 'payOutLaunch', pay)).toEqual({ raised: '0', unsold: '1000' });
  });

  it('LNCH-019 what was raised stays at the house until two people pay it out, once', () => {
    person(ALICE, '2000');
    const id = publish();
    const pay = { launchId: id, symbol: 'NEW', userId: BOB };
    now += HOUR;
    subscribe(ALICE, id, '100');
    expect(send(STAFF, 'payOutLaunch', pay).refusal).toBe('notYet');
    now += HOUR;
    settle();
    expect(has(OWNER.launch, 'USDT', 1)).toBe('200');
    expect(send(ALICE, 'payOutLaunch', pay).refusal).toBe('notAllowed');
    const nobody = { ...pay, userId: OWNER.fees };
    expect(send(STAFF, 'payOutLaunch', nobody).refusal).toBe('unknownUser');
    expect(send(STAFF, 'payOutLaunch', pay)).toEqual({ raised: '200', unsold: '900' });
    expect([has(BOB, 'USDT'), has(BOB, 'NEW')]).toEqual(['200', '900']);
    expect(send(staffActor(8), 'payOutLaunch', pay).refusal).toBe('alreadyPaidOut');
    now += 3 * DAY;
    settle();
    expect(has(ALICE, 'NEW')).toBe('100');
  });

  it('LNCH-020 a virtual account that ends gets its money back, or what is due goes to the house', () => {
    for (const user of [ALICE, BOB]) person(user, '2000');
    const id = publish();
    now += HOUR;
    subscribe(ALICE, id, '10');
    subscribe(BOB, id, '10');
    expect(send(OWNER.setup, 'endVirtualAccount', { userId: ALICE })).toEqual({ userId: ALICE });
    expect(launch.launches.get(id)).toMatchObject({ people: 1, totalLots: 20 });
    now += HOUR;
    settle();
    send(OWNER.setup, 'endVirtualAccount', { userId: BOB });
    now += 3 * DAY;
    settle();
    expect([has(BOB, 'NEW'), has(OWNER.launch, 'NEW')]).toEqual(['0', '506.66667']);
  });

  it('LNCH-021 works in slices, and no slice changes what anybody gets', () => {
    const course = (slice: number) => {
      open(slice);
      const users = Array.from({ length: 60 }, (_, i) => person(2_000 + i, '1000'));
      const id = publish({ supply: '500', cap: '20' });
      now += HOUR;
      for (const [i, user] of users.entries()) subscribe(user, id, `${((i * 37) % 90) / 2 + 0.5}`);
      now += HOUR;
      const commands = settle();
      now += 3 * DAY;
      settle();
      return { commands, got: users.map((user) => [has(user, 'NEW'), has(user, 'USDT')]) };
    };
    const [whole, small] = [course(500), course(2)];
    expect(small.got).toEqual(whole.got);
    expect([whole.commands, small.commands > 30]).toEqual([1, true]);
  });
});

const MARKET = {
  ...{ symbol: 'NEWUSDT', base: 'NEW', quote: 'USDT', index: 'NEW-USDT' },
  ...{ tickSize: '0.01', stepSize: '0.1', maxPrice: '10000', minQuantity: '0.1' },
  ...{ maxQuantity: '100000', minNotional: '1', maxNotional: '1000000' },
  ...{ makerFeePpm: 1_000, takerFeePpm: 1_000 },
};
