import { Busy, InvalidInput, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { languageIn, notify, readAccount, readReachable } from '../account.ts';
import { countriesIn } from '../countries.ts';
import { isGuessedFirst } from '../frequent-passwords.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { newInvitationCode } from '../secrets.ts';
import { endFormer } from './login.ts';
import { loginReplyOf } from './profile.ts';

type Calls = Handlers<typeof calls>;

/** Two invitation codes collide once in 32^8; five tries are plenty. */
const INVITATION_TRIES = 5;

export function registerCalls(
  parts: Parts,
): Pick<Calls, 'getTelCode' | 'getCode' | 'reg_checkcode' | 'smsReport' | 'userRegister'> {
  return {
    getTelCode: (_input, context) => ({
      countries: [...countriesIn(context.lang)],
      invitationRequired: parts.invitationRequired,
      phoneAvailable: parts.phoneAvailable,
    }),

    getCode: async (input, context) => {
      const account = readReachable(parts, input);
      if (!('kind' in account)) return account;
      const person = await parts.people.byAccount(account.kind, account.value);
      const { purpose } = input;
      // Only unknown accounts can be registered or bound; only known ones can use the other codes.
      const isNew = purpose === 'register' || purpose === 'bind';
      const isAsked = purpose !== 'bind' || context.actor !== null;
      const useful = isNew === (person === null) && isAsked;
      const { value } = account;
      const issued = await parts.codes.issue(value, purpose, useful, context);
      if (issued instanceof Busy) return issued;
      const { code, ...answer } = issued;
      if (code !== null) notify(parts, account, 'code', context.lang, { code }, person);
      else if (isNew && isAsked) notify(parts, account, 'exists', context.lang, {}, person);
      return answer;
    },

    reg_checkcode: async (input, context) => {
      const account = readAccount(input);
      if (account instanceof InvalidInput) return account;
      const { purpose, code, codeId } = input;
      const proof = { account: account.value, purpose, code, codeId };
      const right = await parts.codes.check(proof, context);
      if (right instanceof Busy) return right;
      return right ? {} : refuse('codeWrong');
    },

    smsReport: async ({ key, id, status }) =>
      (await parts.mailer.report(key, id, status)) ? {} : refuse('reportWrong'),

    userRegister: async (input, context) => {
      const account = readReachable(parts, input);
      if (!('kind' in account)) return account;
      const invitedBy = input.invitationCode ?? '';
      if (parts.invitationRequired && invitedBy === '') {
        return new InvalidInput({ invitationCode: ['required'] });
      }
      if (isGuessedFirst(input.password, account.value)) {
        return new InvalidInput({ password: ['passwordCommon'] });
      }
      const { code, codeId, country } = input;
      const proof = { account: account.value, purpose: 'register' as const, code, codeId };
      const right = await parts.codes.check(proof, context);
      if (right instanceof Busy) return right;
      if (!right) return refuse('codeWrong');
      // Counted here and not on arrival: mistakes in the form must not lock out a whole network.
      const wait = parts.limits.row('register').takeNetwork(networkOf(context.ip), context.now);
      if (wait > 0) return new Busy(wait);
      const person = {
        createdAt: context.now,
        country,
        phone: account.kind === 'phone' ? account.value : null,
        email: account.kind === 'email' ? account.value : null,
        passwordHash: await parts.passwords.hash(input.password, networkOf(context.ip)),
        demoOnly: false,
        language: languageIn(context),
      };
      for (let i = 0; i < INVITATION_TRIES; i++) {
        const invitationCode = newInvitationCode();
        const registration = { person: { ...person, invitationCode }, codeId, invitedBy };
        const made = await parts.people.register(registration);
        if (made === 'again') continue;
        if (made === 'invitationUnknown') return refuse('invitationUnknown');
        // Not reported as taken: that would reveal who is registered.
        if (typeof made === 'string') return refuse('codeWrong');
        await parts.devices.remember(account.value, context, context.now);
        const opening = { userId: made.userId, realm: 'real' as const, visitor: false };
        const { token } = await parts.sessions.open(opening, context);
        await endFormer(parts, context);
        await parts.history.add(made.userId, 'registered', '', context);
        return loginReplyOf(parts, made, 'real', token);
      }
      throw new Error('No free invitation code was found');
    },
  };
}
