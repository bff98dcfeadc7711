import type { CallInput, CallOutcome } from '@assay/core/schema/call';
import { Busy, InvalidInput, refuse } from '@assay/core/schema/outcome';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { accountOf, readReachable } from '../account.ts';
import { isGuessedFirst } from '../frequent-passwords.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { isLocked, makeChange, reportChange } from '../step-up/changes.ts';
import { checkPassword } from './tries.ts';

type Calls = Handlers<typeof calls>;
type Update = (typeof calls)['updatePassword'];
type Input = CallInput<Update>;
type Outcome = Promise<CallOutcome<Update>>;

export function passwordCalls(parts: Parts): Pick<Calls, 'updatePassword'> {
  return {
    updatePassword: (input, context) =>
      context.actor !== null && input.oldPassword !== undefined
        ? change(parts, input, input.oldPassword, context, context.actor)
        : reset(parts, input, context),
  };
}

/** Sets a new password by the old one; this session stays, all others end. */
async function change(
  parts: Parts,
  input: Input,
  oldPassword: string,
  context: CallContext,
  actor: Actor,
): Outcome {
  const person = await parts.people.byId(actor.userId);
  const account = person === null ? null : accountOf(person);
  if (person === null || account === null) return refuse('wrongCredentials');
  if (await isLocked(parts, person.userId, context.now)) return refuse('settingsLocked');
  if (isGuessedFirst(input.password, account.value)) {
    return new InvalidInput({ password: ['passwordCommon'] });
  }
  if (input.password === oldPassword) return new InvalidInput({ password: ['passwordSame'] });
  const counter = `user ${actor.userId}`;
  const tries = { key: parts.codes.accountKey(counter), shared: null };
  const proved = await checkPassword(parts, tries, person, oldPassword, context);
  // An account locked until it gives a code is unlocked by resetting the password.
  if (proved !== null && 'code' in proved) return refuse('wrongCredentials');
  if (proved !== null) return proved;
  const hash = await parts.passwords.hash(input.password, networkOf(context.ip));
  // Replaces only the password that was checked: another may have been set during the hashing.
  const { passwordChangedAt: before } = person;
  const what = { person, kind: 'passwordChanged', detail: '' } as const;
  const event = await makeChange(parts, what, context, (client) =>
    parts.people.changePassword(actor.userId, before, hash, context.now, client),
  );
  if (event === null) return refuse('wrongCredentials');
  const row = await parts.sessions.live(actor.sessionId, context.now);
  const keep = row?.parentId ? [actor.sessionId, row.parentId] : [actor.sessionId];
  await parts.sessions.endAll(actor.userId, keep, context.now);
  await reportChange(parts, person, event);
  return { apiKeysRevoked: 0 };
}

/** Sets a new password by a code; all sessions end, and listeners revoke what else acts. */
async function reset(parts: Parts, input: Input, context: CallContext): Outcome {
  const { account: written, code, codeId } = input;
  if (written === undefined) return new InvalidInput({ account: ['required'] });
  if (code === undefined) return new InvalidInput({ code: ['required'] });
  if (codeId === undefined) return new InvalidInput({ codeId: ['codeId'] });
  const { kind, country } = input;
  const account = readReachable(parts, { kind, account: written, country });
  if (!('kind' in account)) return account;
  if (isGuessedFirst(input.password, account.value)) {
    return new InvalidInput({ password: ['passwordCommon'] });
  }
  const proof = { account: account.value, purpose: 'reset' as const, code, codeId };
  const right = await parts.codes.check(proof, context);
  if (right instanceof Busy) return right;
  // A code for an unknown account is never right, so from here on the person exists.
  const person = right ? await parts.people.byAccount(account.kind, account.value) : null;
  if (person === null) return refuse('codeWrong');
  if (await isLocked(parts, person.userId, context.now)) return refuse('settingsLocked');
  const hash = await parts.passwords.hash(input.password, networkOf(context.ip));
  const what = { person, kind: 'passwordReset', detail: '' } as const;
  const event = await makeChange(parts, what, context, (client) =>
    parts.people.resetPassword(person.userId, codeId, hash, context.now, client),
  );
  if (event === null) return refuse('codeWrong');
  await parts.sessions.endAll(person.userId, [], context.now);
  let apiKeysRevoked = 0;
  for (const listener of parts.onReset) {
    apiKeysRevoked += await listener(person.userId, context.now);
  }
  const { key } = await parts.devices.budgetOf(account.value, context);
  await parts.proofs.forgetFailures(key);
  await parts.devices.remember(account.value, context, context.now);
  const name = apiKeysRevoked > 0 ? 'passwordResetKeys' : 'passwordReset';
  await reportChange(parts, person, event, { key: name, count: String(apiKeysRevoked) });
  return { apiKeysRevoked };
}
