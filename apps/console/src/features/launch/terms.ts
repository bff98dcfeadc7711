import { saleNumbers, wrongField } from '@assay/modules/launch/rules';
import type { LaunchTerms } from '@assay/modules/launch/schema';

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
  reason: string;
}

export const NUMBERS = ['issued', 'supply', 'cap', 'most', 'lot', 'price'] as const;
export const TIMES = ['opensAt', 'closesAt', 'listsAt'] as const;

export const FIRST: Typed = {
  ...{ symbol: '', about: '', website: 'https://', documents: '' },
  ...{ issued: '', supply: '', cap: '', most: '', lot: '1', price: '' },
  ...{ opensAt: '', closesAt: '', listsAt: '', releases: '0: 100' },
  ...{ withdrawable: 'yes', tier: 'none', countries: '', review: '', reason: '' },
};

const PPM_OF_PERCENT = 10_000;

/** NaN where it is no time. */
const timeOf = (text: string) => Date.parse(`${text.trim().replace(' ', 'T')}Z`);

const listOf = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The terms as they are typed, right or not. */
export function termsOf(typed: Typed): LaunchTerms {
  const { symbol, about, website, issued, supply, cap, most, lot, price } = typed;
  return {
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

/** The first field that the engine would refuse, as far as it can be known here. */
export function wrongIn(typed: Typed): keyof Typed | null {
  const terms = termsOf(typed);
  const numbers = saleNumbers(terms);
  const wrong = 'wrong' in numbers ? numbers.wrong : wrongField(terms, Date.now());
  if (wrong === null) return null;
  return wrong === 'eligibility' ? 'countries' : (wrong as keyof Typed);
}
