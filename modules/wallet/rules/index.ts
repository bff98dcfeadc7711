import { assess } from './assess.ts';
import { portionsOf } from './leaving.ts';
import { planExit } from './plan.ts';
import { blockedOf, leavesOrdinarily, refusalsOf } from './refuse.ts';
import type { Accepted, Kind, Refused, Request, Situation } from './request.ts';
import type { Risk } from './risk.ts';

export { assess } from './assess.ts';
export * from './document.ts';
export { type Part, type Portion, portionsOf } from './leaving.ts';
export { resembles } from './likeness.ts';
export * from './plan.ts';
export { recipientFrom } from './refuse.ts';
export * from './request.ts';
export * from './risk.ts';
export * from './turnover.ts';
export * from './window.ts';
export { localTime, offsetOf } from './zone.ts';

/** One withdrawal of a plan, as it is asked for, and what becomes of it. */
export interface ExitPart {
  readonly kind: Kind;
  readonly amount: bigint;
  /** When it goes; 0: as soon as it may. */
  readonly notBefore: number;
  readonly verdict: Accepted;
  readonly risk: Risk;
}

/** What stays, and why: what people hold elsewhere, too many withdrawals at once, or a refusal. */
export interface Remaining {
  readonly code: Refused['code'] | 'held' | 'tooManyWithdrawals';
  readonly amount: bigint;
  /** Of a refusal: what it is about. */
  readonly refused: Refused | null;
}

export interface FullExit {
  /** Why nothing of it leaves; none where something does. */
  readonly refusals: readonly Refused[];
  readonly parts: readonly ExitPart[];
  readonly remains: readonly Remaining[];
}

export interface ExitOptions {
  /** So many withdrawals may be opened. */
  readonly most: number;
  /** The risk of a part, once so much of the plan has left before it. */
  readonly riskOf: (amount: bigint, before: bigint) => Risk;
}

/**
 * How an amount leaves whole: by withdrawals each of which is judged as if those before it had been
 * accepted, or as all of a balance that is below the least.
 */
export function fullExit(
  request: Request,
  situation: Situation,
  { most, riskOf }: ExitOptions,
): FullExit {
  const { lots, present, available, held, turnoverDone } = situation;
  const all = portionsOf(lots, present, available + held, turnoverDone);
  const kind = leavesOrdinarily(situation, all) ? 'ordinary' : 'exit';
  const asked: Request = { ...request, kind };
  const refusals = refusalsOf(asked, situation, all);
  if (refusals.length > 0) return { refusals, parts: [], remains: [] };
  const free = all.filter((portion) => blockedOf(asked, situation, portion).length === 0);
  const slots =
    kind === 'exit' ? [whole(request, situation)] : slotsOf(asked, situation, free, most);
  const parts: ExitPart[] = [];
  let [at, left, stop] = [situation, request.amount, [] as readonly Refused[]];
  for (const { amount, goesAt } of slots.slice(0, most)) {
    const notBefore = goesAt > situation.now ? goesAt : 0;
    const one: Request = { ...asked, amount, notBefore };
    const risk = riskOf(amount, request.amount - left);
    const verdict = assess(one, { ...at, risk });
    if (!('fee' in verdict)) {
      stop = verdict.refusals;
      break;
    }
    parts.push({ kind, amount, notBefore, verdict, risk });
    at = after(at, amount, verdict);
    left -= amount;
  }
  const blocked = all.flatMap((portion) => blockedOf(asked, situation, portion));
  const why = [...stop, ...(parts.length >= most ? [] : blocked)];
  if (parts.length === 0 && most > 0) return { refusals: why, parts, remains: [] };
  return { refusals: [], parts, remains: remainsOf(request, situation, left, why[0] ?? null) };
}

const whole = ({ amount }: Request, { now }: Situation) => ({ amount, goesAt: now });

function slotsOf(
  { amount }: Request,
  { now, accepted, verified, finest }: Situation,
  portions: Parameters<typeof planExit>[0]['portions'],
  most: number,
) {
  const isJunior = verified === 'junior';
  return planExit({ portions, amount, now, accepted, isJunior, most, finest }).slots;
}

/** What holds for the next part once one is accepted. */
function after(situation: Situation, amount: bigint, { goesAt, parts }: Accepted): Situation {
  const taken = new Map(parts.map((part) => [part.lot, part.amount]));
  return {
    ...situation,
    lots: situation.lots.map((lot) => ({ ...lot, taken: lot.taken + (taken.get(lot.id) ?? 0n) })),
    available: situation.available - amount,
    held: situation.held + amount,
    accepted: [...situation.accepted, goesAt],
  };
}

/** Without a reason of its own it is what does not fit into as many as may be open. */
function remainsOf(
  { amount }: Request,
  { available, held, finest }: Situation,
  left: bigint,
  refused: Refused | null,
): Remaining[] {
  const code = refused?.code ?? 'tooManyWithdrawals';
  const rest: Remaining[] = left > 0n ? [{ code, amount: left, refused }] : [];
  const isAll = amount > available - finest && held > 0n;
  return isAll ? [...rest, { code: 'held', amount: held, refused: null }] : rest;
}
