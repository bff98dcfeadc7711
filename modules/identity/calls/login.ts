import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { accountsOf, languageIn, languageOf, notify, readAccount } from '../account.ts';
import { bindCookie } from '../cookies.ts';
import type { Parts } from '../parts.ts';
import { placeOf } from '../places.ts';
import type { calls, LoginOutcome } from '../schema/index.ts';
import { askProof, checkProof } from '../step-up/proof.ts';
import type { Person } from '../store/people.ts';
import { loginReplyOf } from './profile.ts';
import { checkPassword } from './tries.ts';

type Calls = Handlers<typeof calls>;

/** How a person has logged in, as it stands in the account log. */
type Way = 'password' | 'passkey' | 'wallet';

export function loginCalls(
  parts: Parts,
): Pick<Calls, 'userLogin' | 'finishLogin' | 'askPasskeyLogin' | 'passkeyLogin' | 'logout'> {
  return {
    userLogin: async (input, context) => {
      const account = readAccount(input);
      if (account instanceof InvalidInput) return account;
      const { value, kind } = account;
      const used = await useLoginCode(parts, value, input, context);
      if (typeof used !== 'boolean') return used;
      const person = await parts.people.byAccount(kind, value);
      const budget = await parts.devices.budgetOf(value, context);
      const tries = { ...budget, unlocked: used };
      const proved = await checkPassword(parts, tries, person, input.password, context);
      if (proved instanceof Busy) return proved;
      if (proved !== null) {
        // What is refused unlooked at is no failure: a stranger would fill the log with it.
        if (proved.code !== 'wrongCredentials') return proved;
        await parts.history.add(person?.userId ?? 0, 'loginFailed', '', context);
        return proved;
      }
      if (person!.guardLogin) return secondStep(parts, person!, context);
      return admit(parts, person!, 'password', context, 'wrongCredentials');
    },

    finishLogin: async (input, context) => {
      const challenge = await parts.challenges.takeTry(input.challengeId, 'login', context);
      const person = challenge === null ? null : await parts.people.byId(challenge.userId!);
      if (challenge === null || person === null) return refuse('challengeEnded');
      if (challenge.action !== String(person.passwordChangedAt)) return refuse('challengeEnded');
      const wrong = await checkProof(parts, person, challenge, input, context);
      if (wrong !== null) return wrong;
      if (!(await parts.challenges.use(challenge.challengeId, context.now))) {
        return refuse('challengeEnded');
      }
      return admit(parts, person, 'password', context, 'challengeEnded');
    },

    askPasskeyLogin: async (_input, context) => {
      const { options, nonce } = await parts.passkeys.ask([]);
      const { challengeId } = await parts.challenges.add(
        { purpose: 'passkeyLogin', nonce },
        context,
      );
      return { challengeId, options };
    },

    passkeyLogin: async ({ challengeId, credential }, context) => {
      const challenge = await parts.challenges.takeTry(challengeId, 'passkeyLogin', context);
      if (challenge === null) return refuse('challengeEnded');
      const passkey = await parts.passkeys.use(credential, challenge.nonce, context.now);
      const person = passkey === null ? null : await parts.people.byId(passkey.ownerId);
      if (person === null) return refuse('proofWrong');
      if (!(await parts.challenges.use(challengeId, context.now))) return refuse('challengeEnded');
      return admit(parts, person, 'passkey', context, 'challengeEnded');
    },

    logout: async (_input, context) => {
      const { sessionId, userId } = context.actor;
      const row = await parts.sessions.live(sessionId, context.now);
      // Logging out in the virtual account also logs out of the real one.
      const ids = row?.parentId ? [sessionId, row.parentId] : [sessionId];
      await parts.sessions.end(ids, context.now);
      await parts.history.add(userId, 'logout', '', context);
      context.setHeader('set-cookie', bindCookie.clearedLine(context.secure));
      return {};
    },
  };
}

/** What is still to be proved. Only who has given the right password gets this far. */
export async function secondStep(
  parts: Parts,
  person: Person,
  context: CallContext,
): Promise<LoginOutcome | Busy> {
  const asked = await askProof(parts, person, 'login', context);
  return asked instanceof Busy ? asked : { secondFactor: asked };
}

/**
 * Opens a session for who has proved to be this person. Setting a new password ends all sessions
 * that exist. This one may have been opened after that, by a proof before it: then it ends too.
 */
export async function admit<const R extends string>(
  parts: Parts,
  person: Person,
  way: Way,
  context: CallContext,
  otherwise: R,
): Promise<LoginOutcome | Refusal<R>> {
  const { userId } = person;
  const opening = { userId, realm: 'real' as const, visitor: false };
  const { sessionId, token } = await parts.sessions.open(opening, context);
  const { passwordChangedAt } = (await parts.people.byId(userId))!;
  if (passwordChangedAt !== person.passwordChangedAt) {
    await parts.sessions.end([sessionId], context.now);
    context.setHeader('set-cookie', bindCookie.clearedLine(context.secure));
    return refuse(otherwise);
  }
  await endFormer(parts, context);
  await noteLogin(parts, person, way, context);
  return loginReplyOf(parts, person, 'real', token);
}

/**
 * Ends the session that this browser had until now: its cookie has been replaced (ASVS 5.0 §7.2.4).
 * A visitor's virtual account is left as it is, for the person to come back to.
 */
export async function endFormer(parts: Parts, { actor, now }: CallContext): Promise<void> {
  const former = actor === null ? null : await parts.sessions.live(actor.sessionId, now);
  if (former === null || (await parts.people.byId(former.userId))?.demoOnly !== false) return;
  await parts.sessions.end([former.sessionId, ...(former.parentId ? [former.parentId] : [])], now);
}

/** The log-in in the account log, and a message when the browser is not one of the person's. */
async function noteLogin(parts: Parts, person: Person, way: Way, context: CallContext) {
  const { userId } = person;
  const accounts = accountsOf(person);
  const known = accounts.map(({ value }) => parts.devices.knowsBrowser(value, context));
  const isKnown = (await Promise.all(known)).includes(true);
  for (const { value } of accounts) await parts.devices.remember(value, context, context.now);
  await parts.history.add(userId, isKnown ? 'login' : 'newDevice', way, context);
  // Not of a browser that may be a stranger's.
  const language = languageIn(context);
  if (isKnown && language !== '') await parts.people.setLanguage(userId, language);
  const main = accounts[0];
  if (isKnown || main === undefined) return;
  const details = {
    device: context.userAgent.slice(0, 120) || '?',
    place: placeOf(context.ip) || '?',
    link: parts.links.of(userId, context.now),
  };
  notify(parts, main, 'device', languageOf(person), details, person);
}

/** True when a right code was given; it is used up, whatever the password is. */
async function useLoginCode(
  parts: Parts,
  account: string,
  input: { code?: string | undefined; codeId?: string | undefined },
  context: CallContext,
): Promise<boolean | Busy | InvalidInput | Refusal<'codeWrong'>> {
  const { code, codeId } = input;
  if (code === undefined && codeId === undefined) return false;
  if (code === undefined) return new InvalidInput({ code: ['required'] });
  if (codeId === undefined) return new InvalidInput({ codeId: ['codeId'] });
  const proof = { account, purpose: 'login' as const, code, codeId };
  const right = await parts.codes.check(proof, context);
  if (right instanceof Busy) return right;
  if (!right || !(await parts.codes.use(codeId, context.now))) return refuse('codeWrong');
  return true;
}
