import { FIRST_USER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Facts } from '@assay/core/schema/registry';
import type { Identity } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import { createLaunch, LaunchReads, type LaunchRealm, launchMessages } from '@assay/modules/launch';
import { CASH } from '@assay/modules/launch/rules';
import type { Operators } from '@assay/modules/operators';
import type { Verification } from '@assay/modules/verification';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { RealmEngine } from './realm.ts';
import { levelOf } from './withdrawals.ts';

export interface LaunchOptions {
  readonly log: Log;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
}

interface Around {
  readonly identity: Pick<Identity, 'addPersonalRecords'>;
  readonly verification: Pick<Verification, 'levelsOf' | 'policyOf' | 'countryOf'>;
  readonly operators: Pick<Operators, 'record'>;
  readonly inbox: Pick<Inbox, 'deliver'>;
}

/** New coins around the engines: their calls, what the clock makes due, and what staff do. */
export function startLaunch(
  { log, db, jobs, messages, engines }: LaunchOptions,
  around: Around,
): readonly CallSet[] {
  const { identity, verification, operators } = around;
  messages.add(launchMessages);
  const launch = createLaunch({
    database: db,
    realms: { real: launchRealm(engines.real, db), demo: launchRealm(engines.demo, db) },
    verified: async (userId) => levelOf(await verification.levelsOf(userId)),
    isOffered: async (userId) => (await verification.policyOf(userId)).offers('launch'),
    countryOf: (userId) => verification.countryOf(userId),
    record: (context, entry) => operators.record(context, entry),
  });
  for (const job of launch.jobs) jobs.add(job);
  identity.addPersonalRecords('launches', launch.personalRecords);
  reportResults(engines.real, around.inbox, log);
  return launch.calls;
}

function launchRealm(engine: RealmEngine, { pool }: Pick<Database, 'pool'>): LaunchRealm {
  return {
    realm: engine.realm,
    machine: () => engine.machines.launch,
    submit: (command) => engine.submit(command),
    assets: () => engine.machines.markets.assets(),
    marketOf: (symbol) => {
      for (const { listing, stage } of engine.machines.markets.markets()) {
        const { base, quote } = listing;
        if (base === symbol && quote === CASH && stage === 'open') return listing.symbol;
      }
      return '';
    },
    reads: new LaunchReads(pool, engine.realm),
  };
}

/** Says to people of the real realm what a project gave them, once that is durable. */
function reportResults(engine: RealmEngine, inbox: Around['inbox'], log: Log): void {
  engine.onCommit(({ facts, at }) => {
    for (const fact of facts) {
      if (fact.type !== 'subscriptionChanged') continue;
      const message = messageOf(fact as SubscriptionChanged, at);
      if (message === null) continue;
      // What they have stands in their list; a message that is lost changes nothing of it.
      inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
    }
  });
}

type SubscriptionChanged = Facts['subscriptionChanged'];

/** The result, the end of a project without one, each release; not what people do themselves. */
function messageOf({ userId, subscription }: SubscriptionChanged, at: number) {
  const { symbol, phase, quantity, allotted, refunded, released, launchId } = subscription;
  if (userId < FIRST_USER || allotted === '') return null;
  const keys: Partial<Record<typeof phase, string>> = {
    result: 'launch.result',
    cancelled: 'launch.cancelled',
    locked: 'launch.released',
    listed: 'launch.released',
  };
  const key = keys[phase];
  if (key === undefined) return null;
  const details = { symbol, quantity, allotted, refunded, released };
  return { userId, kind: 'money', key, details, link: `/subscribe?id=${launchId}`, at } as const;
}
