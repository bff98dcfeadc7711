import { createHmac } from 'node:crypto';
import type { LimitTable } from '@assay/core/schema/limits';
import { silentLog } from '@assay/platform/log';
import type { Received, Sent } from '@assay/platform/testing/client';
import {
  type IdentityBench,
  PASSWORD,
  sessionOf,
  startIdentity,
  wideLimits,
} from '../identity/identity.suite.ts';
import { type ApiKey, type ApiKeys, apiKeyMigrations, createApiKeys } from './index.ts';

/** No limits, for tests that are not about them. */
export const unlimited: LimitTable = { ...wideLimits, apiKey: {} };

/** The module with identity behind a real server, on a database of its own. */
export async function startApiKeys() {
  let apiKeys: ApiKeys | undefined;
  const bench = await startIdentity({
    limits: unlimited,
    dependent: {
      migrations: apiKeyMigrations(),
      start: async (ground) => {
        apiKeys = await createApiKeys({ ...ground, log: silentLog });
        return apiKeys.calls;
      },
    },
  });
  return { ...bench, apiKeys: apiKeys! };
}

export type KeyBench = Awaited<ReturnType<typeof startApiKeys>>;

/** The form for a key that has a secret, only reads, and may be used from anywhere. */
export const keyForm = { label: 'My bot', kind: 'hmac', permission: 'read', password: PASSWORD };

export function makeKey(bench: KeyBench, by: Sent, more: object = {}): Promise<Received> {
  return bench.client.post('createApiKey', { ...keyForm, ...more }, by);
}

export function changeKey(bench: KeyBench, by: Sent, fields: object): Promise<Received> {
  return bench.client.post('changeApiKey', fields, by);
}

export function revokeKey(bench: KeyBench, by: Sent, apiKeyId: number): Promise<Received> {
  return bench.client.post('revokeApiKey', { apiKeyId }, by);
}

export function hmacOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** A visitor's virtual account. */
export async function enterAsVisitor(bench: IdentityBench): Promise<Sent> {
  return sessionOf(await bench.client.post('tempLogin', {}, { browser: true }));
}

/** The key as the key ring returns it now. */
export async function found(bench: KeyBench, name: string): Promise<ApiKey | undefined> {
  return bench.apiKeys.keys.find(name, bench.clock.now());
}

export async function listed(bench: KeyBench, by: Sent) {
  return (await bench.client.get('getApiKeys', {}, by)).data.apiKeys;
}
