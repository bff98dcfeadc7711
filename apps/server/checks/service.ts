import path from 'node:path';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { CFD_HOLDS } from '@assay/modules/cfd';
import { TickEvidence } from '@assay/modules/feeds';
import { auditTables } from '@assay/modules/ledger';
import { COLLATERAL_HOLDS, LOAN_HOLDS } from '@assay/modules/loans';
import { actionEvidence } from '@assay/modules/operators';
import { BANK_WITHDRAWAL_HOLDS, PURCHASE_HOLDS } from '@assay/modules/purchases';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { verificationEvidence } from '@assay/modules/verification';
import { WITHDRAWAL_HOLDS } from '@assay/modules/wallet';
import { RealmCheck } from '@assay/platform/check/realm-check';
import { type CheckHost, CheckService } from '@assay/platform/check/service';
import { SettledTable } from '@assay/platform/check/settled';
import { SharedCheck } from '@assay/platform/check/shared-check';
import { CHECK_FOLDER, readOrMakeLogKey } from '@assay/platform/check/signer';
import { type Client, connectDatabase } from '@assay/platform/db/database';
import { LOAD_DEADLINE_MS, snapshotReader } from '@assay/platform/engine/store';
import { createRealmMachines, type RealmMachines, type RealmPart } from '../realm.ts';

export interface CheckSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly build: string | undefined;
}

/** Sums that are named when more do not hold: one statement can change every balance. */
const MOST_NAMED = 100;

/** The check of one realm, with machines of its own. */
export function realmCheck(
  realm: Realm,
  build: string | undefined,
  parts: readonly RealmPart[] = [],
): RealmCheck<RealmMachines> {
  return new RealmCheck({ realm, machines: () => createRealmMachines(realm, parts), build });
}

/** The check of what the realms share; README lists what is evidence there. */
export function sharedCheck(now: () => number): SharedCheck {
  return new SharedCheck([
    new TickEvidence(now),
    actionEvidence(),
    verificationEvidence(),
    new SettledTable('feed_source'),
    new SettledTable('feed_renamed'),
    new SettledTable('installation'),
    new SettledTable('log_key'),
  ]);
}

/** A connection that sees the tables of a realm, or those that the realms share. */
export async function connectTo(url: string, realm: Realm | null): Promise<Client> {
  // Of the pool that is made with it no connection is ever opened.
  const client = await connectDatabase(url, { noAnswerMs: LOAD_DEADLINE_MS }).connect();
  const searchPath = realm === null ? 'public' : `${realm}, public`;
  await client.query(`SET search_path TO ${searchPath}; SET application_name TO 'assay-check'`);
  return client;
}

/** Balances are the sums of their postings, assets sum to zero, holds are those of intents. */
export async function sums(client: Client): Promise<string[]> {
  const ofMoney = [WITHDRAWAL_HOLDS, PURCHASE_HOLDS, BANK_WITHDRAWAL_HOLDS, LOAN_HOLDS];
  const holds = [SPOT_HOLDS, CFD_HOLDS, COLLATERAL_HOLDS, ...ofMoney];
  const findings = await auditTables(snapshotReader(client), holds);
  const named = findings.slice(0, MOST_NAMED).map(({ kind, what }) => `${kind} of ${what}`);
  if (findings.length > MOST_NAMED) named.push(`and ${findings.length - MOST_NAMED} more sums`);
  return named;
}

/** The check of a whole server; runs in a thread of its own, in tests in the server's. */
export function createCheckService(
  { databaseUrl, dataDir, build }: CheckSettings,
  host: CheckHost,
  now: () => number,
  parts: readonly RealmPart[] = [],
): CheckService {
  const [real, demo] = REALMS.map((realm) => realmCheck(realm, build, parts));
  return new CheckService({
    connect: (realm) => connectTo(databaseUrl, realm),
    realms: { real: real!, demo: demo! },
    shared: sharedCheck(now),
    sums,
    signer: readOrMakeLogKey(dataDir),
    folder: path.join(dataDir, CHECK_FOLDER),
    host,
    now,
  });
}
