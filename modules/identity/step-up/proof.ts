import type { CallInput } from '@assay/core/schema/call';
import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { accountOf, notify } from '../account.ts';
import { checkPassword, countTry } from '../calls/tries.ts';
import type { Parts } from '../parts.ts';
import { maskAccount } from '../rules/index.ts';
import { factorLock } from '../rules/security.ts';
import type { CodePurpose, calls, Method } from '../schema/index.ts';
import type { Challenge } from '../store/challenges.ts';
import type { Factors } from '../store/factors.ts';
import type { Person } from '../store/people.ts';
import { factorsBy } from './own-factors.ts';

export type ProofInput = CallInput<(typeof calls)['proveStepUp']>;
type Purpose = Extract<CodePurpose, 'stepUp' | 'secondStep'>;
type Checked = Promise<Busy | InvalidInput | Refusal<'proofWrong'> | null>;

/** The ways in which a person can prove something now; a code only while no factor stands. */
function methodsOf({ totps, passkeys, recoveryCodes }: Factors): Method[] {
  if (totps.length + passkeys.length === 0) return ['code'];
  const has = { passkey: passkeys.length, totp: totps.length, recoveryCode: recoveryCodes };
  return (['passkey', 'totp', 'recoveryCode'] as const).filter((method) => has[method] > 0);
}

/** Asks for a proof: for an action, or as the second step of a log-in. Sends a code if need be. */
export async function askProof(
  parts: Parts,
  person: Person,
  of: { purpose: 'stepUp'; sessionId: string; action: string; digest: string } | 'login',
  context: CallContext,
) {
  const factors = await parts.factors.of(person.userId);
  const methods = methodsOf(factors);
  const asked = methods.includes('passkey') ? await parts.passkeys.ask(factors.passkeys) : null;
  // A log-in that began with another password than that of now must not end.
  const login = { purpose: 'login' as const, action: String(person.passwordChangedAt) };
  const about = of === 'login' ? login : of;
  const { userId } = person;
  const nonce = asked?.nonce ?? '';
  const sent = methods.includes('code') ? await sendCode(parts, person, about, context) : null;
  if (sent instanceof Busy) return sent;
  const { challengeId, expiresAt } = await parts.challenges.add(
    { ...about, userId, nonce },
    context,
  );
  return {
    ...{ challengeId, methods, expiresAt },
    passkeyOptions: asked?.options ?? '',
    codeId: sent?.codeId ?? '',
    sentTo: sent?.sentTo ?? '',
  };
}

async function sendCode(
  parts: Parts,
  person: Person,
  { purpose }: { purpose: 'stepUp' | 'login' },
  context: CallContext,
) {
  const account = accountOf(person)!;
  const about: Purpose = purpose === 'stepUp' ? 'stepUp' : 'secondStep';
  const issued = await parts.codes.issue(account.value, about, true, context);
  if (issued instanceof Busy) return issued;
  notify(parts, account, 'code', context.lang, { code: issued.code! }, person);
  return { codeId: issued.codeId, sentTo: maskAccount(account) };
}

/**
 * Checks a proof for a challenge whose try was taken; null when it is right. Wrong ones count for
 * the account and its network, whatever the method. `madeBy`: only what was there by then proves.
 */
export async function checkProof(
  parts: Parts,
  person: Person,
  challenge: Challenge,
  input: ProofInput,
  context: CallContext,
  madeBy = Number.MAX_SAFE_INTEGER,
): Checked {
  const all = await parts.factors.of(person.userId);
  if (!methodsOf(all).includes(input.method)) return refuse('proofWrong');
  const factors = factorsBy(all, madeBy);
  if (input.method === 'code') return checkCode(parts, person, challenge, input, context);
  const wrong = await countTries(parts, person, context, () =>
    isRight(parts, { ...person, factors, madeBy }, challenge, input, context.now),
  );
  if (wrong !== null || input.method !== 'recoveryCode') return wrong;
  await parts.history.add(person.userId, 'recoveryCodeUsed', '', context);
  return null;
}

/** Counts a try as failed before it is checked, so that tries at once gain nothing. */
export async function countTries<W extends InvalidInput = never>(
  parts: Parts,
  { userId }: Person,
  { ip, now }: CallContext,
  check: () => Promise<boolean | W>,
): Promise<Busy | W | Refusal<'proofWrong'> | null> {
  const network = networkOf(ip);
  const failures = parts.limits.row('factorFailure');
  const wait = failures.waitMs('', network, now);
  if (wait > 0) return new Busy(wait);
  const key = parts.codes.accountKey(`factors of ${userId}`);
  const locked = await countTry(parts, key, factorLock, false, now);
  if (locked instanceof Busy) return locked;
  const right = await check();
  if (typeof right !== 'boolean') return right;
  if (!right) {
    failures.takeNetwork(network, now);
    return refuse('proofWrong');
  }
  await parts.proofs.forgetFailures(key);
  return null;
}

/** What proves: these factors, and recovery codes that were made by then. */
interface Proving extends Pick<Person, 'userId'> {
  readonly factors: Factors;
  readonly madeBy: number;
}

async function isRight(
  parts: Parts,
  { userId, factors, madeBy }: Proving,
  { nonce }: Challenge,
  { method, totp, recoveryCode, credential }: ProofInput,
  now: number,
): Promise<boolean | InvalidInput> {
  if (method === 'totp') {
    return totp === undefined
      ? new InvalidInput({ totp: ['totp'] })
      : parts.totps.use(factors.totps, totp, now);
  }
  if (method === 'recoveryCode') {
    return parts.recovery.use(userId, recoveryCode ?? '', now, madeBy);
  }
  if (credential === undefined) return new InvalidInput({ credential: ['credential'] });
  const used = await parts.passkeys.use(credential, nonce, now);
  return factors.passkeys.some(({ credentialId }) => credentialId === used?.credentialId);
}

/** A code by mail or phone; for an action the password too, which no stolen session has. */
async function checkCode(
  parts: Parts,
  person: Person,
  { purpose }: Challenge,
  { password, code, codeId }: ProofInput,
  context: CallContext,
): Checked {
  if (purpose === 'stepUp') {
    if (password === undefined) return new InvalidInput({ password: ['required'] });
    const tries = { key: parts.codes.accountKey(`user ${person.userId}`), shared: null };
    const proved = await checkPassword(parts, tries, person, password, context);
    if (proved !== null) return proved instanceof Busy ? proved : refuse('proofWrong');
  }
  if (code === undefined) return new InvalidInput({ code: ['required'] });
  if (codeId === undefined) return new InvalidInput({ codeId: ['codeId'] });
  const about: Purpose = purpose === 'stepUp' ? 'stepUp' : 'secondStep';
  const account = accountOf(person)!.value;
  const right = await parts.codes.check({ account, purpose: about, code, codeId }, context);
  if (right instanceof Busy) return right;
  return right && (await parts.codes.use(codeId, context.now)) ? null : refuse('proofWrong');
}
