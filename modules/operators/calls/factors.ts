import { refuse } from '@assay/core/schema/outcome';
import { UNCONFIRMED_MS } from '@assay/platform/factors/totp';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { newSecret, sha256 } from '@assay/platform/secrets';
import { isLastWithout, readsOnly } from '../rules.ts';
import type { calls } from '../schema/index.ts';
import type { Parts } from './parts.ts';

type Calls = Handlers<typeof calls>;
type Names =
  | ('getOperatorFactors' | 'askStaffProof' | 'askOperatorPasskey' | 'addOperatorPasskey')
  | ('addOperatorTotp' | 'confirmOperatorTotp' | 'removeOperatorFactor');

/** Passkeys and apps of one member. */
const FACTORS_MAX = 10;

/** The own passkeys and authenticator apps of staff. */
export function factorCalls(parts: Parts): Pick<Calls, Names> {
  const { factors, proofs, staff } = parts;
  const isFull = async ({ actor }: StaffContext) => {
    const { totps, passkeys } = await factors.of(actor.operator.operatorId);
    return totps.length + passkeys.length >= FACTORS_MAX;
  };
  return {
    getOperatorFactors: async (_input, { actor }) => {
      const { totps, passkeys } = await factors.of(actor.operator.operatorId);
      return {
        factors: [
          ...passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
            ...{ kind: 'passkey' as const, factorId: credentialId, name, createdAt, lastUsedAt },
          })),
          ...totps.map(({ totpId, name, createdAt, lastUsedAt }) => ({
            ...{ kind: 'totp' as const, factorId: totpId, name, createdAt, lastUsedAt },
          })),
        ],
      };
    },
    askStaffProof: async ({ digest }, context) =>
      (await proofs.ask(digest, context)) ?? refuse('passkeyNeeded'),
    askOperatorPasskey: async ({ name, proof }, context) => {
      if (await isOutgrown(parts, context)) return refuse('reinvitationNeeded');
      if (await isFull(context)) return refuse('tooManyFactors');
      const unproved = await proofs.check('askOperatorPasskey', { name }, proof, context);
      return unproved ?? proofs.askNew(name, context);
    },
    addOperatorPasskey: ({ challengeId, credential }, context) =>
      addPasskey(parts, challengeId, credential, context),
    ...appCalls(parts, isFull),
    removeOperatorFactor: async ({ kind, factorId, proof }, context) => {
      const { operatorId } = context.actor.operator;
      const { totps, passkeys } = await factors.of(operatorId);
      const name =
        kind === 'totp'
          ? totps.find(({ totpId }) => totpId === factorId)?.name
          : passkeys.find(({ credentialId }) => credentialId === factorId)?.name;
      if (name === undefined) return refuse('factorUnknown');
      if (totps.length + passkeys.length === 1) return refuse('lastFactor');
      const fields = { kind, factorId };
      const unproved = await proofs.check('removeOperatorFactor', fields, proof, context);
      if (unproved !== null) return unproved;
      const refusal = await factors.removeOne(operatorId, kind, factorId, {
        members: (client) => staff.listLocked(client),
        isLast: (members) => isLastWithout(members, operatorId),
      });
      if (refusal !== null) return refuse(refusal);
      await record(parts, context, 'removedFactor', { kind, name });
      return {};
    },
  };
}

/** Somebody who came to read, and whose roles do more by now: an app does not prove that. */
async function isOutgrown({ staff, factors }: Parts, { actor }: StaffContext): Promise<boolean> {
  const { operatorId } = actor.operator;
  const { totps, passkeys } = await factors.of(operatorId);
  const { roles = [] } = (await staff.member(operatorId)) ?? {};
  return passkeys.length === 0 && totps.length > 0 && !readsOnly(roles);
}

function appCalls(
  parts: Parts,
  isFull: (context: StaffContext) => Promise<boolean>,
): Pick<Calls, 'addOperatorTotp' | 'confirmOperatorTotp'> {
  const { store, staff, factors, proofs, totps, siteName, trial } = parts;
  return {
    addOperatorTotp: async ({ name, proof }, context) => {
      const { operatorId, name: account } = context.actor.operator;
      const member = await staff.member(operatorId);
      if (member === null || !readsOnly(member.roles)) return refuse('passkeyNeeded');
      if (await isFull(context)) return refuse('tooManyFactors');
      const unproved = await proofs.check('addOperatorTotp', { name }, proof, context);
      if (unproved !== null) return unproved;
      const label = { site: siteName, account };
      const made = await totps.begin(operatorId, name, label, context.now);
      const key = newSecret();
      await factors.setKey(made.totpId, sha256(key));
      return { ...made, key };
    },
    confirmOperatorTotp: async ({ totpId, totp: code }, context) => {
      const { actor, now } = context;
      const { operatorId } = actor.operator;
      const totp = await factors.unconfirmed(operatorId, totpId, now - UNCONFIRMED_MS);
      if (totp === null) return refuse('challengeEnded');
      if (!(await totps.confirm(totp, code, now))) return refuse('proofWrong');
      const isLink = !trial && (await store.proofOf(actor.sessionId)) === 'link';
      await store.enrol(actor.sessionId, isLink ? 'totp' : null, now);
      await record(parts, context, 'addedFactor', { kind: 'totp', name: totp.name });
      return {};
    },
  };
}

async function addPasskey(
  parts: Parts,
  challengeId: string,
  credential: Parameters<Calls['addOperatorPasskey']>[0]['credential'],
  context: StaffContext,
) {
  const { store, factors, challenges, passkeys } = parts;
  const { actor, now } = context;
  const { sessionId, operator } = actor;
  const asked = await challenges.use({ challengeId, purpose: 'enrol', sessionId }, now);
  if (asked === null) return refuse('challengeEnded');
  const made = await passkeys.readNew(credential, asked.nonce);
  if (made === null) return refuse('proofWrong');
  const name = asked.subject;
  const ownerId = operator.operatorId;
  const added = await factors.addPasskey({ ...made, ownerId, name, createdAt: now });
  if (!added) return refuse('proofWrong');
  await store.enrol(sessionId, 'passkey', now);
  await record(parts, context, 'addedFactor', { kind: 'passkey', name });
  return {};
}

function record(
  { store }: Parts,
  { actor, ip, now }: StaffContext,
  action: 'addedFactor' | 'removedFactor',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = `staff:${actor.operator.operatorId}`;
  return store.record(actor.sessionId, { action, subject, detail }, ip, now);
}
