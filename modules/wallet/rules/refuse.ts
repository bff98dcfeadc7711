import { DAY, HOUR } from '@assay/core/time';
import type { Terms } from './document.ts';
import type { Portion } from './leaving.ts';
import type { Limit, RefusalCode, Refused, Request, Situation } from './request.ts';
import { unusedOf } from './turnover.ts';
import { opensAt, slotAt } from './window.ts';

/** The limits that the owner has set, or somebody with a link of theirs, and the owner lifts. */
const isFreeze = ({ kind }: Limit) => kind === 'selfFreeze' || kind === 'notMe';

/** What refuses a request whatever it takes, in the published order. */
export function refusalsOf(
  request: Request,
  situation: Situation,
  portions: readonly Portion[],
): Refused[] {
  const { kind, amount } = request;
  const { available, verified } = situation;
  const refused: Refused[] = [];
  const when = (isSo: boolean, code: RefusalCode, more: Omit<Refused, 'code'> = {}) => {
    if (isSo) refused.push({ code, ...more });
  };
  when(!situation.isOffered, 'notOffered');
  when(!situation.hasTradePassword, 'tradePasswordNeeded');
  const freeze = situation.limits.find(isFreeze);
  when(freeze !== undefined, 'frozen', { until: freeze?.expiresAt ?? null });
  when(kind !== 'return' && verified === 'none', 'verificationNeeded');
  when(request.confirmedAt === null && kind !== 'return', 'unknownAddress');
  when(kind === 'return' && request.source === null, 'notSource');
  when(amount > available, 'insufficientBalance', { amount: available });
  if (kind === 'return' && request.source !== null) {
    const unused = unusedOf(situation.lots, request.source, situation.turnoverDone, available);
    when(amount > unused, 'notUnused', { amount: unused });
  }
  if (kind === 'exit') refused.push(...exitRefusals(request, situation, portions));
  return refused;
}

function exitRefusals(
  { amount }: Request,
  { now, available, held, lastExitAt }: Situation,
  portions: readonly Portion[],
): Refused[] {
  const whole = available + held;
  const free = portions.filter(({ terms }) => BigInt(terms.least) <= whole);
  const isOrdinary = free.reduce((sum, { left }) => sum + left, 0n) >= whole;
  if (isOrdinary) return [{ code: 'exitNotNeeded' }];
  const refused: Refused[] = amount === whole ? [] : [{ code: 'exitNotWhole', amount: whole }];
  if (lastExitAt === null) return refused;
  const days = Math.min(...portions.map(({ terms }) => terms.exitDays));
  const until = lastExitAt + days * DAY;
  return now < until ? [...refused, { code: 'exitTooSoon', until }] : refused;
}

const BLOCK = 2;

/** What refuses it for some of the money, by the terms of that money, in the published order. */
export function refusalsOfPortion(
  request: Request,
  situation: Situation,
  { terms, isMet }: Portion,
): Refused[] {
  if (request.kind === 'return') return [];
  const { amount, confirmedAt } = request;
  const { now, whitelistOnly, verified } = situation;
  const refused: Refused[] = [];
  const above = (limit: number) => amount > BigInt(limit);
  const cools = request.isStrict ? terms.strictHours : terms.coolingHours;
  const cooled = (confirmedAt ?? now) + cools * HOUR;
  if (whitelistOnly && now < cooled) refused.push({ code: 'addressCooling', until: cooled });
  if (amount >= BigInt(terms.travelAmount) && !request.hasTravelData) {
    refused.push({ code: 'travelDataNeeded', amount: BigInt(terms.travelAmount) });
  }
  if (request.kind === 'exit') return refused;
  if (!above(terms.least) && amount !== BigInt(terms.least)) {
    refused.push({ code: 'belowLeast', amount: BigInt(terms.least) });
  }
  if (above(terms.most)) refused.push({ code: 'aboveMost', amount: BigInt(terms.most) });
  if (verified === 'junior' && above(terms.juniorMost)) {
    refused.push({ code: 'seniorNeeded', amount: BigInt(terms.juniorMost) });
  }
  if (terms.turnoverMode === BLOCK && !isMet) refused.push({ code: 'turnoverOpen' });
  const goesAt = timeOf(request, situation, terms);
  const slot = slotAt(terms, situation.accepted, goesAt);
  if (slot !== goesAt) refused.push({ code: 'dailyLimit', until: slot });
  return refused;
}

/** When it would go if nothing held it. A return does not wait for the window. */
export function timeOf({ kind, notBefore }: Request, { now }: Situation, terms: Terms): number {
  const from = Math.max(now, notBefore);
  return kind === 'return' ? from : opensAt(terms.windows, from);
}
