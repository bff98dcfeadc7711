import { BEACONS, checkTerms, roundAt } from '@assay/modules/launch/rules';
import { expect, it } from 'vitest';
import { FIRST, type Typed, termsOf, wrongIn } from './terms.ts';

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** A lottery as it is typed: tickets of 5 lots of 2 coins, of which 20 win. */
function typed(change: Partial<Typed> = {}): Typed {
  const now = Date.now();
  return {
    ...{ ...FIRST, symbol: 'NEW', about: 'A coin.', website: 'https://example.com/' },
    ...{ issued: '1000', supply: '209', lot: '1', price: '2', mode: 'lottery', tier: 'junior' },
    ...{ opensAt: at(now), closesAt: at(now + HOUR_MS), listsAt: at(now + 5 * HOUR_MS) },
    ...{ ticketLots: '10', mostTickets: '3' },
    ...change,
  };
}

it('LNCH-074 of a typed lottery round, cap and most follow, and the engine takes it', () => {
  const terms = termsOf(typed());
  const { lottery, closesAt } = terms;
  const [quicknet] = BEACONS;
  expect([terms.cap, terms.most, lottery?.chain]).toEqual(['30', '30', quicknet?.chain]);
  const late = roundAt(quicknet!, lottery!.round) - closesAt - HOUR_MS;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(3_000);
  expect(checkTerms(terms, terms.opensAt - HOUR_MS, false)).not.toHaveProperty('wrong');
  // Two tickets win, so nobody gets three.
  expect(termsOf(typed({ supply: '20' }))).toMatchObject({ cap: '20', most: '30' });
  expect(termsOf(typed({ mode: 'proRata', cap: '7', most: '9' }))).toMatchObject({
    ...{ cap: '7', most: '9' },
  });
  expect('lottery' in termsOf(typed({ mode: 'proRata' }))).toBe(false);
});

it('LNCH-074 what does not fit a lottery stands at its field', () => {
  const wrong = (change: Partial<Typed>) => wrongIn(typed(change));
  expect(wrong({})).toBeNull();
  expect(wrong({ supply: '20' })).toBeNull();
  expect([wrong({ ticketLots: '' }), wrong({ mostTickets: '101' })]).toEqual([
    ...['ticketLots', 'mostTickets'],
  ]);
  expect([wrong({ ticketLots: '210' }), wrong({ mostTickets: '0' })]).toEqual([
    ...['ticketLots', 'mostTickets'],
  ]);
  expect(wrong({ listsAt: at(Date.now() + HOUR_MS + 60_000) })).toBe('listsAt');
});
