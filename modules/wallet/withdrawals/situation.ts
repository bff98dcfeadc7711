import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import {
  assess,
  type Kind,
  type Limit,
  type Request,
  type Risk,
  riskOf,
  type Situation,
  termsOf,
  type Verdict,
  versionsSince,
} from '../rules/index.ts';
import { BANK } from './bank-way.ts';
import type { Network, Parts } from './parts.ts';
import { beforeOf, leftSince, lotsOf } from './store/situation.ts';

/** What a person asks for, as the handlers have read it. */
export interface Wanted {
  readonly userId: number;
  readonly kind: Kind;
  /** Null: asset and chain are not offered. */
  readonly network: Network | null;
  readonly asset: string;
  /** '' before one is chosen. */
  readonly address: string;
  readonly memo: string;
  readonly amount: bigint;
  readonly hasTravelData: boolean;
  readonly notBefore: number;
}

export interface Assessed {
  readonly verdict: Verdict;
  readonly risk: Risk;
  /** Within so many hours people decide, by the present rules. */
  readonly reviewHours: number;
}

/** So long are accepted requests looked at: plans are made of the time after. */
const ACCEPTED_MS = 3 * DAY;

/** What the rules say of a request. */
export async function assessed(parts: Parts, wanted: Wanted, now: number): Promise<Assessed> {
  const { situation, ...given } = await situationOf(parts, wanted, now);
  const { kind, amount, hasTravelData, notBefore } = wanted;
  const own = sourceOf(wanted);
  const source = situation.lots.some((lot) => lot.source === own) ? own : null;
  const request = { kind, amount, ...given, source, hasTravelData, notBefore };
  const { risk, present } = situation;
  return { verdict: assess(request, situation), risk, reviewHours: present.reviewHours };
}

/** An address as lots name where they came from. */
const sourceOf = ({ network, address }: Pick<Wanted, 'network' | 'address'>) =>
  network === null || address === '' ? null : `${network.chainId}:${address.toLowerCase()}`;

type Known = Pick<Request, 'confirmedAt' | 'isStrict' | 'lockedAt'>;

/**
 * All that the rules look at. An address of the book is confirmed since it stands there. Another
 * one is confirmed by the proof of its first request, unless only known ones may be used.
 */
export async function situationOf(
  parts: Parts,
  wanted: Wanted,
  now: number,
): Promise<{ readonly situation: Situation } & Known> {
  const { database, realm, identity, book } = parts;
  const { userId, network, address, memo, asset, amount } = wanted;
  const id = assetOf(parts, asset);
  // Of what is not listed nobody has anything, and it is not offered.
  const { available, held } =
    id === null ? { available: 0n, held: 0n } : realm.amounts(userId, WALLET.currency, id);
  const history = parts.rules(now);
  const chainId = network?.chainId ?? 0;
  const since = { accepted: now - ACCEPTED_MS, deposited: now - DAY };
  const [known, whitelistOnly] = await Promise.all([
    book.find(userId, { chainId, address, memo }),
    book.isWhitelistOnly(userId, now),
  ]);
  const [stored, before, left, limits, hasTradePassword, verified, turnoverDone] =
    await Promise.all([
      id === null ? [] : lotsOf(database.pool, userId, id),
      beforeOf(database.pool, userId, { chainId, address }, since),
      leftSince(database.pool, asset, now - DAY),
      identity.withdrawalLimits(userId, now),
      identity.hasTradePassword(userId),
      parts.verified(userId),
      parts.turnoverDone(userId),
    ]);
  const entered = whitelistOnly ? null : (before.firstUsedAt ?? now);
  const confirmedAt = known?.addedAt ?? entered;
  const risk = riskOf({
    ...{ now, amount, addedAt: confirmedAt ?? now, paidBefore: before.paidToAddress },
    ...{ before: before.paid, depositedToday: before.depositedToday },
    ...{ deviceSince: null, isUsualHour: null },
    house: { left, holds: id === null ? 0n : inCustody(parts, id) },
  });
  const lots = stored.map(({ rules, ...lot }) => ({
    ...lot,
    terms: termsOf(versionsSince(history, rules)),
  }));
  const situation: Situation = {
    ...{ now, lots, available, held, turnoverDone, hasTradePassword, verified, risk },
    present: termsOf(history.slice(-1)),
    accepted: before.accepted,
    lastExitAt: before.lastExitAt,
    isOffered: network !== null,
    limits: limits.filter(isLimit),
    whitelistOnly,
    deviceSince: null,
  };
  const lockedAt = network?.chainId === BANK ? before.lockedAt : null;
  return { situation, confirmedAt, isStrict: known?.isStrict ?? false, lockedAt };
}

const isLimit = <L extends { kind: string }>(limit: L): limit is L & { kind: Limit['kind'] } =>
  limit.kind !== 'settingsLock';

function assetOf({ realm }: Parts, asset: string): number | null {
  for (const { id, symbol } of realm.assets()) if (symbol === asset) return id;
  return null;
}

/** What custody holds for everybody: what came in and has not left. */
function inCustody({ realm }: Parts, asset: number): bigint {
  const of = (owner: number) => realm.amounts(owner, WALLET.currency, asset).available;
  return -of(OWNER.outsideDeposits) - of(OWNER.outsideWithdrawals);
}
