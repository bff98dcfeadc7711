import { DAY, HOUR } from '@assay/core/time';
import type { Terms } from './document.ts';
import type { Portion } from './leaving.ts';
import { SLOTS_MAX } from './plan.ts';
import type { Limit, RefusalCode, Refused, Request, Situation } from './request.ts';
import { unusedOf } from './turnover.ts';
import { hasRoom, opensAt, slotAt } from './window.ts';
import { nextDay } from './zone.ts';

/** The limits that the owner has set, or somebody with a link of theirs, and the owner lifts. */
const isFreeze = ({ kind }: Limit) => kind === 'selfFreeze' || kind === 'notMe';

/** The longest plan has a day for each of its places, and begins after what was accepted. */
const AHEAD_MS = (SLOTS_MAX + 34) * DAY;
/** The next window opens by then: a longer lock of a rate is worth more than its spread. */
const LOCKED_AHEAD_MS = DAY;

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
  const latest = situation.now + (request.lockedAt === null ? AHEAD_MS : LOCKED_AHEAD_MS);
  when(request.notBefore > latest, 'tooFarAhead', { until: latest });
  return refused;
}

function exitRefusals(
  { amount }: Request,
  situation: Situation,
  portions: readonly Portion[],
): Refused[] {
  const { now, available, held, lastExitAt, finest } = situation;
  if (leavesOrdinarily(situation, portions)) return [{ code: 'exitNotNeeded' }];
  // What is finer than the network carries stays, or nothing could leave.
  const whole = available + held - ((available + held) % finest);
  const refused: Refused[] = amount === whole ? [] : [{ code: 'exitNotWhole', amount: whole }];
  if (lastExitAt === null) return refused;
  const days = Math.min(...portions.map(({ terms }) => terms.exitDays));
  const until = lastExitAt + days * DAY;
  return now < until ? [...refused, { code: 'exitTooSoon', until }] : refused;
}

/** Whether all that is there is not below the least. */
export function leavesOrdinarily(
  { available, held }: Situation,
  portions: readonly Portion[],
): boolean {
  const whole = available + held;
  const free = portions.filter(({ terms }) => BigInt(terms.least) <= whole);
  return free.reduce((sum, { left }) => sum + left, 0n) >= whole;
}

const PAYEE_NAMED = { hasRecipient: true, hasProvider: true } as const;

/** What refuses money of these terms at any size and on any day. */
export function blockedOf(request: Request, situation: Situation, portion: Portion): Refused[] {
  const amount = BigInt(portion.terms.least);
  const asked: Request = { ...request, amount, kind: 'ordinary', ...PAYEE_NAMED };
  return refusalsOfPortion(asked, { ...situation, accepted: [] }, portion);
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
  refused.push(...travelRefusals(request, situation, terms));
  if (request.kind === 'exit') return [...refused, ...dayRefusals(request, situation, terms)];
  if (!above(terms.least) && amount !== BigInt(terms.least)) {
    refused.push({ code: 'belowLeast', amount: BigInt(terms.least) });
  }
  if (above(terms.most)) refused.push({ code: 'aboveMost', amount: BigInt(terms.most) });
  if (verified === 'junior' && above(terms.juniorMost)) {
    refused.push({ code: 'seniorNeeded', amount: BigInt(terms.juniorMost) });
  }
  if (terms.turnoverMode === BLOCK && !isMet) refused.push({ code: 'turnoverOpen' });
  return [...refused, ...dayRefusals(request, situation, terms)];
}

/** From which amount on the recipient is asked for: by the law of the country, or before. */
export const recipientFrom = ({ travel }: Pick<Situation, 'travel'>, terms: Terms): bigint => {
  const own = BigInt(terms.travelAmount);
  return own < travel.recipientFrom ? own : travel.recipientFrom;
};

/** Rules that a deposit has pinned are those of the house: the law goes before them. */
function travelRefusals(request: Request, situation: Situation, terms: Terms): Refused[] {
  const { amount, hasRecipient, hasProvider } = request;
  const { providerFrom } = situation.travel;
  const refused: Refused[] = [];
  const from = recipientFrom(situation, terms);
  if (amount >= from && !hasRecipient) refused.push({ code: 'travelDataNeeded', amount: from });
  if (providerFrom !== null && amount >= providerFrom && !hasProvider) {
    refused.push({ code: 'travelProviderNeeded', amount: providerFrom });
  }
  return refused;
}

/**
 * Ordinary ones count on the day on which they go. Of those that lock a rate a day has no more
 * either, by when they were asked for: each is an option on that rate, whatever becomes of it.
 */
function dayRefusals(request: Request, situation: Situation, terms: Terms): Refused[] {
  const { now, accepted } = situation;
  const { kind, lockedAt } = request;
  if (lockedAt !== null && !hasRoom(terms, lockedAt, now)) {
    const until = Math.min(...terms.windows.map(({ zone }) => nextDay(zone, now)));
    return [{ code: 'dailyLimit', until }];
  }
  if (kind === 'exit') return [];
  const goesAt = timeOf(request, situation, terms);
  const slot = slotAt(terms, accepted, goesAt);
  return slot === goesAt ? [] : [{ code: 'dailyLimit', until: slot }];
}

/** When it would go if nothing held it. A return does not wait for the window. */
export function timeOf({ kind, notBefore }: Request, { now }: Situation, terms: Terms): number {
  const from = Math.max(now, notBefore);
  return kind === 'return' ? from : opensAt(terms.windows, from);
}
