import type { Ledger } from '@assay/core/ledger/ledger';
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
import { dayOf, keptOf } from '../rules.ts';
import { RingGifts, TASKS_COST } from './ring-gifts.ts';

/** One step of a cluster: who acts, with whom, and how. */
interface Step {
  readonly what: 'trade' | 'sign' | 'nextDay' | 'join' | 'take' | 'option' | 'contract';
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
  /** What vouchers have given back, and of what fees. */
  readonly backed: bigint;
  readonly met: bigint;
  /** What the promotion has spent on all of it: sign-ins, vouchers and trial funds. */
  readonly given: bigint;
  readonly bets: number;
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
/** For sign-ins, beside what is set aside for tasks. */
const FUND = 5;
/** What ABC is worth, in whole USDT: a fee in it counts for a voucher by no more. */
const INDEX = 100n;
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

const STEPS = [
  ...(['trade', 'trade', 'trade', 'trade', 'trade', 'trade', 'nextDay', 'nextDay'] as const),
  ...(['sign', 'join', 'take', 'take', 'option', 'contract'] as const),
];

function randomStep(dice: Dice, accounts: number): Step {
  return {
    ...{ what: dice.pick(STEPS), one: dice.int(0, accounts - 1), other: dice.int(0, accounts - 1) },
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

/** The real realm with its products, and a cluster with money. */
function begin(all: readonly number[], tree: readonly number[]) {
  const machines = createRealmMachines('real');
  const sequencer = new Sequencer(machines);
  const clock = { now: START };
  const send = (actor: number, type: string, body: object) =>
    sequencer.decide(type, actor, body, clock.now) as Readonly<Record<string, unknown>>;
  const must = (actor: number, type: string, body: object) => {
    const outcome = send(actor, type, body);
    if (outcome.refusal !== undefined) throw new Error(`${type}: ${outcome.refusal}`);
    return outcome;
  };
  setUp(must, all, tree);
  const gifts = new RingGifts(machines, clock, { send, must });
  gifts.open(all);
  return { machines, sequencer, clock, send, must, gifts };
}

/** Plays a strategy on the machines of the real realm, with the job's part done by hand. */
function play({ tree, steps }: Strategy): Outcome {
  const all = [0, ...tree].map((_, at) => FIRST_USER + at);
  const { machines, sequencer, clock, send, must, gifts } = begin(all, tree);
  const { ledger } = machines.ledger;
  const has = (owner: number, asset: string) => {
    const slot = ledger.find(accountId(owner, WALLET.currency, machines.markets.assetId(asset)!));
    return ledger.available(slot) + ledger.held(slot);
  };
  const whole = () =>
    ASSETS.map((_, at) => all.reduce((sum, user) => sum + gifts.of(user, at + 1), 0n));
  const before = whole();
  const budget = gifts.budget(all);
  let [backed, met] = [0n, 0n];
  const paid = followFees(ledger);
  const tiers = followTiers(machines, must);
  const endDay = () => {
    const ofDay = paid.next();
    const day = dayOf(clock.now);
    clock.now = (day + 1) * DAY + 1;
    tiers.cut(dayOf(clock.now));
    for (const [place, userId] of all.entries()) {
      const ofUser = ASSETS.map((_, at) => ofDay.get(`${userId} ${at + 1}`) ?? 0n);
      const worth = worthOf(ofUser);
      const given = worth === 0n ? 0n : backOf(send, userId, day, worth);
      backed += given;
      if (given > 0n) met += worth;
      if (place === 0) continue;
      const kept = ASSETS.flatMap((asset, at) => {
        const amount = keptOf(ofUser[at]!, { all: worth, given });
        return amount === 0n ? [] : [{ asset, amount: formatDecimal(amount, SCALE) }];
      });
      if (kept.length === 0) continue;
      must(OWNER.setup, 'payCommissions', { userId, day, fees: kept, ratesPpm: RATES });
    }
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
      const signed = send(user, 'signIn', { day: dayOf(clock.now), amounts: SLOTS });
      signIns += fund - has(OWNER.promotions, 'USDT');
      if (signed.refusal === undefined) signedDays += 1;
    } else if (what === 'take') gifts.take(user, lots);
    else if (what === 'option' || what === 'contract') {
      // Up to forty of a stake, or a lot; the price moves by two per cent at most.
      gifts.bet(what, user, with_, 1 + (lots % 40), (ticks % 401) * 100 - 20_000);
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
  gifts.end(all);
  sequencer.audit();
  const commissions = ASSETS.map((_, at) => paidOf(machines, at + 1));
  const gained = whole().map((sum, at) => sum - before[at]! - (at === 0 ? signIns : 0n));
  const days = dayOf(clock.now) - dayOf(START);
  return {
    ...{ fees: paid.fees, commissions, signIns, gained, backed, met, signedDays, days },
    ...{ given: budget - gifts.budget(all), bets: gifts.bets, lifted: tiers.lifted() },
  };
}

/** What people have paid as fees, by asset: in all, and of each since it was asked last. */
function followFees({ postings }: Ledger) {
  const fees = [0n, 0n];
  let counted = 0;
  return {
    fees,
    next: (): ReadonlyMap<string, bigint> => {
      const ofDay = new Map<string, bigint>();
      for (; counted < postings.count; counted += 1) {
        const purpose = postings.purpose(counted);
        if (purpose !== PURPOSE.spotFee && purpose !== PURPOSE.smallFee) continue;
        const from = postings.from(counted);
        const key = `${ownerOf(from)} ${from % 2048}`;
        const amount = BigInt(postings.amount(counted));
        ofDay.set(key, (ofDay.get(key) ?? 0n) + amount);
        fees[(from % 2048) - 1]! += amount;
      }
      return ofDay;
    },
  };
}

/** In units of USDT. */
const worthOf = ([usdt = 0n, abc = 0n]: readonly bigint[]) => usdt + abc * INDEX;

/** What vouchers of somebody give back of a day's fees; nothing without one. */
function backOf(send: Must, userId: number, day: number, worth: bigint): bigint {
  const body = { userId, day, fees: formatDecimal(worth, SCALE) };
  const paid = send(OWNER.setup, 'payVouchers', body) as { readonly amount?: string };
  return paid.amount === undefined ? 0n : parseDecimal(paid.amount, SCALE)!;
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
  must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: `${FUND + TASKS_COST}` });
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
const scoreOf = (found: Outcome) => {
  const paid = Number(worthOf(found.fees));
  return paid === 0 ? -1 : Number(ownGain(found)) / paid;
};

/** What trading brings, with what vouchers give back: what trial funds have cost is none of it. */
const ownGain = ({ gained, given, signIns, backed }: Outcome) =>
  worthOf(gained) - (given - signIns - backed);

/**
 * Plays strategies: half of them at random, half evolved from the best so far. `check` throws for
 * one that must not be.
 */
export function hunt(seed: number, count: number, check: (found: Outcome) => void) {
  const dice = createDice(seed);
  let best: { readonly strategy: Strategy; readonly score: number } | null = null;
  let [traded, lifted, backed, bets] = [0, 0, 0, 0];
  for (let n = 0; n < count; n += 1) {
    const strategy: Strategy =
      best === null || n % 2 === 0 ? randomStrategy(dice) : mutate(dice, best.strategy);
    const outcome = play(strategy);
    check(outcome);
    if (outcome.fees.some((fee) => fee > 0n)) traded += 1;
    if (outcome.lifted === FEE_STEPS) lifted += 1;
    if (outcome.backed > 0n) backed += 1;
    bets += outcome.bets;
    const score = scoreOf(outcome);
    if (best === null || score > best.score) best = { strategy, score };
  }
  return { best: best!.score, traded, lifted, backed, bets };
}

/** A cluster that only trades and bets with itself: why what it has got cannot be. */
export function refuseOutcome(found: Outcome): string | null {
  const { fees, commissions, gained, signIns, backed, met, given } = found;
  const most = BigInt(FUND + TASKS_COST) * 10n ** BigInt(SCALE);
  if (given < 0n || given > most || signIns + backed > given)
    return 'the budget is not what it was';
  if (backed * 2n > met) return 'vouchers gave more than half of the fees';
  for (const at of [0, 1]) {
    if (commissions[at]! * 2n > fees[at]!) return 'more than half of the fees came back';
    // Sign-ins are in no gain. What rounding adds to a fee is not counted as one.
    const spent = at === 0 ? given - signIns : 0n;
    if (gained[at]! - spent > commissions[at]! - fees[at]!) return 'somebody else has paid';
  }
  const gain = ownGain(found);
  return gain > 0n || (gain === 0n && worthOf(fees) > 0n) ? 'trading alone pays' : null;
}
