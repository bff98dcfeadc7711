import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { type FeeTier, feeTierOf } from '@assay/core/order/fee-tier';
import { MAX_FEE_PPM } from '@assay/core/order/market';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { FeeTierParts, Parts } from '../parts.ts';
import { dayIn, nextDayAt, PAYS, slotOf, slotStates, utcDay } from '../rules.ts';
import type { rewardCalls, SignInView } from '../schema/person.ts';
import { rewardsOf } from '../store/reads.ts';
import { setZone, zoneOf } from '../store/zones.ts';
import { openTasks } from '../vouchers/calls.ts';

type Calls = Handlers<typeof rewardCalls>;
type BenefitCall = 'getFuli' | 'getFeeTiers' | 'getFeeRates';

const UTC = 'UTC';
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The calls of people about what the house gives. */
export function personHandlers(parts: Parts): Calls {
  return { ...signInHandlers(parts), ...benefitHandlers(parts) };
}

function signInHandlers(parts: Parts): Omit<Calls, BenefitCall> {
  const { database, realm } = parts;
  return {
    getSignIn: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      return signInView(parts, actor.userId, now);
    },
    signIn: async (_input, { actor, now }) => {
      const { userId } = actor;
      if (actor.realm !== 'real') return refuse('virtualAccount');
      if (!(await parts.isOffered(userId))) return refuse('rewardsNotOffered');
      if ((await parts.verified(userId)) === 'none') return refuse('verificationNeeded');
      const day = dayIn((await zoneOf(database.pool, userId)) ?? UTC, now);
      const body = { day, amounts: parts.amounts(now) };
      const reply = await realm.submit({ type: 'signIn', actor: userId, body });
      if (!reply.ok) {
        const { refusal } = reply;
        const isExpected =
          refusal === 'alreadySigned' || refusal === 'clusterSigned' || refusal === 'fundEmpty';
        if (isExpected) return refuse(refusal);
        // The time of the engine never goes back, so it can be days ahead of a clock that was.
        if (refusal === 'invalidDay') return refuse('dayUnknown');
        throw new Error(`a sign-in was refused: ${refusal}`);
      }
      const { slot, asset, amount } = reply.value;
      const signIn = await signInView(parts, userId, now);
      return { slot, asset, amount, signIn, receipt: { seq: reply.seq, hash: reply.hash } };
    },
    setRewardZone: async ({ zone }, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      await setZone(database.pool, actor.userId, zone, now);
      return signInView(parts, actor.userId, now);
    },
    getRewards: async ({ before = Number.MAX_SAFE_INTEGER, limit }, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const asked = { before, limit: limit + 1 };
      const found = await rewardsOf(database.pool, actor.userId, asked);
      const page = found.slice(0, limit);
      return {
        rewards: page.map(({ seq, day, slot, amount, at }) => ({
          ...{ rewardId: seq, kind: 'signIn' as const, day: dateOf(day), slot, at },
          ...{ asset: PAYS, amount: formatDecimal(amount, SCALE) },
        })),
        next: found.length > limit ? (page.at(-1)?.seq ?? null) : null,
      };
    },
  };
}

function benefitHandlers(parts: Parts): Pick<Calls, BenefitCall> {
  const { schedule } = parts.feeTiers;
  return {
    getFuli: (_input, { now }) => {
      const amounts = parts.amounts(now);
      const { ratesPpm, waitDays } = parts.invitation(now);
      const fund = fundView(parts, Math.min(...amounts));
      const tasks = openTasks(parts);
      return {
        benefits: [
          { benefitId: 'signIn', isOpen: !fund.isEmpty },
          { benefitId: 'tasks', isOpen: tasks.some(({ left }) => left > 0) },
          { benefitId: 'invitation', isOpen: ratesPpm.some((rate) => rate > 0) },
          { benefitId: 'feeTiers', isOpen: true },
        ],
        signIn: { amounts: amounts.map((amount) => formatSafe(amount, SCALE)), fund },
        tasks,
        invitation: { ratesPpm: [...ratesPpm], waitDays },
        feeTiers: schedule(utcDay(now) * DAY).map(tierView),
      };
    },
    getFeeTiers: (_input, { actor, now }) => feeTiersView(parts.feeTiers, actor, now),
    getFeeRates: (_input, { actor }) => ({ rates: ratesView(parts.feeTiers, actor) }),
  };
}

interface Trader {
  readonly userId: number;
  readonly realm: Realm;
}

/** Where somebody is in the schedule: by the last cut, and by what came since. */
async function feeTiersView(tiers: FeeTierParts, trader: Trader, now: number) {
  const { userId, realm } = trader;
  const today = utcDay(now) * DAY;
  const [schedule, coming] = [tiers.schedule(today), tiers.schedule(today + DAY)];
  const volume = await tiers.volumeOf(userId, realm, today - tiers.days * DAY, today);
  const added = await tiers.volumeOf(userId, realm, today, now + 1);
  const next = schedule.find((one) => one.volume > volume);
  const cuts = await tiers.cutsOf(userId, realm);
  const changes = coming.some(({ tier, ...step }) => !isSame(step, schedule[tier]!));
  return {
    asset: PAYS,
    volume: formatDecimal(volume, SCALE),
    today: formatDecimal(added, SCALE),
    tier: feeTierOf(schedule, volume).tier,
    rates: ratesView(tiers, trader),
    nextAt: today + DAY,
    next:
      next === undefined
        ? null
        : { ...tierView(next), missing: formatDecimal(next.volume - volume, SCALE) },
    tiers: schedule.map(tierView),
    coming: changes ? coming.map(tierView) : null,
    cuts: cuts.map(({ day, volume: counted, ...cut }) => ({
      ...{ ...cut, day: dateOf(day), volume: formatDecimal(BigInt(counted), SCALE) },
    })),
  };
}

const isSame = (one: Omit<FeeTier, 'tier'>, other: FeeTier) =>
  one.volume === other.volume && one.makerPpm === other.makerPpm && one.takerPpm === other.takerPpm;

/** Somebody who has fallen back to the first tier pays what each market says, too. */
function ratesView(tiers: FeeTierParts, { userId, realm }: Trader) {
  const own = tiers.ratesOf(userId, realm);
  if (own === undefined || own.takerPpm === MAX_FEE_PPM) return null;
  return { makerPpm: own.makerPpm, takerPpm: own.takerPpm };
}

function tierView({ tier, volume, makerPpm, takerPpm }: FeeTier) {
  const ofMarket = tier === 0;
  return {
    ...{ tier, volume: formatDecimal(volume, SCALE) },
    makerPpm: ofMarket ? null : makerPpm,
    takerPpm: ofMarket ? null : takerPpm,
  };
}

/** Empty when it cannot pay what is asked of it next. */
function fundView({ realm }: Parts, due: number) {
  const available = realm.fund();
  return {
    asset: PAYS,
    available: formatDecimal(available, SCALE),
    isEmpty: available < BigInt(due),
  };
}

async function signInView(parts: Parts, userId: number, now: number): Promise<SignInView> {
  const zone = (await zoneOf(parts.database.pool, userId)) ?? UTC;
  const today = dayIn(zone, now);
  const last = parts.realm.lastOf(userId);
  const amounts = parts.amounts(now);
  const isSigned = last !== undefined && last.day >= today;
  const next = isSigned ? slotOf(last, last.day + 1) : slotOf(last, today);
  return {
    ...{ today: dateOf(today), zone, nextDayAt: nextDayAt(zone, now) },
    slots: slotStates(last, today).map((state, at) => ({
      ...{ slot: at + 1, state, asset: PAYS, amount: formatSafe(amounts[at]!, SCALE) },
    })),
    fund: fundView(parts, amounts[next - 1]!),
    verified: await parts.verified(userId),
    isOffered: await parts.isOffered(userId),
  };
}
