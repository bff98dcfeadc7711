import { accountId, OWNER, WALLET, type Wallet } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { FEE_TIER_DAYS } from '@assay/core/order/fee-tier';
import { DAY } from '@assay/core/time';
import { createCreditCalls } from '@assay/modules/credit';
import type { Identity, Policy } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import { type Prices, readHasReceived, readLastBefore, worthOf } from '@assay/modules/ledger';
import type { Parameters } from '@assay/modules/parameters';
import { createPromotion, type PromotionRealm, promotionMessages } from '@assay/modules/promotion';
import { FIRST_DEEP_LEVEL, LEVEL_COUNT } from '@assay/modules/promotion/rules';
import type { CommissionPaid } from '@assay/modules/promotion/schema';
import { createRewards, type RewardsRealm, type TaskKind } from '@assay/modules/rewards';
import { PAYS } from '@assay/modules/rewards/rules';
import type { FeesGivenBack } from '@assay/modules/rewards/schema';
import {
  countedVolumeOf,
  countingOf,
  type FeesOfDay,
  readCuts,
  readFeesByDay,
  readHasTraded,
} from '@assay/modules/spot';
import type { Support } from '@assay/modules/support';
import type { Verification } from '@assay/modules/verification';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Fact } from '@assay/platform/engine/machine';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { countedBy, feeScheduleAt, spotMarkets } from './fee-terms.ts';
import { dayEnds, keptFeesReader } from './kept-fees.ts';
import { openedTicket } from './opened-ticket.ts';
import { areOptionsOffered } from './options.ts';
import type { RealmEngine } from './realm.ts';
import { commissionRates, signInAmounts } from './reward-terms.ts';
import { levelOf, masked } from './withdrawals.ts';

/** What rewards and invitations need of the server. */
export interface RewardOptions {
  readonly log: Log;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly config: Pick<Config, 'OPTIONS_COUNTRIES'>;
}

interface Around {
  readonly identity: Identity;
  readonly verification: Pick<Verification, 'levelsOf' | 'policyOf' | 'countryOf'>;
  readonly parameters: Pick<Parameters, 'ofHouse'>;
  readonly inbox: Pick<Inbox, 'deliver'>;
  readonly support: Pick<Support, 'open'>;
  readonly prices: Prices;
}

/** So many days that have set somebody's fee rates are shown. */
const CUTS_SHOWN = 30;

/** So long ago a session still says something about who shares a network. */
const NETWORKS_MS = 90 * DAY;

/** What the house gives: sign-in rewards, shares of fees to who invites, lower fees. */
export function startRewards(options: RewardOptions, around: Around): CallSet[] {
  const { db, messages, engines, jobs, log } = options;
  const { identity, verification, parameters } = around;
  const engine = engines.real;
  const waitDays = (now: number) => parameters.ofHouse('commissionDays', now);
  const verified = async (userId: number) => levelOf(await verification.levelsOf(userId));
  const rewards = createRewards(db, rewardsRealm(engine, db), {
    ...{ messages, verified },
    amounts: (now) => signInAmounts(parameters, now),
    invitation: (now) => ({
      ...{ ratesPpm: commissionRates(parameters, now), waitDays: waitDays(now) },
    }),
    isOffered: async (userId) => (await verification.policyOf(userId)).offers('inducements'),
    areOptionsOffered: areOptionsOffered(options.config, verification),
    areContractsOffered: async (userId) => (await verification.policyOf(userId)).offers('cfd'),
    isDone: (kind, userId) => isDone(kind, userId, { db, verified, identity }),
    feesByDay: feesByDay(engine, db, around.prices),
    feeTiers: {
      days: FEE_TIER_DAYS,
      schedule: (at) => feeScheduleAt(parameters, at),
      volumeOf: volumeCounter(engines, db, parameters),
      ratesOf: (userId, realm) => engines[realm].machines.spot.ownRates(userId),
      cutsOf: (userId, realm) => readCuts(db.pool, realm, userId, CUTS_SHOWN),
    },
  });
  messages.add(promotionMessages);
  const promotion = createPromotion(db, promotionRealm(engine, db, around.prices), {
    ...{ waitDays },
    ratesPpm: (at) => commissionRates(parameters, at),
    allowedLevels: async (userId) => {
      const isOpen = await identity.isOpen(userId);
      return isOpen ? allowedLevels(await verification.policyOf(userId)) : 0;
    },
    isVerified: async (userId) => (await verified(userId)) !== 'none',
    invited: (after, limit) => identity.invited(after, limit),
    codeOf: (userId) => identity.invitationCodeOf(userId),
    customer: async (userId) => masked(await identity.customer(userId)),
    sharedNetworks: (pairs, now) => identity.sharedNetworks(pairs, now - NETWORKS_MS),
  });
  for (const job of [...rewards.jobs, ...promotion.jobs]) jobs.add(job);
  identity.onEvent(async ({ kind }) => {
    if (kind === 'registered') await promotion.registered();
  });
  identity.addPersonalRecords('rewards', rewards.personalRecords);
  identity.addPersonalRecords('promotion', promotion.personalRecords);
  engine.onCommit(({ facts, at }) => {
    for (const fact of facts) {
      const message = messageOf(fact, at);
      if (message === null) continue;
      // What was paid stands in its list; a message that is lost changes nothing of it.
      around.inbox.deliver(message).catch((err: unknown) => {
        log.error({ err }, 'a message was lost');
      });
    }
  });
  return [...rewards.calls, ...promotion.calls, creditCalls(options, around)];
}

/** Up to which level of invitations the law of a country lets somebody get something. */
export function allowedLevels(policy: Pick<Policy, 'offers'>): number {
  if (!policy.offers('inducements')) return 0;
  return policy.offers('referralDeepLevels') ? LEVEL_COUNT : FIRST_DEEP_LEVEL - 1;
}

type CreditSources = Pick<Around, 'parameters' | 'support'> & {
  readonly verification: Pick<Verification, 'levelsOf'>;
  readonly identity: Pick<Identity, 'customer' | 'hasTradePassword' | 'hasEmail'>;
};

/** The credit score: of what it is made, and how somebody objects to it. */
export function creditCalls(
  { db, engines }: Pick<RewardOptions, 'db' | 'engines'>,
  { identity, verification, parameters, support }: CreditSources,
): CallSet {
  const volumeOf = volumeCounter(engines, db, parameters);
  return createCreditCalls({
    inputsOf: async (userId, now) => {
      const [customer, levels] = await Promise.all([
        identity.customer(userId),
        verification.levelsOf(userId),
      ]);
      const today = Math.floor(now / DAY) * DAY;
      return {
        createdAt: customer?.createdAt ?? now,
        verified: levelOf(levels),
        hasAddress: levels.address === 'approved',
        hasTradePassword: await identity.hasTradePassword(userId),
        hasEmail: await identity.hasEmail(userId),
        volume: await volumeOf(userId, 'real', today - FEE_TIER_DAYS * DAY, today),
      };
    },
    openTicket: async (text, context) => {
      const opened = await support.open({ topic: 'other', text, files: [] }, context);
      return openedTicket(opened);
    },
  });
}

/** The engine as rewards see it. */
export function rewardsRealm(engine: RealmEngine, db: Pick<Database, 'pool'>): RewardsRealm {
  return {
    submit: (command) => engine.submit(command),
    lastOf: (userId) => engine.machines.rewards.lastOf(userId),
    signedSince: (day) => engine.machines.rewards.signedSince(day),
    fund: () => houseHas(engine, OWNER.promotions, engine.machines.markets.assetId(PAYS)),
    escrow: () => {
      const asset = engine.machines.markets.assetId(PAYS);
      return houseHas(engine, OWNER.promotions, asset, WALLET.contract);
    },
    vouchers: () => engine.machines.vouchers,
    closeContracts: (owner) => closeContracts(engine, owner),
    lastBefore: (at) => readLastBefore(db.pool, 'real', at),
  };
}

/** What is due or closing already stays as it is; whatever is left is asked for again. */
async function closeContracts(engine: RealmEngine, actor: number): Promise<void> {
  const { state } = engine.machines.cfd;
  for (const orderId of [...state.person(actor).orders]) {
    await engine.submit({ type: 'cancelCfdOrder', actor, body: { orderId } });
  }
  await engine.submit({ type: 'closeCfdPositions', actor, body: {} });
}

function houseHas(
  { machines }: RealmEngine,
  owner: number,
  asset: number | undefined,
  wallet: Wallet = WALLET.currency,
): bigint {
  if (asset === undefined) return 0n;
  const { ledger } = machines.ledger;
  return ledger.available(ledger.find(accountId(owner, wallet, asset)));
}

interface Doing {
  readonly db: Pick<Database, 'pool'>;
  readonly verified: (userId: number) => Promise<'none' | 'junior' | 'senior'>;
  readonly identity: Pick<Identity, 'hasSecondFactor'>;
}

/** Whether somebody has done what a task asks for. */
async function isDone(kind: TaskKind, userId: number, around: Doing): Promise<boolean> {
  const { pool } = around.db;
  if (kind === 'verify') return (await around.verified(userId)) !== 'none';
  if (kind === 'secondFactor') return around.identity.hasSecondFactor(userId);
  if (kind === 'firstTrade') return readHasTraded(pool, 'real', userId);
  return readHasReceived(pool, 'real', userId, PURPOSE.deposit);
}

/**
 * Fees in USDT, which vouchers give back a share of. What was paid in a coin counts for no more
 * than its index says, and for nothing without one: two accounts choose the price at which they
 * trade with each other.
 */
export function feesByDay(
  { machines }: Pick<RealmEngine, 'machines'>,
  { pool }: Pick<Database, 'pool'>,
  prices: Prices,
): (users: readonly number[], from: number, before: number) => Promise<FeesOfDay[]> {
  return async (users, from, before) => {
    const usdt = machines.markets.assetId('USDT');
    const counted = spotMarkets(machines).filter(({ quoteAsset }) => quoteAsset === usdt);
    const bases = new Map(counted.map(({ id, base }) => [id, base]));
    const atMost = (market: number, units: bigint) =>
      worthOf(prices, bases.get(market) ?? '', units);
    return readFeesByDay(pool, 'real', users, counted, atMost, [from, before]);
  };
}

/** The engine and its journal as invitations see them. */
export function promotionRealm(
  engine: RealmEngine,
  db: Pick<Database, 'pool'>,
  prices: Prices,
): PromotionRealm {
  const { realm } = engine;
  const symbol = (id: number) => engine.machines.markets.assetSymbol(id);
  return {
    submit: (command) => engine.submit(command),
    machine: () => engine.machines.promotion,
    assetSymbol: symbol,
    feesLeft: (asset) => houseHas(engine, OWNER.fees, asset),
    worth: (asset, amount) => worthOf(prices, symbol(asset), amount) ?? 0n,
    lastBefore: dayEnds(db, realm),
    keptFees: keptFeesReader(engine, db, feesByDay(engine, db, prices)),
  };
}

/**
 * What somebody traded and paid for: by the one definition of the house (SPOT-273), for fee tiers
 * and for the credit score alike.
 */
export function volumeCounter(
  engines: RewardOptions['engines'],
  { pool }: Pick<Database, 'pool'>,
  parameters: Pick<Parameters, 'ofHouse'>,
) {
  return (userId: number, realm: Realm, from: number, before: number): Promise<bigint> => {
    const counting = countingOf(countedBy(engines[realm], parameters), from, before);
    return countedVolumeOf(pool, realm, userId, counting);
  };
}

/** The message that a fact makes for somebody; null for none. */
function messageOf(fact: Fact, at: number) {
  if (fact.type === 'feesGivenBack') {
    const { userId, day, amount } = fact as FeesGivenBack;
    const details = { amount, asset: PAYS, day: new Date(day * DAY).toISOString().slice(0, 10) };
    const link = '/benefitsDetail?id=tasks';
    return { userId, kind: 'money', key: 'feesGivenBack', details, link, at } as const;
  }
  if (fact.type !== 'commissionPaid') return null;
  const { userId, level, asset, amount } = fact as CommissionPaid;
  const details = { amount, asset, level: String(level) };
  const link = '/mypromotion';
  return { userId, kind: 'money', key: 'commission.paid', details, link, at } as const;
}
