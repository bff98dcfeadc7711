import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REALMS } from '@assay/core/ledger/realm';
import { CheckFiles } from '@assay/platform/check/files';
import type { RealmCheck } from '@assay/platform/check/realm-check';
import { compareAll, findingOf } from '@assay/platform/check/service';
import type { SharedCheck } from '@assay/platform/check/shared-check';
import { CHECK_FOLDER, readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Client } from '@assay/platform/db/database';
import { realmCheck, sharedCheck } from '../../apps/server/checks/service.ts';
import { verifyDatabase } from '../../apps/server/checks/verify.ts';
import { runTraded } from './traded.ts';

const BUILD = 'tamper';

/** A database that a server has left, to be edited inside transactions that are rolled back. */
export interface Tampered {
  readonly client: Client;
  readonly realms: readonly RealmCheck[];
  readonly shared: SharedCheck;
  /** What a server that goes on from what it has kept finds in the open transaction. */
  findings(): Promise<string[]>;
  /** What a whole verification finds there. */
  verify(): Promise<string[]>;
  close(): Promise<void>;
}

/** `entries`: commands that are added to the log beside those of people. */
export async function openTampered(entries = 0): Promise<Tampered> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-tamper-'));
  const db = await runTraded(dataDir, BUILD, entries);
  const client = await db.connect();
  const now = () => Date.now();
  const files = new CheckFiles(path.join(dataDir, CHECK_FOLDER), readOrMakeLogKey(dataDir));
  const restored = async () => {
    const realms = REALMS.map((realm) => realmCheck(realm, BUILD));
    for (const check of realms) await files.restore(check);
    const shared = sharedCheck(now);
    files.restoreShared(shared);
    return { realms, shared };
  };
  const kept = await restored();
  return {
    client,
    ...kept,
    findings: async () => {
      const { realms, shared } = await restored();
      const findings: string[] = [];
      for (const check of [...realms, shared]) {
        const realm = 'realm' in check ? `${check.realm}, ` : '';
        await client.query(`SET LOCAL search_path TO ${realm}public`);
        findings.push(...(await check.follow(client).catch((error) => [findingOf(error)])));
        if ('unmet' in check) findings.push(...check.unmet());
        findings.push(...(await compareAll(check, client)));
      }
      return findings;
    },
    verify: () => verifyDatabase({ client, dataDir, build: BUILD, now }),
    close: async () => {
      await client.end();
      await db.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}
