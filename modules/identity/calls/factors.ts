import { refuse } from '@assay/core/schema/outcome';
import { UNCONFIRMED_MS } from '@assay/platform/factors/totp';
import type { Handlers } from '@assay/platform/http/context';
import { accountOf } from '../account.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { changeable, changed, type UserContext, useStepUp } from '../step-up/changes.ts';
import { checkNewTotp } from '../step-up/proof.ts';
import type { Factors } from '../store/factors.ts';
import type { Person } from '../store/people.ts';

type Calls = Handlers<typeof calls>;

/** Authenticator apps and passkeys that one person can have. */
const FACTORS_MAX = 20;

export function factorCalls(
  parts: Parts,
): Pick<
  Calls,
  ('addTotp' | 'confirmTotp') | ('removeFactor' | 'makeRecoveryCodes' | 'editCenterLevel')
> {
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
      const wrong = await checkNewTotp(parts, person, totp, code, context);
      if (wrong !== null) return wrong;
      await changed(parts, person, 'totpAdded', totp.name, context);
      return { recoveryCodes: await afterAdding(parts, person, context) };
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
      if (!(await parts.factors.remove(userId, kind, factorId))) return refuse('factorUnknown');
      if (countOf(await parts.factors.of(userId)) === 0) {
        await parts.security.setGuards(userId, { login: false, trade: false, funds: false });
        await parts.factors.replaceCodes(userId, [], context.now);
      }
      await changed(parts, person, `${kind}Removed`, name, context);
      return {};
    },

    makeRecoveryCodes: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      if (countOf(await parts.factors.of(userId)) === 0) return refuse('factorNeeded');
      const unproved = await useStepUp(parts, context, 'makeRecoveryCodes', input);
      if (unproved !== null) return unproved;
      const recoveryCodes = await parts.recovery.make(userId, context.now);
      await changed(parts, person, 'recoveryCodesMade', '', context);
      return { recoveryCodes };
    },

    editCenterLevel: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'editCenterLevel', input);
      if (unproved !== null) return unproved;
      const { login, trade, funds } = input;
      const { guardLogin, guardTrade, guardFunds } = person;
      const isLowered = (guardLogin && !login) || (guardTrade && !trade) || (guardFunds && !funds);
      await parts.security.setGuards(person.userId, { login, trade, funds });
      parts.sessions.setTradeGuard(person.userId, trade);
      const now = Object.entries({ login, trade, funds }).filter(([, isOn]) => isOn);
      const detail = now.map(([name]) => name).join(', ');
      await changed(parts, person, isLowered ? 'guardsLowered' : 'guardsRaised', detail, context);
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
      const added = await parts.factors.addPasskey({
        ...made,
        ownerId: userId,
        name,
        createdAt: now,
      });
      if (!added) return refuse('proofWrong');
      await changed(parts, person, 'passkeyAdded', name, context);
      return { recoveryCodes: await afterAdding(parts, person, context) };
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
): Promise<string[]> {
  const factors = await parts.factors.of(userId);
  if (countOf(factors) === 1) {
    await parts.security.setGuards(userId, { login: true, trade: guardTrade, funds: true });
  }
  return factors.recoveryCodes > 0 ? [] : parts.recovery.make(userId, now);
}
