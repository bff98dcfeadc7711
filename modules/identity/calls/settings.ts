import { Busy, InvalidInput, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { readAccount } from '../account.ts';
import type { Parts } from '../parts.ts';
import { maskAccount, RECEIVING } from '../rules/index.ts';
import type { AccountKind, calls } from '../schema/index.ts';
import { change, changeable, changed, type UserContext, useStepUp } from '../step-up/changes.ts';

type Calls = Handlers<typeof calls>;

export function settingCalls(
  parts: Parts,
): Pick<Calls, 'updateInfo' | 'bindemail' | 'bindphone' | 'setSecQuestion' | 'setPhishingCode'> {
  return {
    updateInfo: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId } = person;
      const { name } = input;
      const isReceiving = RECEIVING.some((field) => input[field] !== undefined);
      if (isReceiving) {
        const unproved = await useStepUp(parts, context, 'updateInfo', input);
        if (unproved !== null) return unproved;
        const what = { person, kind: 'receivingChanged', detail: '' } as const;
        await change(parts, what, context, async (client) => {
          await parts.security.setReceiving(userId, input, client);
          return true;
        });
      }
      if (name === undefined) return {};
      await parts.security.setName(userId, name);
      await parts.history.add(userId, 'nameChanged', name, context);
      return {};
    },

    bindemail: (input, context) => bind(parts, 'email', input, context),

    bindphone: async (input, context) =>
      parts.phoneAvailable ? bind(parts, 'phone', input, context) : refuse('phoneUnavailable'),

    setSecQuestion: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'setSecQuestion', input);
      if (unproved !== null) return unproved;
      const { userId } = person;
      const answer = input.answer.toLowerCase().replaceAll(/\s+/g, ' ');
      const hash = await parts.passwords.hash(`${userId} ${answer}`, networkOf(context.ip));
      await parts.security.setAnswer(userId, input.question, hash, context.now);
      await changed(parts, person, 'questionSet', String(input.question), context);
      return {};
    },

    setPhishingCode: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const unproved = await useStepUp(parts, context, 'setPhishingCode', input);
      if (unproved !== null) return unproved;
      await parts.security.setPhishingCode(person.userId, input.phishingCode);
      await changed(parts, person, 'phishingCodeSet', '', context);
      return {};
    },
  };
}

interface Binding {
  readonly account: string;
  readonly country?: string | undefined;
  readonly code: string;
  readonly codeId: string;
  readonly stepUp?: string | undefined;
}

/** Binds an address or number that a code has proved; the one before learns of it. */
async function bind(parts: Parts, kind: AccountKind, input: Binding, context: UserContext) {
  const person = await changeable(parts, context);
  if (!('userId' in person)) return person;
  const account = readAccount({ kind, account: input.account, country: input.country });
  if (account instanceof InvalidInput) return account;
  const { code, codeId } = input;
  const proof = { account: account.value, purpose: 'bind' as const, code, codeId };
  const right = await parts.codes.check(proof, context);
  if (right instanceof Busy) return right;
  if (!right) return refuse('codeWrong');
  const unproved = await useStepUp(parts, context, `bind${kind}`, input);
  if (unproved !== null) return unproved;
  if (!(await parts.codes.use(codeId, context.now))) return refuse('codeWrong');
  const { userId } = person;
  const what = { person, kind: `${kind}Changed`, detail: maskAccount(account) } as const;
  const done = await change(parts, what, context, (client) =>
    parts.security.setAccount(userId, kind, account.value, context.now, client),
  );
  // Not reported as taken: that would reveal who is registered.
  if (!done) return refuse('codeWrong');
  await parts.devices.remember(account.value, context, context.now);
  return {};
}
