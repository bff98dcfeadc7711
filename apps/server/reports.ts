import { FIRST_USER, ownerName } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Identity } from '@assay/modules/identity';
import { readFeeSums, readMovedSums, readOwnerSums } from '@assay/modules/ledger';
import { readPlacedCount, readTradedSums } from '@assay/modules/orders';
import {
  createReports,
  type PeopleCount,
  type Reports,
  type TradingSource,
} from '@assay/modules/reports';
import type { Support } from '@assay/modules/support';
import type { Verification } from '@assay/modules/verification';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Job } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

/** What reports need of the server. */
export interface ReportsOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: { add(job: Job): void };
}

/** The modules that know people. */
export interface KnowPeople {
  readonly identity: Pick<Identity, 'dailyPeople'>;
  readonly verification: Pick<Verification, 'verifiedByDay'>;
  readonly support: Pick<Support, 'openedByDay'>;
}

/** What the house reports of each day, and the jobs that count it. */
export function startReports(
  { db, messages, engines, jobs }: ReportsOptions,
  { identity, verification, support }: KnowPeople,
): Reports {
  const reports = createReports({
    ...{ database: db, messages },
    sources: {
      trading: { real: tradingSource(engines.real), demo: tradingSource(engines.demo) },
      people: async (from, seenFrom) => [
        ...(await identity.dailyPeople(from, seenFrom)),
        ...ofDays('verified', await verification.verifiedByDay(from)),
        ...ofDays('conversations', await support.openedByDay(from)),
      ],
    },
  });
  for (const job of reports.jobs) jobs.add(job);
  return reports;
}

/** Visitors are neither verified nor have conversations. */
function ofDays(
  figure: 'verified' | 'conversations',
  days: readonly { readonly day: number; readonly count: number }[],
): PeopleCount[] {
  return days.map((one) => ({ realm: 'real', figure, ...one }));
}

export function tradingSource({
  realm,
  machines,
}: Pick<RealmEngine, 'realm' | 'machines'>): TradingSource {
  const asset = (id: number) => machines.markets.assetSymbol(id);
  const owner = (id: number | null) => (id === null || id >= FIRST_USER ? null : ownerName(id));
  return {
    traded: async (reads, after, upTo) =>
      (await readTradedSums(reads, realm, after, upTo)).map(({ market, trades, tickLots }) => {
        const rules = machines.markets.marketById(market)?.rules;
        if (rules === undefined) throw new Error(`market ${market} is unknown`);
        const volume = tickLots * BigInt(rules.quotePerTickLot);
        return { market: rules.symbol, trades, volume };
      }),
    fees: async (reads, after, upTo) =>
      (await readFeeSums(reads, realm, after, upTo)).map((row) => ({
        ...{ asset: asset(row.asset), amount: row.amount },
      })),
    moved: async (reads, after, upTo) =>
      (await readMovedSums(reads, realm, after, upTo)).map((row) => ({
        ...{ owner: owner(row.owner), asset: asset(row.asset), amount: row.amount },
      })),
    kept: async (reads) =>
      (await readOwnerSums(reads, realm)).rows.map((row) => ({
        owner: owner(row.owner),
        ...{ asset: asset(row.asset), amount: row.available + row.held },
      })),
    placed: (reads, after, upTo) => readPlacedCount(reads, realm, after, upTo),
    quoteOf: (market) => {
      const rules = machines.markets.market(market)?.rules;
      return rules === undefined ? '' : asset(rules.quoteAsset);
    },
  };
}
