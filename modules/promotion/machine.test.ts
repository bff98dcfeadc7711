import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { Sequencer } from '@assay/platform/engine/sequencer';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_MEMBERS } from './clusters.ts';
import { PromotionMachine } from './machine.ts';
import { areRates, commissionOf, dayOf, maskedNumber } from './rules.ts';
import { BIND_REFUSALS, CLOSE_REFUSALS, JOIN_REFUSALS, PAY_REFUSALS } from './schema/commands.ts';
import { hunt, refuseOutcome } from './testing/ring.ts';

const START = 1_763_640_000_000;
const TODAY = dayOf(START);
const [ANN, BEN, CAT, DAN, EVE, FAY] = [1000, 1001, 1002, 1003, 1004, 1005];
const CHAIN = [ANN, BEN, CAT, DAN, EVE, FAY];
const RATES = [200_000, 80_000, 40_000, 20_000];
const STAFF = staffActor(1);
const { setup: SETUP } = OWNER;

let sequencer: Sequencer;
let ledger: LedgerMachine;
let promotion: PromotionMachine;

function open(realm: Realm = 'real'): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  promotion = new PromotionMachine({ realm, ledger, assets: markets });
  sequencer = new Sequencer({ markets, ledger, promotion });
  for (const symbol of ['USDT', 'BTC']) send(SETUP, 'listAsset', { symbol, name: symbol });
  send(SETUP, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: '1000' });
}

function send(actor: number, type: string, body: object, at = START) {
  const before = sequencer.stateHash();
  const outcome = sequencer.decide(type, actor, body, at) as Record<string, unknown>;
  if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
  sequencer.audit();
  return outcome;
}

const has = (owner: number, asset = 1) => {
  const slot = ledger.ledger.find(accountId(owner, WALLET.currency, asset));
  return formatDecimal(ledger.ledger.available(slot), SCALE);
};
const bind = (userId: number, referrerId: number, actor: number = SETUP) =>
  send(actor, 'bindReferral', { userId, referrerId });
/** Everybody has invited the next one. */
const bindAll = () => CHAIN.slice(1).forEach((userId, at) => void bind(userId, CHAIN[at]!));
const pay = (userId: number, change: object = {}, at = START + DAY) =>
  send(
    SETUP,
    'payCommissions',
    {
      ...{ userId, day: TODAY, fees: [{ asset: 'USDT', amount: '10' }], ratesPpm: RATES },
      ...change,
    },
    at,
  );

beforeEach(() => open());

describe('the machine of invitations', () => {
  it('PROM-001 somebody is bound once, to who was there before, by the house alone', () => {
    const attempts: [string, number, number, number][] = [
      ['notAllowed', BEN, ANN, BEN],
      ['unknownUser', 999, 998, SETUP],
      ['notEarlier', ANN, ANN, SETUP],
      ['notEarlier', ANN, BEN, SETUP],
    ];
    for (const [refusal, user, by, actor] of attempts) {
      expect(bind(user, by, actor)).toEqual({ refusal });
    }
    expect(bind(BEN, ANN)).toEqual({ userId: BEN, referrerId: ANN });
    expect(bind(BEN, ANN)).toEqual({ refusal: 'alreadyBound' });
    const met = [...attempts.map(([refusal]) => refusal), 'alreadyBound'];
    expect([...new Set(met)]).toEqual(BIND_REFUSALS.filter((one) => one !== 'onlyReal'));
    open('demo');
    expect(bind(BEN, ANN)).toEqual({ refusal: 'onlyReal' });
  });

  it('PROM-002 four levels get their share of a kept fee, rounded down, out of house:fees', () => {
    bindAll();
    const fees = [{ asset: 'USDT', amount: '10.00000003' }];
    const { paid } = pay(FAY, { fees });
    expect(paid).toEqual([
      { to: EVE, level: 1, asset: 'USDT', amount: '2' },
      { to: DAN, level: 2, asset: 'USDT', amount: '0.8' },
      { to: CAT, level: 3, asset: 'USDT', amount: '0.4' },
      { to: BEN, level: 4, asset: 'USDT', amount: '0.2' },
    ]);
    expect([has(ANN), has(FAY), has(OWNER.fees)]).toEqual(['0', '0', '996.6']);
    expect(pay(BEN, { fees, day: TODAY }).paid).toMatchObject([{ to: ANN, amount: '2' }]);
  });

  it('PROM-011 the fees of a day may be in a hundred assets', () => {
    bindAll();
    const fees = Array.from({ length: 100 }, (_, at) => ({ asset: `A${at}X`, amount: '10' }));
    for (const { asset } of fees) {
      sequencer.decide('listAsset', SETUP, { symbol: asset, name: asset }, START);
      const house = { owner: OWNER.fees, asset, amount: '10' };
      sequencer.decide('fundHouse', SETUP, house, START);
    }
    expect(pay(BEN, { fees }).paid).toHaveLength(100);
    expect([has(ANN, 3), has(OWNER.fees, 102)]).toEqual(['2', '8']);
  });

  it('PROM-003 the reasons come in one order, and a person and day are paid once', () => {
    bindAll();
    const body: Record<string, unknown> = {
      ...{ userId: ANN, day: TODAY + 5, fees: [], ratesPpm: [1, 2] },
    };
    const attempt = { actor: ANN, at: START + DAY };
    const set = (change: object) => () => void Object.assign(body, change);
    send(SETUP, 'closeCommissionDay', { day: TODAY - 1, upTo: 1 });
    const steps: Record<string, () => void> = {
      notAllowed: () => void Object.assign(attempt, { actor: SETUP }),
      notReferred: set({ userId: BEN }),
      dayNotOver: set({ day: TODAY - 1 }),
      dayClosed: () => {
        pay(BEN);
        body.day = TODAY;
      },
      alreadyPaid: set({ userId: CAT }),
      invalidFees: set({ fees: [{ asset: 'USDT', amount: '9000' }] }),
      invalidRates: set({ ratesPpm: RATES }),
      feesNotThere: set({ fees: [{ asset: 'USDT', amount: '9' }] }),
    };
    expect(Object.keys(steps)).toEqual(PAY_REFUSALS.filter((one) => one !== 'onlyReal'));
    for (const [refusal, mend] of Object.entries(steps)) {
      expect(send(attempt.actor, 'payCommissions', body, attempt.at)).toEqual({ refusal });
      mend();
    }
    expect(send(SETUP, 'payCommissions', body, attempt.at).paid).toHaveLength(2);
    expect(send(SETUP, 'payCommissions', body, attempt.at)).toEqual({ refusal: 'alreadyPaid' });
    for (const fees of [
      ...[null, 'x', [null], [{ asset: 'ABC', amount: '1' }], [{ asset: 'USDT', amount: '0' }]],
      ...[
        [
          { asset: 'USDT', amount: '1' },
          { asset: 'USDT', amount: '1' },
        ],
      ],
    ]) {
      expect(pay(DAN, { fees })).toEqual({ refusal: 'invalidFees' });
    }
  });

  it('PROM-004 days close in their order, each with its last command, when they are over', () => {
    const close = (day: number, upTo: number, at = START + 9 * DAY, actor: number = SETUP) =>
      send(actor, 'closeCommissionDay', { day, upTo }, at);
    expect(close(TODAY, 1, START, ANN)).toEqual({ refusal: 'notAllowed' });
    expect(close(TODAY, 1, START)).toEqual({ refusal: 'dayNotOver' });
    expect(close(TODAY, 1_000)).toEqual({ refusal: 'invalidUpTo' });
    expect(close(TODAY, 3)).toEqual({ day: TODAY, upTo: 3 });
    expect(close(TODAY, 3)).toEqual({ refusal: 'dayClosed' });
    expect(close(TODAY + 1, 2)).toEqual({ refusal: 'invalidUpTo' });
    expect(promotion.closed()).toMatchObject({ day: TODAY, upTo: 3 });
    expect(CLOSE_REFUSALS).toEqual([
      ...['onlyReal', 'notAllowed', 'dayNotOver', 'dayClosed', 'invalidUpTo'],
    ]);
    open('demo');
    for (const type of ['closeCommissionDay', 'payCommissions', 'joinCluster', 'leaveCluster']) {
      expect(send(SETUP, type, {})).toEqual({ refusal: 'onlyReal' });
    }
  });

  it('PROM-005 accounts of one cluster get nothing for each other, others as before', () => {
    bindAll();
    const join = (userId: number, withUserId: number, actor: number = STAFF) =>
      send(actor, 'joinCluster', { userId, withUserId });
    expect(join(FAY, EVE, EVE)).toEqual({ refusal: 'notAllowed' });
    expect(join(FAY, FAY)).toEqual({ refusal: 'unknownUser' });
    expect(join(FAY, EVE)).toEqual({ clusterId: EVE, members: 2 });
    expect(join(EVE, FAY)).toEqual({ refusal: 'alreadyJoined' });
    expect(join(CAT, BEN)).toEqual({ clusterId: BEN, members: 2 });
    expect(join(FAY, CAT)).toEqual({ clusterId: BEN, members: 4 });
    expect(promotion.clusters.peersOf(FAY).sort()).toEqual([BEN, CAT, EVE]);
    expect(pay(FAY).paid).toEqual([{ to: DAN, level: 2, asset: 'USDT', amount: '0.8' }]);
    expect(send(STAFF, 'leaveCluster', { userId: CAT })).toEqual({ userId: CAT });
    expect(send(STAFF, 'leaveCluster', { userId: CAT })).toEqual({ refusal: 'notInCluster' });
    expect(pay(FAY, { day: TODAY + 1 }, START + 2 * DAY).paid).toMatchObject([
      ...[{ to: DAN }, { to: CAT, amount: '0.4' }],
    ]);
    for (let n = 0; n < MOST_MEMBERS - 3; n += 1) {
      sequencer.decide('joinCluster', STAFF, { userId: 2_000 + n, withUserId: EVE }, START);
    }
    expect(join(DAN, EVE)).toEqual({ refusal: 'clusterFull' });
    for (const userId of [EVE, FAY]) send(STAFF, 'leaveCluster', { userId });
    expect(promotion.clusters.peersOf(BEN)).toHaveLength(MOST_MEMBERS - 3);
    expect(JOIN_REFUSALS.slice(2)).toEqual(['unknownUser', 'alreadyJoined', 'clusterFull']);
  });

  it('PROM-006 no rates give more than half of a fee, and no share is rounded up', () => {
    const rate = fc.integer({ min: -10, max: 400_000 });
    fc.assert(
      fc.property(
        fc.array(rate, { minLength: 3, maxLength: 5 }),
        fc.bigInt(1n, 10n ** 17n),
        (rates, fees) => {
          const sum = rates.reduce((all, one) => all + one, 0);
          const isRight = rates.length === 4 && rates.every((one) => one >= 0) && sum <= 500_000;
          expect(areRates(rates)).toBe(isRight);
          if (!isRight) return;
          const all = rates.reduce((paid, one) => paid + commissionOf(fees, one), 0n);
          expect(all * 2n <= fees).toBe(true);
          for (const one of rates)
            expect(commissionOf(fees, one) * 1_000_000n <= fees * BigInt(one)).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
    expect(maskedNumber(1234)).toBe('#**34');
  });
});

it('PROM-007 PROM-041 RWRD-007 50 strategies of one cluster, random and evolved, never end above zero', () => {
  const check = (found: Parameters<typeof refuseOutcome>[0]) => {
    expect(refuseOutcome(found)).toBe(null);
  };
  const { best, traded, lifted, backed, bets } = hunt(7, 50, check);
  expect(traded).toBeGreaterThan(25);
  expect(lifted).toBeGreaterThan(5);
  expect(backed).toBeGreaterThan(20);
  expect(bets).toBeGreaterThan(50);
  expect(best).toBeLessThan(0);
  // At most three quarters of a fee come back: half by a voucher, and half of the rest.
  expect(best).toBeGreaterThanOrEqual(-1);
});
