import type { Ground } from '../schema/commands.ts';
import type { Terms } from './document.ts';
import type { Part } from './leaving.ts';
import type { Risk } from './risk.ts';
import type { Lot } from './turnover.ts';

/**
 * `exit`: all that is there, where that is below the least. `return`: of deposits that were not
 * used to where they came from.
 */
export type Kind = 'ordinary' | 'exit' | 'return';

export interface Request {
  readonly kind: Kind;
  readonly amount: bigint;
  /** When the address was confirmed; null: it is none that this person has. */
  readonly confirmedAt: number | null;
  /** Whether it was added while only known addresses could be used. */
  readonly isStrict: boolean;
  /** Of a return: the source that the address is, as lots name it; null when it is none. */
  readonly source: string | null;
  /** Whether it says who receives it, and who holds the address for them or that nobody does. */
  readonly hasRecipient: boolean;
  readonly hasProvider: boolean;
  /** Not before this instant: the place of a plan. */
  readonly notBefore: number;
  /**
   * Of one that locks a rate (decision 0083): when this person asked for such ones, those included
   * that they have cancelled. Null: it locks none.
   */
  readonly lockedAt: readonly number[] | null;
}

/** What keeps a person from withdrawing, as identity tells it. */
export interface Limit {
  readonly kind: 'withdrawalHold' | 'selfFreeze' | 'notMe' | 'staffFreeze' | 'everybody';
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** Its end is not that of an ordinary change, which rules of withdrawals can make earlier. */
  readonly isLong?: boolean | undefined;
}

/** Named instead of a provider: the address is of a wallet that its owner alone holds. */
export const SELF_HOSTED = 'self-hosted';

/** What the law of a person's country asks of a request, from which amount on; null: nothing. */
export interface TravelRule {
  readonly recipientFrom: bigint;
  readonly providerFrom: bigint | null;
}

export interface Situation {
  readonly now: number;
  /** What holds for money without a pin. */
  readonly present: Terms;
  readonly lots: readonly Lot[];
  /** USDT of the currency wallet. */
  readonly available: bigint;
  readonly held: bigint;
  /** What of the available comes of deposits that are not deep enough in their chain to leave. */
  readonly unconfirmed: bigint;
  readonly turnoverDone: bigint;
  /** When requests go, or went, that were accepted and neither cancelled nor refused. */
  readonly accepted: readonly number[];
  readonly lastExitAt: number | null;
  readonly hasTradePassword: boolean;
  readonly verified: 'none' | 'junior' | 'senior';
  /** Whether asset and chain are offered for withdrawals now. */
  readonly isOffered: boolean;
  /** The smallest amount that the network carries, in units of 1e-8. */
  readonly finest: bigint;
  readonly limits: readonly Limit[];
  readonly travel: TravelRule;
  readonly whitelistOnly: boolean;
  /** When this browser was first there; null for the one with which the account began. */
  readonly deviceSince: number | null;
  readonly risk: Risk;
}

/** Why a request is refused, in the order in which it is checked. */
export const REFUSALS = [
  'notOffered',
  'tradePasswordNeeded',
  'frozen',
  'verificationNeeded',
  'unknownAddress',
  'notSource',
  'insufficientBalance',
  'notUnused',
  'exitNotNeeded',
  'exitNotWhole',
  'exitTooSoon',
  'tooFarAhead',
  'addressCooling',
  'travelDataNeeded',
  'travelProviderNeeded',
  'belowLeast',
  'aboveMost',
  'seniorNeeded',
  'turnoverOpen',
  'dailyLimit',
  'belowFee',
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

/** `until`: when it is over by itself. `amount`: the number that it is about, in units of 1e-8. */
export interface Refused {
  readonly code: RefusalCode;
  readonly until?: number | null;
  readonly amount?: bigint;
}

/** Why an accepted request waits, in the order in which they are listed. */
export const HOLDS = [
  'stoppedForAll',
  'frozenByStaff',
  'securityChange',
  'newDevice',
  'newAddress',
  'confirmations',
  'turnover',
  'amount',
  'risk',
  'outflow',
  'payee',
  'chainClosed',
  'unknownAddress',
] as const;
export type HoldCode = (typeof HOLDS)[number];

export interface HoldUntil {
  readonly code: HoldCode;
  /** Null: people end it, who have a limit of their own. */
  readonly until: number | null;
  /** What happens then by itself: it is over, or a further person is asked. */
  readonly after: 'release' | 'escalate';
}

export interface Accepted {
  readonly refusals: readonly [];
  /** When it goes, if nothing holds it: now, or when the window opens. */
  readonly goesAt: number;
  readonly isQueued: boolean;
  readonly fee: bigint;
  readonly arrives: bigint;
  readonly ground: Ground;
  readonly holds: readonly HoldUntil[];
  /** What it takes of which deposit; they add up to the amount. */
  readonly parts: readonly Part[];
}

export type Verdict = { readonly refusals: readonly Refused[] } | Accepted;
