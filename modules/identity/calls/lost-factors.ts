import { Busy, InvalidInput, refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { type Account, accountsOf, notify } from '../account.ts';
import type { Parts } from '../parts.ts';
import { giveUpFactors } from '../restrictions/given-up.ts';
import { maskAccount } from '../rules/index.ts';
import type { calls } from '../schema/index.ts';
import { isLocked } from '../step-up/changes.ts';

type Calls = Handlers<typeof calls>;

/** The second step of a log-in, for who has lost everything that it asks for. */
export function lostFactorCalls(parts: Parts): Pick<Calls, 'askLostFactors' | 'giveUpFactors'> {
  return {
    askLostFactors: async ({ challengeId }, context) => {
      const claimant = await claimantOf(parts, challengeId, context);
      if (!('person' in claimant)) return claimant;
      const { person, accounts } = claimant;
      const codes: { codeId: string; sentTo: string }[] = [];
      for (const account of accounts) {
        const issued = await parts.codes.issue(account.value, 'lostFactors', true, context);
        if (issued instanceof Busy) return issued;
        notify(parts, account, 'code', context.lang, { code: issued.code! }, person);
        codes.push({ codeId: issued.codeId, sentTo: maskAccount(account) });
      }
      return { codes };
    },

    giveUpFactors: async (input, context) => {
      const { challengeId, code, codeId, otherCode, otherCodeId } = input;
      const claimant = await claimantOf(parts, challengeId, context);
      if (!('person' in claimant)) return claimant;
      const { person, accounts } = claimant;
      const given = [{ code, codeId }];
      if (accounts.length > 1) {
        if (otherCode === undefined) return new InvalidInput({ otherCode: ['required'] });
        if (otherCodeId === undefined) return new InvalidInput({ otherCodeId: ['codeId'] });
        given.push({ code: otherCode, codeId: otherCodeId });
      }
      for (const [i, proof] of given.entries()) {
        const account = accounts[i]!.value;
        const asked = { account, purpose: 'lostFactors' as const, ...proof };
        const right = await parts.codes.check(asked, context);
        if (right instanceof Busy) return right;
        if (!right) return refuse('codeWrong');
      }
      if (!(await parts.challenges.use(challengeId, context.now))) return refuse('challengeEnded');
      for (const proof of given) {
        if (!(await parts.codes.use(proof.codeId, context.now))) return refuse('codeWrong');
      }
      return giveUpFactors(parts, person, context);
    },
  };
}

/** Whose log-in waits for a second proof, and where codes reach them. */
async function claimantOf(parts: Parts, challengeId: string, context: CallContext) {
  const challenge = await parts.challenges.takeTry(challengeId, 'login', context);
  const person = challenge === null ? null : await parts.people.byId(challenge.userId!);
  if (challenge === null || person === null) return refuse('challengeEnded');
  const { userId, passwordChangedAt } = person;
  const { totps, passkeys } = await parts.factors.of(userId);
  const isOver = challenge.action !== String(passwordChangedAt);
  if (isOver || totps.length + passkeys.length === 0) return refuse('challengeEnded');
  if (await isLocked(parts, userId, context.now)) return refuse('settingsLocked');
  // Staff compare whoever has shown documents with them: that takes less time and proves more.
  if ((await parts.verified.by(userId)) !== null) return refuse('staffCompare');
  const isReached = ({ kind }: Account) => kind === 'email' || parts.phoneAvailable;
  return { person, accounts: accountsOf(person).filter(isReached) };
}
