import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import type { Parts } from '../parts.ts';
import {
  isCommonPin,
  TRADE_LOCK_AFTER,
  TRADE_PAUSE_AFTER,
  TRADE_PAUSE_MS,
} from '../rules/trade-password.ts';
import type { calls } from '../schema/index.ts';
import { change, changeable, personOf, useStepUp } from '../step-up/changes.ts';
import type { TradeTries } from '../store/security.ts';

type Calls = Handlers<typeof calls>;
type TradeRefusal = 'tradePasswordNeeded' | 'tradePasswordWrong' | 'tradePasswordLocked';

export function tradePasswordCalls(
  parts: Parts,
): Pick<Calls, 'hasTpassword' | 'saveTpwd' | 'updateTpassword'> {
  return {
    hasTpassword: async (_input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const tries = await parts.security.tradeTries(person.userId);
      const { locked, waitMs } = pauseOf(tries, context.now);
      return { has: tries.isSet, locked, waitMs };
    },

    saveTpwd: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId, phone, email } = person;
      if (isCommonPin(input.password, [phone, email])) {
        return new InvalidInput({ password: ['pinCommon'] });
      }
      if (person.hasTradePassword) return refuse('tradePasswordSet');
      const unproved = await useStepUp(parts, context, 'saveTpwd', input);
      if (unproved !== null) return unproved;
      const hash = await hashOf(parts, userId, input.password, context);
      const what = { person, kind: 'tradePasswordSet', detail: '' } as const;
      const set = await change(parts, what, context, (client) =>
        parts.security.setTradeHash(userId, hash, { first: true, now: context.now }, client),
      );
      return set ? {} : refuse('tradePasswordSet');
    },

    updateTpassword: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { userId, phone, email } = person;
      if (isCommonPin(input.password, [phone, email])) {
        return new InvalidInput({ password: ['pinCommon'] });
      }
      if (!person.hasTradePassword) return refuse('tradePasswordNeeded');
      const { oldPassword } = input;
      const unproved =
        oldPassword === undefined
          ? await useStepUp(parts, context, 'updateTpassword', input)
          : await checkTradePassword(parts, userId, oldPassword, context);
      if (unproved !== null) return unproved;
      const hash = await hashOf(parts, userId, input.password, context);
      const kind = oldPassword === undefined ? 'tradePasswordReset' : 'tradePasswordChanged';
      const set = await change(parts, { person, kind, detail: '' }, context, (client) =>
        parts.security.setTradeHash(userId, hash, { first: false, now: context.now }, client),
      );
      return set ? {} : refuse('tradePasswordNeeded');
    },
  };
}

/**
 * Compares the trade password, counting wrong ones for the person: no call sets the count back but
 * a right one. Null when it is right. Throws HashingBusy when too many wait.
 */
export async function checkTradePassword(
  parts: Parts,
  userId: number,
  pin: string,
  { ip, now }: Pick<CallContext, 'ip' | 'now'>,
): Promise<Busy | Refusal<TradeRefusal> | null> {
  const network = networkOf(ip);
  const failures = parts.limits.row('tradePasswordFailure');
  const wait = failures.waitMs('', network, now);
  if (wait > 0) return new Busy(wait);
  parts.passwords.refuseIfFull(network);
  const hash = await parts.security.takeTradeTry(userId, now);
  if (hash === null) {
    const tries = await parts.security.tradeTries(userId);
    if (!tries.isSet) return refuse('tradePasswordNeeded');
    const { locked, waitMs } = pauseOf(tries, now);
    return locked ? refuse('tradePasswordLocked') : new Busy(Math.max(waitMs, 1000));
  }
  if (!(await parts.passwords.verify(hash, `${userId} ${pin}`, network))) {
    failures.takeNetwork(network, now);
    return refuse('tradePasswordWrong');
  }
  await parts.security.forgetTradeTries(userId);
  return null;
}

/** Over the person's number too, so that equal digits of two people differ in the key's sight. */
function hashOf(parts: Parts, userId: number, pin: string, { ip }: CallContext): Promise<string> {
  return parts.passwords.hash(`${userId} ${pin}`, networkOf(ip), 'strong');
}

function pauseOf({ failures, failedAt }: TradeTries, now: number) {
  const locked = failures >= TRADE_LOCK_AFTER;
  const pause = failures >= TRADE_PAUSE_AFTER && !locked ? failedAt + TRADE_PAUSE_MS - now : 0;
  return { locked, waitMs: Math.max(0, pause) };
}
