import path from 'node:path';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { CheckFiles } from '@assay/platform/check/files';
import type { Checked } from '@assay/platform/check/realm-check';
import { readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Client } from '@assay/platform/db/database';
import { snapshotReader } from '@assay/platform/engine/store';
import type { RealmPart } from '../realm.ts';
import { CHECK_FOLDER, realmCheck, sharedCheck } from './service.ts';

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
 * against what the check has kept in DATA_DIR, then each realm anew from the first command of its
 * log on. Returns what is not right.
 */
export async function verifyDatabase(options: VerifyOptions): Promise<string[]> {
  const { client, dataDir, build, now, parts = [], progress = () => undefined } = options;
  const files = new CheckFiles(path.join(dataDir, CHECK_FOLDER), readOrMakeLogKey(dataDir));
  const findings: string[] = [];
  const add = (where: Realm | 'shared', found: readonly string[]) => {
    findings.push(...found.map((finding) => `${where}: ${finding}`));
  };
  for (const realm of REALMS) {
    await client.query(`SET LOCAL search_path TO ${realm}, public`);
    progress(`${realm}: sums, balances and holds`);
    const sums = await auditTables(snapshotReader(client), [SPOT_HOLDS]);
    add(
      realm,
      sums.map(({ kind, what }) => `${kind} of ${what}`),
    );
    for (const isAnew of [false, true]) {
      progress(isAnew ? `${realm}: the whole log` : `${realm}: what was kept, and since`);
      const check = realmCheck(realm, build, parts);
      if (!isAnew) add(realm, await files.restore(check));
      add(realm, await check.follow(client));
      add(realm, check.unmet());
      if (!check.isDeciding && isAnew) progress(`${realm}: another build decided; see README`);
      add(realm, await compareWithProgress(check, client, `${realm}: its tables`, progress));
    }
  }
  await client.query('SET LOCAL search_path TO public');
  progress('shared: ticks and the record of staff');
  const shared = sharedCheck(now);
  add('shared', files.restoreShared(shared));
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
  for (const step of checked.steps()) {
    if (pieces % 100 === 0) progress(`${what}, piece ${pieces + 1}`);
    pieces += 1;
    findings.push(...(await step(client)));
  }
  return findings;
}
