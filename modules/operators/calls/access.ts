import { RIGHTS } from '@assay/core/approval/rights';
import { Busy, Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { readsOnly } from '../rules.ts';
import type { calls } from '../schema/index.ts';
import { type Entered, IDLE_MS } from '../sessions.ts';
import type { Parts } from './parts.ts';

type Calls = Handlers<typeof calls>;
type Names =
  | ('operatorEnter' | 'askOperatorLogin' | 'operatorLogin' | 'operatorTotpLogin')
  | ('operatorLeave' | 'getOperator' | 'getOperatorSessions' | 'endOperatorSession');

/** How staff come and go, and where else they are logged in. */
export function accessCalls(parts: Parts): Pick<Calls, Names> {
  const { store, staff, factors, sessions, proofs, trial } = parts;
  const recorded = async (
    { sessionId, ...answer }: Entered,
    { ip, now }: CallContext,
    entry: { action: string; detail?: Record<string, unknown> },
  ) => {
    await store.record(sessionId, entry, ip, now);
    return answer;
  };
  return {
    operatorEnter: async ({ link, code }, context) => {
      const entered = await sessions.enter(link, code, context);
      if (entered === 'linkCodeNeeded') return refuse(entered);
      if (entered === null) return refuse('linkUnknown');
      return recorded(entered, context, { action: 'entered' });
    },
    askOperatorLogin: (_input, { now }) => proofs.askLogin(now),
    operatorLogin: async ({ challengeId, credential }, context) => {
      const passkey = await proofs.byPasskey(challengeId, credential, context.now);
      if (passkey instanceof Refusal) return passkey;
      const entered = await sessions.open(passkey.ownerId, 'passkey', context);
      if (entered === null) return refuse('proofWrong');
      const detail = { passkey: passkey.name };
      return recorded(entered, context, { action: 'loggedIn', detail });
    },
    operatorTotpLogin: async ({ key, totp }, context) => {
      const proved = await proofs.byTotp(key, totp, context.now);
      if (proved instanceof Busy || proved instanceof Refusal) return proved;
      const entered = await sessions.open(proved.operatorId, 'totp', context);
      if (entered === null) return refuse('proofWrong');
      return recorded(entered, context, { action: 'loggedIn', detail: { app: true } });
    },
    operatorLeave: async (_input, context) => {
      await store.record(context.actor.sessionId, { action: 'left' }, context.ip, context.now);
      await sessions.leave(context);
      return {};
    },
    getOperator: async (_input, { actor: { operator, sessionId } }) => {
      const { rights, accounts: _, ...who } = operator;
      const proof = await store.proofOf(sessionId);
      const { totps, passkeys } = await factors.of(operator.operatorId);
      const { roles = [] } = (await staff.member(operator.operatorId)) ?? {};
      const members = await staff.list();
      return {
        ...who,
        rights: RIGHTS.filter((right) => rights.has(right)),
        proof,
        factors: totps.length + passkeys.length,
        readsOnly: readsOnly(roles),
        mustEnrol: proof === 'link' && !trial,
        samePersonAllowed: trial,
        colleagues: members.map(({ operatorId, name }) => ({ operatorId, name })),
      };
    },
    getOperatorSessions: async (_input, { actor, now }) => {
      const open = await store.sessionsOf(actor.operator.operatorId, now, IDLE_MS);
      const current = actor.sessionId;
      return { sessions: open.map((one) => ({ ...one, current: one.sessionId === current })) };
    },
    endOperatorSession: async ({ sessionId }, { actor, ip, now }) => {
      const ended = await store.endOwn(actor.operator.operatorId, sessionId, now);
      if (!ended) return refuse('unknownSession');
      await store.record(actor.sessionId, { action: 'endedSession', subject: sessionId }, ip, now);
      return {};
    },
  };
}
