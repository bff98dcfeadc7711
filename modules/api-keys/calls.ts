import type { CallInput, CallOutcome } from '@assay/core/schema/call';
import { Busy, refuse } from '@assay/core/schema/outcome';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import { seal } from '@assay/platform/seal';
import type { Identity } from '../identity/index.ts';
import type { Ring } from './ring.ts';
import { networkText } from './rules/addresses.ts';
import {
  expiresAtOf,
  KEYS_MAX,
  REVOKED_SHOWN_MS,
  rightsDiffer,
  rightsGrow,
} from './rules/index.ts';
import type { calls, KeyView } from './schema.ts';
import { randomText } from './secrets.ts';
import type { Changeable, KeyRow, KeyStore } from './store.ts';

/** What the handlers need of the person whose key it is. */
export type KeyChanges = 'reauthenticate' | 'authenticator' | 'restrictionsOf' | 'noteApiKey';

/** Everything that the handlers work with. */
export interface Parts {
  readonly store: KeyStore;
  readonly ring: Ring;
  readonly identity: Pick<Identity, KeyChanges>;
  /** What secrets are sealed with. */
  readonly master: Buffer;
}

type Calls = typeof calls;
type UserContext = CallContext & { readonly actor: Actor };

/** How often a change is tried again after another change of the same key came first. */
const TRIES_MAX = 4;

/** One handler for each call of api-keys. */
export function apiKeyCalls(parts: Parts): Handlers<Calls> {
  const { store, ring } = parts;
  return {
    getApiKeys: async (_input, { actor, now }) => {
      const rows = await store.ofAccount(actor.userId, actor.realm, now - REVOKED_SHOWN_MS);
      return { apiKeys: rows.map((row) => viewOf(parts, row)) };
    },

    createApiKey: (input, context) => create(parts, input, context),

    changeApiKey: (input, context) => change(parts, input, context),

    revokeApiKey: async ({ apiKeyId }, context) => {
      const { actor, now } = context;
      const row = await store.byId(actor.userId, actor.realm, apiKeyId);
      if (row === null) return refuse('apiKeyUnknown');
      try {
        if (!(await store.revoke(row.keyId, now))) return refuse('apiKeyUnknown');
      } finally {
        // Also when the answer of the database was lost, because the key may be revoked.
        ring.end(row.name);
      }
      await note(parts.identity, 'apiKeyRevoked', row, context);
      return {};
    },
  };
}

async function create(
  { store, identity, master, ...parts }: Parts,
  input: CallInput<Calls['createApiKey']>,
  context: UserContext,
): Promise<CallOutcome<Calls['createApiKey']>> {
  const { label, kind, permission, ips = [], publicKey = null } = input;
  const { userId, realm } = context.actor;
  if (await isLocked(identity, context)) return refuse('settingsLocked');
  const proved = await identity.reauthenticate('createApiKey', input, context);
  if (proved !== null) return proved;
  const name = randomText();
  const secret = kind === 'hmac' ? randomText() : null;
  const row = await store.add(
    {
      ...{ name, userId, realm, label, kind, permission, ips },
      sealedSecret: secret === null ? null : seal(master, name, secret),
      publicKey: publicKey === null ? null : Buffer.from(publicKey, 'base64'),
      createdAt: context.now,
      knownNetwork: networkText(context.ip),
    },
    KEYS_MAX,
  );
  if (row === null) return refuse('tooManyApiKeys');
  if (!(await stillThere(identity, context))) {
    await store.revoke(row.keyId, context.now);
    return refuse('sessionEnded');
  }
  await note(identity, 'apiKeyMade', row, context);
  return { apiKey: viewOf(parts, row), secret };
}

/**
 * Decides on the current rights of the key. If another change comes first, it decides again on the
 * rights that the other change left.
 */
async function change(
  parts: Parts,
  input: CallInput<Calls['changeApiKey']>,
  context: UserContext,
): Promise<CallOutcome<Calls['changeApiKey']>> {
  const { store, ring, identity } = parts;
  const { userId, realm } = context.actor;
  let isProved = false;
  for (let i = 0; i < TRIES_MAX; i++) {
    const before = await store.byId(userId, realm, input.apiKeyId);
    if (before === null) return refuse('apiKeyUnknown');
    const after = changed(before, input);
    const { createdAt } = before;
    const ends = [before, after].map((rights) => expiresAtOf(rights, createdAt) ?? Infinity);
    if (Math.min(...ends) <= context.now) return refuse('apiKeyExpired');
    if (!isProved && rightsGrow(before, after)) {
      if (await isLocked(identity, context)) return refuse('settingsLocked');
      const proved = await identity.reauthenticate('changeApiKey', input, context);
      if (proved !== null) return proved;
      isProved = true;
    }
    try {
      const row = await store.change(before, after);
      if (row === null) continue;
      if (isProved && !(await stillThere(identity, context))) {
        await store.revoke(row.keyId, context.now);
        return refuse('sessionEnded');
      }
      if (rightsDiffer(before, row)) await note(identity, 'apiKeyChanged', row, context);
      return { apiKey: viewOf(parts, row) };
    } finally {
      ring.end(before.name);
    }
  }
  return new Busy(1000);
}

/**
 * Whether the session that proved its person is still alive. A password reset ends every session
 * and then the keys; a right that the old password gave after that must end too.
 */
function stillThere(
  { authenticator }: Pick<Identity, 'authenticator'>,
  { actor, now }: UserContext,
): boolean | Promise<boolean> {
  return authenticator.alive(actor.sessionId, now);
}

/** Practice keys are no matter of security: they reach nothing of the real account. */
async function isLocked(
  { restrictionsOf }: Pick<Identity, 'restrictionsOf'>,
  { actor, now }: UserContext,
): Promise<boolean> {
  if (actor.realm !== 'real') return false;
  const standing = await restrictionsOf(actor.userId, now);
  return standing.some(({ kind }) => kind === 'settingsLock');
}

async function note(
  { noteApiKey }: Pick<Identity, 'noteApiKey'>,
  kind: Parameters<Identity['noteApiKey']>[1],
  { userId, realm, label }: KeyRow,
  context: UserContext,
): Promise<void> {
  if (realm === 'real') await noteApiKey(userId, kind, label, context);
}

/** The key after the change; fields that the input leaves out stay. */
function changed(before: KeyRow, input: CallInput<Calls['changeApiKey']>): Changeable {
  const { label = before.label, permission = before.permission, ips = before.ips } = input;
  return { label, permission, ips };
}

function viewOf({ ring }: Pick<Parts, 'ring'>, row: KeyRow): KeyView {
  const use = ring.unwritten(row.keyId);
  return {
    apiKeyId: row.keyId,
    label: row.label,
    name: row.name,
    kind: row.kind,
    permission: row.permission,
    ips: [...row.ips],
    createdAt: row.createdAt,
    expiresAt: expiresAtOf(row, row.createdAt),
    lastUsedAt: use?.at ?? row.lastUsedAt,
    lastUsedNetwork: use?.network ?? row.lastUsedNetwork,
    revokedAt: row.revokedAt,
    revokedWhy: row.revokedWhy,
  };
}
