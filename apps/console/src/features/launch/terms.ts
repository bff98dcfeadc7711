import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { BEACONS, checkTerms, roundAfter } from '@assay/modules/launch/rules';
import type { LaunchTerms, Lottery } from '@assay/modules/launch/schema';

/** The fields of the form, all of them text. */
export interface Typed {
  symbol: string;
  about: string;
  website: string;
  /** A line each: title | address | SHA-256. */
  documents: string;
  issued: string;
  supply: string;
  cap: string;
  most: string;
  lot: string;
  price: string;
  /** In UTC: 2026-12-31 18:00. */
  opensAt: string;
  closesAt: string;
  listsAt: string;
  /** Days and shares in percent: 0: 25, 30: 75. */
  releases: string;
  withdrawable: string;
  tier: string;
  countries: string;
  review: string;
  /** `proRata` or `lottery`; and the lots of a ticket, the most tickets of one person. */
  mode: string;
  ticketLots: string;
  mostTickets: string;
  reason: string;
}

export const NUMBERS = ['issued', 'supply', 'lot', 'price'] as const;
/** What bounds one person; of a lottery it follows from the tickets. */
export const BOUNDS = ['cap', 'most'] as const;
export const TICKETS = ['ticketLots', 'mostTickets'] as const;
export const TIMES = ['opensAt', 'closesAt', 'listsAt'] as const;

export const FIRST: Typed = {
  ...{ symbol: '', about: '', website: 'https://', documents: '' },
  ...{ issued: '', supply: '', cap: '', most: '', lot: '1', price: '' },
  ...{ opensAt: '', closesAt: '', listsAt: '', releases: '0: 100' },
  ...{ withdrawable: 'yes', tier: 'none', countries: '', review: '', reason: '' },
  ...{ mode: 'proRata', ticketLots: '1', mostTickets: '1' },
};

const PPM_OF_PERCENT = 10_000;

/** NaN where it is no time. */
const timeOf = (text: string) => Date.parse(`${text.trim().replace(' ', 'T')}Z`);

const listOf = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Who sells does not choose the round: it follows from the close. */
export function lotteryOf(typed: Typed): Lottery | null {
  const [quicknet] = BEACONS;
  if (typed.mode !== 'lottery' || quicknet === undefined) return null;
  const { chain, publicKey } = quicknet;
  const round = roundAfter(quicknet, timeOf(typed.closesAt));
  const [ticketLots, mostTickets] = [Number(typed.ticketLots), Number(typed.mostTickets)];
  return { chain, publicKey, round, ticketLots, mostTickets };
}

/** What one person subscribes and gets at most, by whole tickets. */
function boundsOf({ lot, supply, cap, most }: Typed, lottery: Lottery | null) {
  const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;
  if (lottery === null) return { cap, most };
  const { ticketLots, mostTickets } = lottery;
  const isCount = Number.isInteger(ticketLots) && Number.isInteger(mostTickets);
  const ticket = isCount ? units(lot) * BigInt(ticketLots) : 0n;
  if (ticket <= 0n) return { cap, most };
  const [asked, winners] = [BigInt(mostTickets), units(supply) / ticket];
  const text = (tickets: bigint) => formatDecimal(ticket * tickets, SCALE);
  return { cap: text(asked < winners ? asked : winners), most: text(asked) };
}

/** The terms as they are typed, right or not. */
export function termsOf(typed: Typed): LaunchTerms {
  const { symbol, about, website, issued, supply, lot, price } = typed;
  const lottery = lotteryOf(typed);
  const { cap, most } = boundsOf(typed, lottery);
  return {
    ...(lottery === null ? {} : { lottery }),
    ...{ symbol, about: about.trim(), website: website.trim() },
    ...{ issued, supply, cap, most, lot, price },
    documents: listOf(typed.documents, '\n').map((line) => {
      const [title = '', link = '', sha256 = ''] = line.split('|').map((part) => part.trim());
      return { title, link, sha256 };
    }),
    opensAt: timeOf(typed.opensAt),
    closesAt: timeOf(typed.closesAt),
    listsAt: timeOf(typed.listsAt),
    releases: listOf(typed.releases, ',').map((part) => {
      const [days = '', percent = ''] = part.split(':');
      return { days: Number(days), sharePpm: Math.round(Number(percent) * PPM_OF_PERCENT) };
    }),
    withdrawable: typed.withdrawable === 'yes',
    eligibility: {
      tier: typed.tier as 'none',
      countries: listOf(typed.countries.toUpperCase(), ','),
      review: typed.review === 'yes',
    },
  };
}

const isCount = (text: string) => Number.isInteger(Number(text)) && Number(text) >= 1;

/** The first field that the engine would refuse, as far as it can be known here. */
export function wrongIn(typed: Typed): keyof Typed | null {
  const terms = termsOf(typed);
  const checked = checkTerms(terms, Date.now(), false);
  if (!('wrong' in checked)) return null;
  const { wrong } = checked;
  const isByTickets = typed.mode === 'lottery' && (wrong === 'cap' || wrong === 'most');
  if (isByTickets)
    return wrong === 'most' || !isCount(typed.mostTickets) ? 'mostTickets' : 'ticketLots';
  return wrong === 'eligibility' ? 'countries' : (wrong as keyof Typed);
}
