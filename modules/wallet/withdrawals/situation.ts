import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { SCALE } from '@assay/core/num/decimal';
import { larger, mulDivFloor } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';
import {
  assess,
  isUsualHour,
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
import { beforeOf, leftAround, lotsOf, unconfirmedOf } from './store/situation.ts';

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
  readonly hasRecipient: boolean;
  readonly hasProvider: boolean;
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
/** What somebody did so lately is a habit. */
const HABIT_MS = 30 * DAY;

/** What the rules say of a request. */
export async function assessed(parts: Parts, wanted: Wanted, now: number): Promise<Assessed> {
  const { situation, ...given } = await situationOf(parts, wanted, now);
  const request = requestOf(wanted, situation, given);
  const { risk, present } = situation;
  return { verdict: assess(request, situation), risk, reviewHours: present.reviewHours };
}

/** A request as the rules read it. */
export function requestOf(
  wanted: Wanted,
  { lots }: Pick<Situation, 'lots'>,
  { confirmedAt, isStrict, lockedAt }: Known,
): Request {
  const { kind, amount, hasRecipient, hasProvider, notBefore } = wanted;
  const own = sourceOf(wanted);
  const source = lots.some((lot) => lot.source === own) ? own : null;
  const payee = { hasRecipient, hasProvider };
  return { kind, amount, confirmedAt, isStrict, lockedAt, source, ...payee, notBefore };
}

/** The smallest amount that a network carries, in units of 1e-8. */
export const finestOf = ({ decimals }: Pick<Network, 'decimals'>) =>
  decimals >= SCALE ? 1n : 10n ** BigInt(SCALE - decimals);

/** An address as lots name where they came from. */
const sourceOf = ({ network, address }: Pick<Wanted, 'network' | 'address'>) =>
  network === null || address === '' ? null : `${network.chainId}:${address.toLowerCase()}`;

/** The risk of an amount of the same request, once so much of it has left before. */
export type RiskOf = (amount: bigint, before: bigint) => Risk;

type Known = Pick<Request, 'confirmedAt' | 'isStrict' | 'lockedAt'>;

/**
 * All that the rules look at. An address of the book is confirmed since it stands there. Another
 * one is confirmed by the proof of its first request, unless only known ones may be used.
 */
export async function situationOf(
  parts: Parts,
  wanted: Wanted,
  now: number,
): Promise<{ readonly situation: Situation; readonly riskOf: RiskOf } & Known> {
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
  const [stored, before, left, shallow, limits, habits, ...person] = await Promise.all([
    id === null ? [] : lotsOf(database.pool, userId, id),
    beforeOf(database.pool, userId, { chainId, address, asset: id }, since),
    leftAround(database.pool, asset, now),
    unconfirmedOf(database.pool, userId, now),
    identity.withdrawalLimits(userId, now),
    identity.habits(userId, now - HABIT_MS, now - DAY),
    identity.hasTradePassword(userId),
    parts.verified(userId),
    parts.turnoverDone(userId),
    parts.travel(userId),
  ]);
  const [hasTradePassword, verified, turnoverDone, travel] = person;
  const entered = whitelistOnly ? null : (before.firstUsedAt ?? now);
  const confirmedAt = known?.addedAt ?? entered;
  const holds = inCustody(parts, asset);
  const depositedToday = depositedIn(parts, asset, before.deposited);
  const riskOfPart: RiskOf = (part, earlier) =>
    riskOf({
      ...{ now, amount: part, addedAt: confirmedAt ?? now, paidBefore: before.paidToAddress },
      ...{ before: before.paid, depositedToday },
      ...{ deviceSince: habits.newDeviceAt },
      isUsualHour: isUsualHour(habits.hours, new Date(now).getUTCHours()),
      house: { left: left + earlier, holds },
    });
  const lots = stored.map(({ rules, ...lot }) => ({
    ...lot,
    terms: termsOf(versionsSince(history, rules)),
  }));
  const situation: Situation = {
    ...{ now, lots, available, held, turnoverDone, hasTradePassword, verified, travel },
    unconfirmed: shallowOf(parts, wanted, available, shallow),
    risk: riskOfPart(amount, 0n),
    present: termsOf(history.slice(-1)),
    accepted: before.accepted,
    lastExitAt: before.lastExitAt,
    isOffered: network !== null,
    finest: network === null ? 1n : finestOf(network),
    limits: limits.filter(isLimit),
    whitelistOnly,
    // A new browser counts in the score, and holds nothing by itself.
    deviceSince: null,
  };
  const lockedAt = network?.chainId === BANK ? before.lockedAt : null;
  return {
    situation,
    riskOf: riskOfPart,
    confirmedAt,
    isStrict: known?.isStrict ?? false,
    lockedAt,
  };
}

/**
 * What of the available may not leave yet. A deposit in another asset counts where it is not there
 * any more: what was bought with it is no deeper.
 */
function shallowOf(
  parts: Parts,
  { userId, asset }: Wanted,
  available: bigint,
  deposits: readonly { readonly asset: string; readonly units: bigint }[],
): bigint {
  const isGone = (one: { readonly asset: string; readonly units: bigint }) => {
    const id = assetOf(parts, one.asset);
    if (id === null || one.asset === asset) return false;
    const has = parts.realm.amounts(userId, WALLET.currency, id);
    return has.available + has.held < one.units;
  };
  if (deposits.some(isGone)) return available;
  const own = deposits.find((one) => one.asset === asset)?.units ?? 0n;
  return own < available ? own : available;
}

/**
 * What deposits are worth in an asset: units × index ÷ index of that asset, each index the last one
 * in USDT, as totals are valued; rounded down. What has no price counts as one unit: that it came
 * is known, and not that it was much.
 */
function depositedIn(
  { realm }: Pick<Parts, 'realm'>,
  asset: string,
  deposits: readonly { readonly asset: number; readonly units: bigint }[],
): bigint {
  const symbols = new Map(Array.from(realm.assets(), ({ id, symbol }) => [id, symbol]));
  const own = realm.usdt(asset);
  return deposits.reduce((sum, { asset: id, units }) => {
    const symbol = symbols.get(id);
    if (symbol === asset) return sum + units;
    const price = symbol === undefined ? null : realm.usdt(symbol);
    const worth = price === null || own === null ? 0n : mulDivFloor(units, price, own);
    return sum + larger(1n, worth);
  }, 0n);
}

const isLimit = <L extends { kind: string }>(limit: L): limit is L & { kind: Limit['kind'] } =>
  limit.kind !== 'settingsLock';

function assetOf({ realm }: Parts, asset: string): number | null {
  for (const { id, symbol } of realm.assets()) if (symbol === asset) return id;
  return null;
}

/** What custody holds for everybody: what came in and has not left. */
export function inCustody(parts: Parts, asset: string): bigint {
  const id = assetOf(parts, asset);
  if (id === null) return 0n;
  const of = (owner: number) => parts.realm.amounts(owner, WALLET.currency, id).available;
  return -of(OWNER.outsideDeposits) - of(OWNER.outsideWithdrawals);
}
