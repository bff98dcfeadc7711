import { refuse } from '@assay/core/schema/outcome';
import type { PoolClient } from '@assay/platform/db/database';
import { UNCONFIRMED_MS } from '@assay/platform/factors/totp';
import type { Handlers } from '@assay/platform/http/context';
import { accountOf } from '../account.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import {
  change,
  changeable,
  makeChange,
  reportChange,
  type UserContext,
  useStepUp,
} from '../step-up/changes.ts';
import { countTries } from '../step-up/proof.ts';
import type { Factors } from '../store/factors.ts';
import type { Person } from '../store/people.ts';

type Calls = Handlers<typeof calls>;

/** Authenticator apps and passkeys that one person can have. */
const FACTORS_MAX = 20;

export function factorCalls(
  parts: Parts,
): Pick<Calls, 'addTotp' | 'confirmTotp' | 'removeFactor' | 'makeRecoveryCodes'> {
  return {
    addTotp: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      if (countOf(await parts.factors.of(userId)) >= FACTORS_MAX) return refuse('tooManyFactors');
      const unproved = await useStepUp(parts, context, 'addTotp', input);
      if (unproved !== null) return unproved;
      const label = { site: parts.siteName, account: accountOf(person)!.value };
      return parts.totps.begin(userId, input.name, label, context.now);
    },

    confirmTotp: async ({ totpId, totp: code }, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const since = context.now - UNCONFIRMED_MS;
      const totp = await parts.factors.unconfirmed(person.userId, totpId, since);
      if (totp === null) return refuse('challengeEnded');
      const what = { person, kind: 'totpAdded', detail: totp.name } as const;
      let recoveryCodes: string[] = [];
      const wrong = await countTries(parts, person, context, () =>
        change(parts, what, context, async (client) => {
          if (!(await parts.totps.confirm(totp, code, context.now, client))) return false;
          recoveryCodes = await afterAdding(parts, person, context, client);
          return true;
        }),
      );
      return wrong ?? { recoveryCodes };
    },

    removeFactor: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      const { kind, factorId } = input;
      const { totps, passkeys } = await parts.factors.of(userId);
      const name =
        kind === 'totp'
          ? totps.find(({ totpId }) => totpId === factorId)?.name
          : passkeys.find(({ credentialId }) => credentialId === factorId)?.name;
      if (name === undefined) return refuse('factorUnknown');
      const unproved = await useStepUp(parts, context, 'removeFactor', input);
      if (unproved !== null) return unproved;
      const what = { person, kind: `${kind}Removed`, detail: name } as const;
      const removed = await change(parts, what, context, async (client) => {
        if (!(await parts.factors.remove(userId, kind, factorId, client))) return false;
        if (countOf(await parts.factors.of(userId, client)) > 0) return true;
        const none = { login: false, trade: false, funds: false };
        await parts.security.setGuards(userId, none, client);
        await parts.factors.replaceCodes(userId, [], context.now, client);
        return true;
      });
      return removed ? {} : refuse('factorUnknown');
    },

    makeRecoveryCodes: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      if (countOf(await parts.factors.of(userId)) === 0) return refuse('factorNeeded');
      const unproved = await useStepUp(parts, context, 'makeRecoveryCodes', input);
      if (unproved !== null) return unproved;
      const what = { person, kind: 'recoveryCodesMade', detail: '' } as const;
      let recoveryCodes: string[] = [];
      await change(parts, what, context, async (client) => {
        recoveryCodes = await parts.recovery.make(userId, context.now, client);
        return true;
      });
      return { recoveryCodes };
    },
  };
}

export function guardCalls(parts: Parts): Pick<Calls, 'editCenterLevel'> {
  return {
    editCenterLevel: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'editCenterLevel', input);
      if (unproved !== null) return unproved;
      const { login, trade, funds } = input;
      const { guardLogin, guardTrade, guardFunds } = person;
      const isLowered = (guardLogin && !login) || (guardTrade && !trade) || (guardFunds && !funds);
      const now = Object.entries({ login, trade, funds }).filter(([, isOn]) => isOn);
      const detail = now.map(([name]) => name).join(', ');
      const kind = isLowered ? 'guardsLowered' : 'guardsRaised';
      const event = await makeChange(parts, { person, kind, detail }, context, async (client) => {
        await parts.security.setGuards(person.userId, { login, trade, funds }, client);
        return true;
      });
      parts.sessions.setTradeGuard(person.userId, trade);
      await reportChange(parts, person, event!);
      return {};
    },
  };
}

export function passkeyCalls(parts: Parts): Pick<Calls, 'askPasskey' | 'addPasskey'> {
  return {
    askPasskey: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      const factors = await parts.factors.of(userId);
      if (countOf(factors) >= FACTORS_MAX) return refuse('tooManyFactors');
      const unproved = await useStepUp(parts, context, 'askPasskey', input);
      if (unproved !== null) return unproved;
      const { value } = accountOf(person)!;
      const { options, nonce } = await parts.passkeys.askNew(userId, value, factors.passkeys);
      const { sessionId } = context.actor;
      const { challengeId } = await parts.challenges.add(
        { purpose: 'addPasskey', userId, sessionId, action: input.name, nonce },
        context,
      );
      return { challengeId, options };
    },

    addPasskey: async ({ challengeId, credential }, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      const { now, actor } = context;
      const challenge = await parts.challenges.takeTry(challengeId, 'addPasskey', context);
      if (challenge?.sessionId !== actor.sessionId) return refuse('challengeEnded');
      const made = await parts.passkeys.readNew(credential, challenge.nonce);
      if (made === null) return refuse('proofWrong');
      if (!(await parts.challenges.use(challengeId, now))) return refuse('challengeEnded');
      const name = challenge.action;
      const passkey = { ...made, ownerId: userId, name, createdAt: now };
      const what = { person, kind: 'passkeyAdded', detail: name } as const;
      let recoveryCodes: string[] = [];
      const added = await change(parts, what, context, async (client) => {
        if (!(await parts.factors.addPasskey(passkey, client))) return false;
        recoveryCodes = await afterAdding(parts, person, context, client);
        return true;
      });
      return added ? { recoveryCodes } : refuse('proofWrong');
    },
  };
}

const countOf = ({ totps, passkeys }: Factors): number => totps.length + passkeys.length;

/**
 * With the first factor log-in and funds are guarded, because that is what it was made for; and the
 * person gets recovery codes, for the day when it is lost.
 */
async function afterAdding(
  parts: Parts,
  { userId, guardTrade }: Person,
  { now }: UserContext,
  client: PoolClient,
): Promise<string[]> {
  const factors = await parts.factors.of(userId, client);
  if (countOf(factors) === 1) {
    await parts.security.setGuards(userId, { login: true, trade: guardTrade, funds: true }, client);
  }
  return factors.recoveryCodes > 0 ? [] : parts.recovery.make(userId, now, client);
}
