import { assert } from '@assay/core/num/integer';
import { HOUR } from '@assay/core/time';
import type { Ground } from '../schema/commands.ts';
import type { Terms } from './document.ts';
import { feeOf, leaving, ownFee, type Portion, portionsOf, type Rank } from './leaving.ts';
import { refusalsOf, refusalsOfPortion, timeOf } from './refuse.ts';
import type { HoldCode, HoldUntil, Refused, Request, Situation, Verdict } from './request.ts';
import { RISK_LIMIT } from './risk.ts';

const GROUNDS: readonly Ground[] = ['tier', 'onePerson', 'twoPeople'];

/**
 * What becomes of a request: every reason for which it is refused, in the published order, or when
 * it goes, what it costs, who decides and what it waits for. `amount` is above zero.
 */
export function assess(request: Request, situation: Situation): Verdict {
  assert(request.amount > 0n, 'something is asked for');
  const { now, lots, present, available, held, turnoverDone } = situation;
  const all = portionsOf(lots, present, available + held, turnoverDone);
  const ofSource = new Set(lots.filter(({ source }) => source === request.source).map(idOf));
  const portions =
    request.kind === 'return' ? all.filter(({ lot }) => lot !== null && ofSource.has(lot)) : all;
  const refused = refusalsOf(request, situation, all);
  if (refused.length > 0) return { refusals: refused };
  const taken = leaving(portions, request.amount, (one) => rankOf(request, situation, one));
  if (taken === null) return { refusals: missing(request, situation, portions) };
  const { parts, rank } = taken;
  const fee = feeOf(parts, portions, feeNameOf(request));
  if (fee >= request.amount) return { refusals: [{ code: 'belowFee', amount: fee }] };
  const [, review, ground = 0] = rank;
  const byLot = new Map(portions.map((portion) => [portion.lot, portion.terms]));
  const terms = parts.map(({ lot }) => byLot.get(lot)!);
  const goesAt = Math.max(...terms.map((one) => timeOf(request, situation, one)));
  return {
    refusals: [],
    goesAt,
    isQueued: goesAt > now,
    fee,
    arrives: request.amount - fee,
    ground: GROUNDS[ground]!,
    holds: holdsOf(request, situation, terms, review === 1),
    parts,
  };
}

const idOf = ({ id }: { readonly id: number }) => id;
const feeNameOf = ({ kind }: Request) => (kind === 'ordinary' ? 'fee' : 'networkFee');

/** When it can go, whether its turnover is looked at, who decides, its fee: less is better. */
function rankOf(request: Request, situation: Situation, portion: Portion): Rank {
  if (refusalsOfPortion(request, situation, portion).length > 0) return null;
  const review = isReviewed(request, portion);
  const ground = groundOf(
    request.amount,
    portion.terms,
    situation,
    review,
    isBraked(request, situation),
  );
  const { terms } = portion;
  const waits = waitsOf(request, situation, [terms]).map(({ until }) => until ?? 0);
  const ready = Math.max(timeOf(request, situation, terms), ...waits);
  const fee = ownFee(terms, feeNameOf(request));
  return [ready, review ? 1 : 0, GROUNDS.indexOf(ground), fee];
}

/** Blocks take minutes; a chain that stands still, or is followed no more, holds nothing longer. */
const DEEP_MS = 24 * HOUR;
const REVIEW = 1;

/** Only what is asked for in the ordinary way has to be turned over. */
const isReviewed = ({ kind }: Request, { terms, isMet }: Portion) =>
  kind === 'ordinary' && !isMet && terms.turnoverMode === REVIEW;

/** What was not used goes back to its source whatever the house has lost today. */
const isBraked = ({ kind }: Request, { risk }: Situation) => risk.isOutflow && kind !== 'return';

function groundOf(
  amount: bigint,
  { tierLimit, onePersonLimit }: Terms,
  { risk }: Situation,
  isReview: boolean,
  isBraked: boolean,
): Ground {
  if (isBraked || amount > BigInt(onePersonLimit)) return 'twoPeople';
  const isAbove = amount > BigInt(tierLimit);
  const isRisk = risk.score >= RISK_LIMIT;
  if (isAbove) return isRisk ? 'twoPeople' : 'onePerson';
  return isRisk || isReview ? 'onePerson' : 'tier';
}

/** Why it is refused when too little of the money allows it: what the best of the rest says. */
function missing(
  request: Request,
  situation: Situation,
  portions: readonly Portion[],
): readonly Refused[] {
  const said = portions.map(({ left, terms, ...rest }) => {
    return { left, refusals: refusalsOfPortion(request, situation, { left, terms, ...rest }) };
  });
  said.sort((a, b) => a.refusals.length - b.refusals.length);
  let sum = 0n;
  for (const { left, refusals } of said) {
    sum += left;
    if (sum >= request.amount) return refusals;
  }
  throw new Error('portions are at least the balance');
}

/** Of the money that leaves the most lenient holds. */
const fewest = (
  terms: readonly Terms[],
  name: 'changeHours' | 'coolingHours' | 'reviewHours' | 'returnHours',
) => Math.min(...terms.map((one) => one[name])) * HOUR;

/** What ends by itself. */
function waitsOf(request: Request, situation: Situation, terms: readonly Terms[]): HoldUntil[] {
  const { now, limits, deviceSince, available, unconfirmed } = situation;
  const changeMs = fewest(terms, 'changeHours');
  const over = (code: HoldCode, until: number | null): HoldUntil[] =>
    until !== null && until <= now ? [] : [{ code, until, after: 'release' }];
  const byIdentity = limits.flatMap(({ kind, createdAt, expiresAt, isLong = false }) => {
    if (kind === 'everybody') return over('stoppedForAll', expiresAt);
    if (kind === 'staffFreeze') return over('frozenByStaff', expiresAt);
    if (kind !== 'withdrawalHold') return [];
    if (isLong) return over('securityChange', expiresAt);
    const until = createdAt + changeMs;
    return over('securityChange', Math.min(expiresAt ?? until, until));
  });
  const isReturn = request.kind === 'return';
  const cooled = (request.confirmedAt ?? now) + fewest(terms, 'coolingHours');
  return [
    ...lastOfEach(byIdentity),
    ...(deviceSince === null ? [] : over('newDevice', deviceSince + changeMs)),
    ...(isReturn ? [] : over('newAddress', cooled)),
    ...(request.amount > available - unconfirmed ? over('confirmations', now + DEEP_MS) : []),
  ];
}

/** There is one hold for a reason, however many there are for it: the one that ends last. */
function lastOfEach(holds: readonly HoldUntil[]): HoldUntil[] {
  const last = new Map<HoldCode, HoldUntil>();
  for (const hold of holds) {
    const known = last.get(hold.code);
    if (known === undefined || endOf(known) < endOf(hold)) last.set(hold.code, hold);
  }
  return [...last.values()];
}

const endOf = ({ until }: HoldUntil) => until ?? Number.POSITIVE_INFINITY;

/** What it waits for, and what people look at. */
function holdsOf(
  request: Request,
  situation: Situation,
  terms: readonly Terms[],
  isReview: boolean,
): HoldUntil[] {
  const { now, risk } = situation;
  const isReturn = request.kind === 'return';
  const tierLimit = BigInt(Math.max(...terms.map((one) => one.tierLimit)));
  const isAbove = request.amount > tierLimit;
  const until = now + fewest(terms, isReturn ? 'returnHours' : 'reviewHours');
  const looked = (code: HoldCode, isSo: boolean, escalates: boolean): HoldUntil[] =>
    isSo ? [{ code, until, after: escalates && !isReturn ? 'escalate' : 'release' }] : [];
  return [
    ...waitsOf(request, situation, terms),
    ...looked('turnover', isReview, isAbove),
    ...looked('amount', isAbove, true),
    ...looked('risk', risk.score >= RISK_LIMIT, isAbove),
    ...looked('outflow', isBraked(request, situation), true),
  ];
}
