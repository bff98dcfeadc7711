import path from 'node:path';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { CheckFiles } from '@assay/platform/check/files';
import { allSteps, type Checked } from '@assay/platform/check/realm-check';
import { findingOf } from '@assay/platform/check/service';
import { CHECK_FOLDER, readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Client } from '@assay/platform/db/database';
import type { RealmPart } from '../realm.ts';
import { realmCheck, sharedCheck, sums } from './service.ts';

export interface VerifyOptions {
  /** Inside a transaction whose snapshot is verified. */
  readonly client: Client;
  readonly dataDir: string;
  readonly build: string | undefined;
  readonly now: () => number;
  readonly parts?: readonly RealmPart[];
  /** Called with each step that begins. */
  readonly progress?: (text: string) => void;
}

/**
 * Verifies a whole database on one snapshot, beside a working server or without one: everything
 * against what the check has kept in DATA_DIR, then each realm again from the first command of its
 * log on. Returns what is not right.
 */
export async function verifyDatabase(options: VerifyOptions): Promise<string[]> {
  const { client, dataDir, build, now, parts = [], progress = () => undefined } = options;
  const files = new CheckFiles(path.join(dataDir, CHECK_FOLDER), readOrMakeLogKey(dataDir));
  const findings: string[] = [];
  const add = (where: Realm | 'shared', found: readonly string[]) => {
    findings.push(...found.map((finding) => `${where}: ${finding}`));
  };
  // Before the snapshot: a working server keeps more while this runs.
  const kept = REALMS.map((realm) => realmCheck(realm, build, parts));
  for (const check of kept) add(check.realm, await files.restore(check));
  const shared = sharedCheck(now);
  add('shared', files.restoreShared(shared));
  for (const goingOn of kept) {
    const { realm } = goingOn;
    await client.query(`SET LOCAL search_path TO ${realm}, public`);
    progress(`${realm}: sums, balances and holds`);
    add(realm, await sums(client));
    const again = realmCheck(realm, build, parts);
    for (const check of [goingOn, again]) {
      progress(`${realm}: ${check === again ? 'the whole log' : 'what was kept, and since'}`);
      add(realm, await check.follow(client).catch((error) => [findingOf(error)]));
      add(realm, check.unmet());
      if (!check.isDeciding) progress(`${realm}: another build decided what comes last`);
      add(realm, await compareWithProgress(check, client, `${realm}: its tables`, progress));
    }
  }
  await client.query('SET LOCAL search_path TO public');
  progress('shared: ticks and the record of staff');
  add('shared', await shared.follow(client));
  add('shared', await compareWithProgress(shared, client, 'shared: its tables', progress));
  return [...new Set(findings)];
}

async function compareWithProgress(
  checked: Checked,
  client: Client,
  what: string,
  progress: (text: string) => void,
): Promise<string[]> {
  const findings: string[] = [];
  let pieces = 0;
  for (const step of allSteps(checked)) {
    if (pieces % 100 === 0) progress(`${what}, piece ${pieces + 1}`);
    pieces += 1;
    findings.push(...(await step(client)));
  }
  return findings;
}
