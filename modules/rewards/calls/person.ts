import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { FeeStep, Parts } from '../parts.ts';
import { dayIn, nextDayAt, PAYS, slotOf, slotStates, utcDay } from '../rules.ts';
import type { rewardCalls, SignInView } from '../schema/person.ts';
import { rewardsOf } from '../store/reads.ts';
import { setZone, zoneOf } from '../store/zones.ts';

type Calls = Handlers<typeof rewardCalls>;

const UTC = 'UTC';
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The calls of people about what the house gives. */
export function personHandlers(parts: Parts): Calls {
  return { ...signInHandlers(parts), ...benefitHandlers(parts) };
}

function signInHandlers(parts: Parts): Omit<Calls, 'getFuli' | 'getFeeTiers'> {
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

function benefitHandlers(parts: Parts): Pick<Calls, 'getFuli' | 'getFeeTiers'> {
  const { tiers, days, tierOf, volumeOf } = parts.feeTiers;
  return {
    getFuli: (_input, { now }) => {
      const amounts = parts.amounts(now);
      const { ratesPpm, waitDays } = parts.invitation(now);
      const fund = fundView(parts, Math.min(...amounts));
      return {
        benefits: [
          { benefitId: 'signIn', isOpen: !fund.isEmpty },
          { benefitId: 'invitation', isOpen: ratesPpm.some((rate) => rate > 0) },
          { benefitId: 'feeTiers', isOpen: true },
        ],
        signIn: { amounts: amounts.map((amount) => formatSafe(amount, SCALE)), fund },
        invitation: { ratesPpm: [...ratesPpm], waitDays },
        feeTiers: tiers.map(tierView),
      };
    },
    getFeeTiers: async (_input, { actor, now }) => {
      const today = utcDay(now) * DAY;
      const { userId, realm } = actor;
      const volume = await volumeOf(userId, realm, today - days * DAY, today);
      const added = await volumeOf(userId, realm, today, now + 1);
      const { tier } = tierOf(volume);
      const next = tiers.find((one) => one.volume > volume);
      return {
        asset: PAYS,
        volume: formatDecimal(volume, SCALE),
        today: formatDecimal(added, SCALE),
        ...{ tier, nextAt: today + DAY, tiers: tiers.map(tierView) },
        next:
          next === undefined
            ? null
            : { tier: next.tier, missing: formatDecimal(next.volume - volume, SCALE) },
      };
    },
  };
}

const tierView = ({ volume, ...tier }: FeeStep) => ({
  ...tier,
  volume: formatDecimal(volume, SCALE),
});

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
