import { parseDecimal, parseSafe, SCALE } from '@assay/core/num/decimal';
import { DAY, MINUTE } from '@assay/core/time';
import type { LaunchTerms, Release } from '../schema/commands.ts';

/** In what people pay. */
export const CASH = 'USDT';

const ONE = 10n ** BigInt(SCALE);
const MAX_LOTS = 10 ** 12;
const MAX_UNITS = 2n ** 63n - 1n;
const MAX_RELEASES = 24;
const MAX_LOCK_DAYS = 3_650;
const MAX_AHEAD_MS = 365 * DAY;
const MAX_OPEN_MS = 90 * DAY;
const MAX_DOCUMENTS = 8;
const MAX_COUNTRIES = 250;
const PPM = 1_000_000;

const MIN_OPEN_MS = MINUTE;
/** The sum of all that is asked for stays exact in a number. */
export const MAX_TOTAL_LOTS = Number.MAX_SAFE_INTEGER;

/** The numbers of a sale: units of 1e-8 and whole lots. */
export interface SaleNumbers {
  readonly lotUnits: number;
  /** What one lot costs, in units of USDT; exact. */
  readonly lotPrice: number;
  readonly supplyLots: number;
  readonly capLots: number;
  readonly mostLots: number;
  readonly issuedUnits: bigint;
}

/** The numbers of the terms, or the first field that is wrong. */
export function saleNumbers(terms: LaunchTerms): SaleNumbers | { readonly wrong: string } {
  const lotUnits = parseSafe(`${terms.lot}`, SCALE);
  if (lotUnits <= 0) return { wrong: 'lot' };
  const price = parseSafe(`${terms.price}`, SCALE);
  if (price <= 0) return { wrong: 'price' };
  // A lot costs a whole number of units, so that no amount of money is ever rounded.
  const cost = BigInt(price) * BigInt(lotUnits);
  const lotPrice = Number(cost / ONE);
  const isExact = cost % ONE === 0n && Number.isSafeInteger(lotPrice) && lotPrice > 0;
  if (!isExact) return { wrong: 'price' };
  const supplyLots = lotsOf(terms.supply, lotUnits);
  if (supplyLots === null) return { wrong: 'supply' };
  const capLots = lotsOf(terms.cap, lotUnits);
  if (capLots === null || capLots > supplyLots) return { wrong: 'cap' };
  const mostLots = lotsOf(terms.most, lotUnits);
  if (mostLots === null || mostLots < capLots) return { wrong: 'most' };
  const issuedUnits = parseDecimal(`${terms.issued}`, SCALE);
  const sold = BigInt(supplyLots) * BigInt(lotUnits);
  const isIssued = issuedUnits !== null && issuedUnits >= sold && issuedUnits <= MAX_UNITS;
  if (!isIssued) return { wrong: 'issued' };
  return { lotUnits, lotPrice, supplyLots, capLots, mostLots, issuedUnits };
}

/** A quantity of the coin in whole lots; null when it is none. */
export function lotsOf(quantity: string, lotUnits: number): number | null {
  const units = parseDecimal(`${quantity}`, SCALE);
  if (units === null || units <= 0n || units % BigInt(lotUnits) !== 0n) return null;
  const lots = units / BigInt(lotUnits);
  return lots <= BigInt(MAX_LOTS) ? Number(lots) : null;
}

/** The first field of the page or of its times that is wrong; null when none is. */
export function wrongField(terms: LaunchTerms, now: number): string | null {
  const { opensAt, closesAt, listsAt, releases } = terms;
  const isText = (text: unknown, most: number) =>
    typeof text === 'string' && text.trim() !== '' && text.length <= most;
  if (!isText(terms.about, 4_000)) return 'about';
  if (!isLink(terms.website)) return 'website';
  if (!areDocuments(terms.documents)) return 'documents';
  const isTime = [opensAt, closesAt, listsAt].every((time) => Number.isSafeInteger(time));
  if (!isTime || opensAt > now + MAX_AHEAD_MS) return 'opensAt';
  const openMs = closesAt - Math.max(opensAt, now);
  if (openMs < MIN_OPEN_MS || closesAt - opensAt > MAX_OPEN_MS) return 'closesAt';
  if (listsAt < closesAt || listsAt > closesAt + MAX_AHEAD_MS) return 'listsAt';
  if (!areReleases(releases)) return 'releases';
  if (typeof terms.withdrawable !== 'boolean') return 'withdrawable';
  return isEligibility(terms.eligibility) ? null : 'eligibility';
}

function areDocuments(documents: LaunchTerms['documents']): boolean {
  if (!Array.isArray(documents) || documents.length > MAX_DOCUMENTS) return false;
  return documents.every((one) => {
    const { title, link, sha256 } = one ?? {};
    const isTitle = typeof title === 'string' && title.length > 0 && title.length <= 100;
    return isTitle && isLink(link) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  });
}

const isLink = (link: unknown) =>
  typeof link === 'string' && link.length <= 300 && /^https:\/\/[^\s"'<>]+$/.test(link);

/** Days that rise, and shares that are the whole. */
function areReleases(releases: readonly Release[]): boolean {
  if (!Array.isArray(releases) || releases.length < 1 || releases.length > MAX_RELEASES) {
    return false;
  }
  let [day, whole] = [-1, 0];
  for (const one of releases) {
    const { days, sharePpm } = one ?? {};
    if (!Number.isInteger(days) || days <= day || days > MAX_LOCK_DAYS) return false;
    if (!Number.isInteger(sharePpm) || sharePpm < 1) return false;
    [day, whole] = [days, whole + sharePpm];
  }
  return whole === PPM;
}

function isEligibility(asked: LaunchTerms['eligibility']): boolean {
  if (typeof asked !== 'object' || asked === null) return false;
  const { tier, countries, review } = asked;
  const areCountries =
    Array.isArray(countries) &&
    countries.length <= MAX_COUNTRIES &&
    countries.every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code));
  return ['none', 'junior', 'senior'].includes(tier) && areCountries && typeof review === 'boolean';
}

/** When a release is due: days after the close, which never moves. */
export function releaseAt(closesAt: number, release: Release): number {
  return closesAt + release.days * DAY;
}

/** What of an allocation is free after the first `count` releases; the last one frees the rest. */
export function freedUnits(units: bigint, releases: readonly Release[], count: number): bigint {
  if (count >= releases.length) return units;
  const sharePpm = releases.slice(0, count).reduce((sum, one) => sum + one.sharePpm, 0);
  return (units * BigInt(sharePpm)) / BigInt(PPM);
}

/** The least that somebody gets, if nobody asks for more: what caps leave over only adds to it. */
export function leastLots(
  lots: number,
  { supplyLots, capLots }: Pick<SaleNumbers, 'supplyLots' | 'capLots'>,
  totalLots: number,
): number {
  const most = Math.min(lots, capLots);
  if (totalLots <= supplyLots) return most;
  const share = Number((BigInt(lots) * BigInt(supplyLots)) / BigInt(totalLots));
  return Math.min(most, share);
}
