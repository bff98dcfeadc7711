import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { FeedService } from '@assay/modules/feeds';
import type { Inbox } from '@assay/modules/inbox';
import {
  createOptionCalls,
  MadeGoodPayer,
  OptionReads,
  type OptionsRealm,
  optionsMessages,
  type PolicyName,
  policyOf,
  TickFollower,
} from '@assay/modules/options';
import type { Verification } from '@assay/modules/verification';
import { readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { RealmEngine } from './realm.ts';

export interface OptionsOptions {
  readonly config: Pick<Config, 'DATA_DIR' | 'OPTIONS_COUNTRIES'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
}

/** Who may buy options: by their country, and what the policy of the installation lets them do. */
type OptionBuyers = Pick<Verification, 'countryOf' | 'policyOf'>;

/** The policy of options that holds for somebody in the real realm. */
function optionPolicies(
  { OPTIONS_COUNTRIES }: Pick<Config, 'OPTIONS_COUNTRIES'>,
  persons: OptionBuyers,
): (userId: number) => Promise<PolicyName> {
  const licensed = new Set(OPTIONS_COUNTRIES.split(',').filter((code) => code !== ''));
  return async (userId) => {
    const country = await persons.countryOf(userId);
    return policyOf(country, await persons.policyOf(userId), licensed);
  };
}

/** Whether options are sold to somebody in the real realm. */
export function areOptionsOffered(
  config: Pick<Config, 'OPTIONS_COUNTRIES'>,
  persons: OptionBuyers,
): (userId: number) => Promise<boolean> {
  const policyFor = optionPolicies(config, persons);
  return async (userId) => (await policyFor(userId)) !== 'strict';
}

/** Options around the engine: the calls, and the ticks of the log that the engines are given. */
export function startOptions(
  { config, log, clock, db, jobs, messages, engines }: OptionsOptions,
  persons: OptionBuyers,
  feed: Pick<FeedService, 'ticks' | 'allTicks' | 'onTicks'>,
): CallSet {
  messages.add(optionsMessages);
  const { ticks } = feed;
  for (const realm of REALMS) {
    const engine = engines[realm];
    const follower = new TickFollower({
      ...{ realm, ticks, now: () => clock.now() },
      machine: () => engine.machines.options,
      submit: (command) => engine.submit(command),
    });
    jobs.add(follower.job);
    const payer = new MadeGoodPayer({
      ...{ realm, machine: () => engine.machines.options, decided: () => engine.decided() },
      submit: (command) => engine.submit(command),
      reads: new OptionReads(db.pool, realm),
    });
    jobs.add(payer.job);
    feed.onTicks(() => {
      follower.follow().catch((err: unknown) => log.warn({ err, realm }, 'ticks wait'));
    });
  }
  return createOptionCalls({
    realms: { real: optionsRealm(engines.real, db), demo: optionsRealm(engines.demo, db) },
    ticks: feed.allTicks,
    signer: readOrMakeLogKey(config.DATA_DIR),
    areTrialsOffered: async (userId) => (await persons.policyOf(userId)).offers('inducements'),
    policyOf: optionPolicies(config, persons),
  });
}

function optionsRealm(engine: RealmEngine, { pool }: Pick<Database, 'pool'>): OptionsRealm {
  return {
    realm: engine.realm,
    machine: () => engine.machines.options,
    submit: (command) => engine.submit(command),
    decided: () => engine.decided(),
    assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
    reads: new OptionReads(pool, engine.realm),
  };
}

/**
 * A message to each owner whose options were made good, with the sum for each market. They are paid
 * already; a message that is lost changes nothing of it.
 */
export function reportMadeGood(
  { clock, engines, log }: Pick<OptionsOptions, 'clock' | 'engines' | 'log'>,
  inbox: Pick<Inbox, 'deliver'>,
): void {
  for (const realm of REALMS) {
    engines[realm].onCommit(({ facts }) => {
      const sums = new Map<
        string,
        { userId: number; market: string; asset: string; sum: bigint }
      >();
      for (const fact of facts) {
        if (fact.type !== 'optionMadeGood') continue;
        const { userId, market, asset, amount } = fact;
        const sum = (sums.get(`${userId} ${market}`)?.sum ?? 0n) + BigInt(amount);
        sums.set(`${userId} ${market}`, { userId, market, asset, sum });
      }
      for (const { userId, market, asset, sum } of sums.values()) {
        const details = { market, asset, amount: formatDecimal(sum, SCALE) };
        const about = { kind: 'orders', key: 'options.madeGood', details } as const;
        const message = { userId, ...about, link: '/jgcc', at: clock.now() };
        inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
      }
    });
  }
}

const CASH = 'USDT';

/** Stakes that count as turnover, in USDT: of options in it that ended and were not void. */
export async function optionTurnover(
  { realm, machines }: Pick<RealmEngine, 'realm' | 'machines'>,
  { pool }: Pick<Database, 'pool'>,
  userId: number,
): Promise<bigint> {
  const { options, markets } = machines;
  let sum = 0n;
  for (const { market, stake } of await new OptionReads(pool, realm).turnoverOf(userId)) {
    const asset = options.markets.get(market)?.asset;
    if (asset !== undefined && markets.assetSymbol(asset) === CASH) sum += stake;
  }
  return sum;
}
