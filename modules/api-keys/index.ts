import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Log } from '@assay/platform/log';
import { type Identity, readOrMakeKey } from '../identity/index.ts';
import { apiKeyCalls, type KeyChanges } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { type KeyRing, Ring } from './ring.ts';
import { calls } from './schema.ts';
import { KeyStore } from './store.ts';

export type { ApiKey } from './live-key.ts';
export type { KeyRing } from './ring.ts';

export interface ApiKeysOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The folder for the key that secrets are sealed with. */
  readonly dataDir: string;
  readonly messages: Messages;
  readonly identity: Pick<
    Identity,
    KeyChanges | 'abandoned' | 'onPasswordReset' | 'onAccountTaken' | 'addPersonalRecords'
  >;
  readonly log: Log;
}

export interface ApiKeys {
  readonly calls: CallSet;
  readonly keys: KeyRing;
  /** Stores the last uses of keys: every half minute, and at shutdown. */
  writeUsed(): Promise<void>;
  /** Ends keys that have expired, and those of visitors who cannot come back: every minute. */
  endOld(now: number): Promise<void>;
  /** Ends all keys of people who are gone. */
  endOf(userIds: readonly number[], now: number): Promise<void>;
}

export const apiKeyMigrations = () =>
  migrationSets(import.meta.url, 'api-keys', { shared: { api_key: ['insert', 'update'] } });

/** Creates the module. Throws when its key file is damaged, or missing beside API keys. */
export async function createApiKeys(options: ApiKeysOptions): Promise<ApiKeys> {
  const { identity } = options;
  options.messages.add({ en: english });
  const store = new KeyStore(options.database);
  const master = await readOrMakeKey(options.dataDir, 'api-keys.key', () => store.haveSecrets());
  const ring = new Ring(store, master, options.log);
  /** Keys end here also when the answer of the database was lost, because they may be revoked. */
  const end = async (userIds: readonly number[], revoked: Promise<string[]>) => {
    try {
      const names = await revoked;
      for (const name of names) ring.end(name);
      return names.length;
    } catch (error) {
      ring.endOf(userIds);
      throw error;
    }
  };
  // The person who made the keys may be the reason for the password reset.
  identity.onPasswordReset((userId, now) =>
    end([userId], store.revokeAllOf([userId], 'passwordReset', now)),
  );
  identity.onAccountTaken(async (userId, why, now) => {
    await end([userId], store.revokeTradingOf(userId, why, now));
  });
  identity.addPersonalRecords('apiKeys', {
    read: (userId) => store.allOf(userId),
    close: async (userId, now) => {
      await end([userId], store.revokeAllOf([userId], null, now));
    },
    erase: (userId) => store.eraseAllOf(userId),
  });
  return {
    calls: callSet(calls, apiKeyCalls({ store, ring, identity, master })),
    keys: ring,
    writeUsed: () => ring.writeUsed(),
    endOld: async (now) => {
      ring.endExpired(now);
      const abandoned = await identity.abandoned(await store.virtualOwners(), now);
      await end(abandoned, store.revokeAllOf(abandoned, null, now));
    },
    endOf: async (userIds, now) => {
      await end(userIds, store.revokeAllOf(userIds, null, now));
    },
  };
}
