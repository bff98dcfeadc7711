import {
  accountId,
  FIRST_USER,
  OWNER,
  ownerOf,
  staffActor,
  WALLET,
} from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FEE_STEPS, feeSchedule, feeTierOf } from '@assay/core/order/fee-tier';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import { dayOf } from '../rules.ts';

/** One step of a cluster: who acts, with whom, and how. */
interface Step {
  readonly what: 'trade' | 'sign' | 'nextDay' | 'join';
  readonly one: number;
  readonly other: number;
  readonly lots: number;
  readonly ticks: number;
}

/** What a cluster does: whom its accounts have invited, and its steps. */
export interface Strategy {
  /** For each account but the first, which earlier one has invited it. */
  readonly tree: readonly number[];
  readonly steps: readonly Step[];
}

/** What came of it, by asset: USDT and ABC. */
export interface Outcome {
  readonly fees: readonly bigint[];
  readonly commissions: readonly bigint[];
  readonly signIns: bigint;
  /** What all accounts have gained, without what was signed in for. */
  readonly gained: readonly bigint[];
  readonly fundLeft: bigint;
  readonly signedDays: number;
  readonly days: number;
  /** The highest fee tier that an account has reached. */
  readonly lifted: number;
}

const START = 1_763_640_000_000;
const ASSETS = ['USDT', 'ABC'] as const;
/** The most that may be published. */
const RATES = [250_000, 120_000, 80_000, 50_000];
const SLOTS = [10, 10, 20, 20, 30, 30, 100].map((cents) => cents * 1_000_000);
const FUND = 5;
const TAKEN = 1_000;
/** Steps that a cluster reaches, down to the least that may be published. */
const SCHEDULE = feeSchedule([
  { volume: 200n * 10n ** 8n, makerPpm: 900, takerPpm: 900 },
  { volume: 2_000n * 10n ** 8n, makerPpm: 500, takerPpm: 700 },
  { volume: 8_000n * 10n ** 8n, makerPpm: 200, takerPpm: 500 },
  { volume: 20_000n * 10n ** 8n, makerPpm: 10, takerPpm: 10 },
]);

/** A strategy at random: chains and stars, trades at any price, many accounts. */
function randomStrategy(dice: Dice): Strategy {
  const accounts = dice.int(2, 8);
  const tree = Array.from({ length: accounts - 1 }, (_, at) => dice.int(0, at));
  const steps = Array.from({ length: dice.int(10, 60) }, () => randomStep(dice, accounts));
  return { tree, steps };
}

function randomStep(dice: Dice, accounts: number): Step {
  const throwOf = dice.int(0, 9);
  const what = throwOf < 6 ? 'trade' : throwOf < 8 ? 'nextDay' : throwOf < 9 ? 'sign' : 'join';
  return {
    ...{ what, one: dice.int(0, accounts - 1), other: dice.int(0, accounts - 1) },
    ...{ lots: dice.int(1, 500), ticks: dice.int(6_000, 40_000) },
  };
}

/** A neighbour of a strategy: a few steps are others, or somebody was invited by somebody else. */
function mutate(dice: Dice, { tree, steps }: Strategy): Strategy {
  const accounts = tree.length + 1;
  const changed = steps.map((step) => (dice.int(0, 7) === 0 ? randomStep(dice, accounts) : step));
  const grown = dice.int(0, 2) === 0 ? [...changed, randomStep(dice, accounts)] : changed;
  const other = tree.map((by, at) => (dice.int(0, 5) === 0 ? dice.int(0, at) : by));
  return { tree: other, steps: grown };
}

/** Plays a strategy on the machines of the real realm, with the job's part done by hand. */
function play({ tree, steps }: Strategy): Outcome {
  const machines = createRealmMachines('real');
  const sequencer = new Sequencer(machines);
  const { ledger } = machines.ledger;
  const all = [0, ...tree].map((_, at) => FIRST_USER + at);
  let now = START;
  const send = (actor: number, type: string, body: object) =>
    sequencer.decide(type, actor, body, now) as Readonly<Record<string, unknown>>;
  const must = (actor: number, type: string, body: object) => {
    const outcome = send(actor, type, body);
    if (outcome.refusal !== undefined) throw new Error(`${type}: ${outcome.refusal}`);
    return outcome;
  };
  setUp(must, all, tree);
  const has = (owner: number, asset: string) => {
    const slot = ledger.find(accountId(owner, WALLET.currency, machines.markets.assetId(asset)!));
    return ledger.available(slot) + ledger.held(slot);
  };
  const whole = () => ASSETS.map((asset) => all.reduce((sum, user) => sum + has(user, asset), 0n));
  const before = whole();
  const fees = [0n, 0n];
  let counted = 0;
  /** Of each person and asset since the last day that was paid. */
  const ofDay = new Map<string, bigint>();
  const count = () => {
    const { postings } = ledger;
    for (; counted < postings.count; counted += 1) {
      const purpose = postings.purpose(counted);
      if (purpose !== PURPOSE.spotFee && purpose !== PURPOSE.smallFee) continue;
      const from = postings.from(counted);
      const key = `${ownerOf(from)} ${from % 2048}`;
      const amount = BigInt(postings.amount(counted));
      ofDay.set(key, (ofDay.get(key) ?? 0n) + amount);
      fees[(from % 2048) - 1]! += amount;
    }
  };
  const tiers = followTiers(machines, must);
  const endDay = () => {
    count();
    const day = dayOf(now);
    now = (day + 1) * DAY + 1;
    tiers.cut(dayOf(now));
    for (const userId of all.slice(1)) {
      const kept = ASSETS.flatMap((asset, at) => {
        const amount = ofDay.get(`${userId} ${at + 1}`) ?? 0n;
        return amount === 0n ? [] : [{ asset, amount: formatDecimal(amount, SCALE) }];
      });
      if (kept.length === 0) continue;
      must(OWNER.setup, 'payCommissions', { userId, day, fees: kept, ratesPpm: RATES });
    }
    ofDay.clear();
    must(OWNER.setup, 'closeCommissionDay', { day, upTo: sequencer.seq });
  };
  let signIns = 0n;
  let signedDays = 0;
  for (const { what, one, other, lots, ticks } of steps) {
    const [user, with_] = [all[one]!, all[other]!];
    if (what === 'nextDay') endDay();
    else if (what === 'join')
      send(staffActor(1), 'joinCluster', { userId: user, withUserId: with_ });
    else if (what === 'sign') {
      const fund = has(OWNER.promotions, 'USDT');
      const signed = send(user, 'signIn', { day: dayOf(now), amounts: SLOTS });
      signIns += fund - has(OWNER.promotions, 'USDT');
      if (signed.refusal === undefined) signedDays += 1;
    } else {
      const order = { market: 'ABCUSDT', type: 'limit', quantity: `${lots / 10}` };
      const limitPrice = `${ticks / 100}`;
      send(user, 'placeOrder', { ...order, side: 'sell', limitPrice });
      send(with_, 'placeOrder', { ...order, side: 'buy', limitPrice });
      tiers.count();
    }
    if (sequencer.seq > TAKEN) break;
  }
  endDay();
  sequencer.audit();
  const commissions = ASSETS.map((_, at) => paidOf(machines, at + 1));
  const gained = whole().map((sum, at) => sum - before[at]! - (at === 0 ? signIns : 0n));
  const days = dayOf(now) - dayOf(START);
  const fundLeft = has(OWNER.promotions, 'USDT');
  return { fees, commissions, signIns, gained, fundLeft, signedDays, days, lifted: tiers.lifted() };
}

/** Of a trade. */
interface Traded {
  readonly buyer: number;
  readonly seller: number;
  readonly quote: string;
}

/** Fee tiers of a cluster by what each has traded with others, ever: no cut counts more. */
function followTiers(
  { orders, promotion }: Pick<ReturnType<typeof createRealmMachines>, 'orders' | 'promotion'>,
  must: Must,
) {
  const volumes = new Map<number, bigint>();
  let highest = 0;
  return {
    count: () => {
      for (const fact of orders.takeFacts()) {
        if (fact.type !== 'tradeMade') continue;
        const { buyer, seller, quote } = fact as unknown as Traded;
        if (buyer === seller || promotion.clusters.areSame(buyer, seller)) continue;
        for (const userId of [buyer, seller]) {
          volumes.set(userId, (volumes.get(userId) ?? 0n) + parseDecimal(quote, SCALE)!);
        }
      }
    },
    cut: (day: number) => {
      for (const [userId, volume] of volumes) {
        const { tier, makerPpm, takerPpm } = feeTierOf(SCHEDULE, volume);
        const cut = { day, tier, volume: String(volume) };
        must(OWNER.setup, 'setFeeTier', { userId, makerPpm, takerPpm, cut });
        highest = Math.max(highest, tier);
      }
    },
    lifted: () => highest,
  };
}

/** What was paid as commissions of an asset, by the journal. */
function paidOf({ ledger }: ReturnType<typeof createRealmMachines>, asset: number): bigint {
  const { postings } = ledger.ledger;
  let sum = 0n;
  for (let row = 0; row < postings.count; row += 1) {
    const isOf = postings.purpose(row) === PURPOSE.commission && postings.to(row) % 2048 === asset;
    if (isOf) sum += BigInt(postings.amount(row));
  }
  return sum;
}

type Must = (actor: number, type: string, body: object) => unknown;

function setUp(must: Must, all: readonly number[], tree: readonly number[]): void {
  for (const symbol of ASSETS) must(OWNER.setup, 'listAsset', { symbol, name: symbol });
  must(OWNER.setup, 'listMarket', {
    ...{ symbol: 'ABCUSDT', base: 'ABC', quote: 'USDT', tickSize: '0.01', stepSize: '0.1' },
    ...{ maxPrice: '100000', minQuantity: '0.1', maxQuantity: '10000', minNotional: '5' },
    ...{ maxNotional: '1000000', makerFeePpm: 1000, takerFeePpm: 1000 },
  });
  must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: `${FUND}` });
  for (const userId of all) {
    for (const [asset, amount] of [
      ['USDT', '1000000'],
      ['ABC', '10000'],
    ]) {
      const body = { userId, asset, amount, digest: '0'.repeat(64), rules: 1 };
      must(OWNER.custody, 'creditDeposit', body);
    }
  }
  tree.forEach((by, at) => {
    const body = { userId: FIRST_USER + at + 1, referrerId: FIRST_USER + by };
    must(OWNER.setup, 'bindReferral', body);
  });
}

/** What a cluster wants most: to gain for what it pays. Zero is what doing nothing brings. */
const scoreOf = ({ fees, gained }: Outcome) => {
  const paid = Number(fees[0]! + fees[1]!);
  return paid === 0 ? -1 : Number(gained[0]! + gained[1]!) / paid;
};

/**
 * Plays strategies: half of them at random, half evolved from the best so far. `check` throws for
 * one that must not be.
 */
export function hunt(seed: number, count: number, check: (found: Outcome) => void) {
  const dice = createDice(seed);
  let best: { readonly strategy: Strategy; readonly score: number } | null = null;
  let [traded, lifted] = [0, 0];
  for (let n = 0; n < count; n += 1) {
    const strategy: Strategy =
      best === null || n % 2 === 0 ? randomStrategy(dice) : mutate(dice, best.strategy);
    const outcome = play(strategy);
    check(outcome);
    if (outcome.fees.some((fee) => fee > 0n)) traded += 1;
    if (outcome.lifted === FEE_STEPS) lifted += 1;
    const score = scoreOf(outcome);
    if (best === null || score > best.score) best = { strategy, score };
  }
  return { best: best!.score, traded, lifted };
}

/** A cluster that only trades with itself: why what it has got cannot be. */
export function refuseOutcome(found: Outcome): string | null {
  const { fees, commissions, gained, signIns, fundLeft } = found;
  for (const at of [0, 1]) {
    if (commissions[at]! * 2n > fees[at]!) return 'more than half of the fees came back';
    if (gained[at]! > 0n || (fees[at]! > 0n && gained[at]! === 0n)) return 'trading alone pays';
    // What rounding adds to a fee is not counted as one.
    if (gained[at]! > commissions[at]! - fees[at]!) return 'somebody else has paid';
  }
  const fund = BigInt(FUND) * 10n ** BigInt(SCALE);
  return signIns + fundLeft === fund && fundLeft >= 0n ? null : 'the fund is not what it was';
}
