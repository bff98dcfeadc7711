import { randomUUID } from 'node:crypto';
import { ApprovalTable } from '@assay/core/approval/policy';
import { rightsOfRoles } from '@assay/core/approval/rights';
import { OWNER } from '@assay/core/ledger/owners';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { CONTRACTS } from '@assay/modules/cfd';
import { calendarApprovals, PublishedCalendars } from '@assay/modules/feeds';
import { isIndexOpen } from '@assay/modules/feeds/rules';
import { OPTION_MARKETS } from '@assay/modules/options';
import { createParameters, type PublishedTerms, termsApprovals } from '@assay/modules/parameters';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Proposals } from '../../modules/operators/proposals.ts';
import { ProposalStore } from '../../modules/operators/store/proposals.ts';
import { calendarDaysJob, followedNights } from './calendars.ts';
import { serverTables } from './migrations.ts';
import { publishedTermsJob, termsKinds } from './terms.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

/** A Monday; the Thursday of the week after begins at midnight in New York. */
const NOW = Date.parse('2026-11-30T12:00Z');
const THURSDAY = '2026-12-10';
const CLOSED = Date.parse('2026-12-10T05:00Z');
const GOLD = 'XAUUSD-CFD';
const OPTION = 'XAUUSD-OPT';
const UNIT = 100_000_000;

let database: TestDatabase;
let realm: TestRealm;
let terms: PublishedTerms;
let calendars: PublishedCalendars;
let proposals: Proposals;

beforeAll(async () => {
  database = await createTestDatabase(serverTables());
  realm = await startTestRealm({ db: database, startAt: NOW, house: {} });
  for (const symbol of [GOLD, 'EURUSD-CFD', 'WTIUSD-CFD', 'BTCUSDT-CFD']) {
    await realm.must(OWNER.setup, 'listCfd', CONTRACTS.find((one) => one.symbol === symbol)!);
  }
  const option = { ...OPTION_MARKETS[0], market: OPTION, index: 'XAU-USD' };
  await realm.must(OWNER.setup, 'listOptionMarket', option);
  for (const name of ['maker', 'checker']) {
    await database.pool.query(`with person as (insert into staff_person (created_at) values (0)
        returning *)
      insert into operator (name, person_id, roles, created_at)
      select '${name}', person_id, '{}', 0 from person`);
  }
  const nothing = { subjects: () => [], value: () => null };
  ({ terms } = await createParameters(database.app, nothing, termsKinds(realm.engine)));
  calendars = new PublishedCalendars(database.app);
  const changeCalendar = calendars.changing(followedNights(realm.engine, terms));
  proposals = new Proposals({
    store: new ProposalStore(database.app),
    table: new ApprovalTable([termsApprovals, calendarApprovals], { samePersonAllowed: false }),
    plain: { changeTerms: terms.change, withdrawTerms: terms.withdrawal, changeCalendar },
    submit: () => Promise.reject(new Error('no engine')),
  });
});
afterAll(async () => {
  await realm.stop();
  await database.drop();
});

function member(operatorId: 1 | 2) {
  const rights = rightsOfRoles(['financeMaker', 'financeChecker']);
  const name = operatorId === 1 ? 'maker' : 'checker';
  return { operatorId, person: operatorId, name, rights, accounts: [] };
}

async function prepare(calendar: string, days: object[], now: number) {
  const proposalId = randomUUID();
  const wanted = { proposalId, realm: 'real', type: 'changeCalendar' } as const;
  const body = { calendar, days };
  const reason = 'day of mourning';
  const made = await proposals.prepare({ ...wanted, body, reason, staff: member(1), now });
  if (!('refusal' in made)) return { proposalId, digest: made.digest, refusal: null };
  const { why = made.refusal, field } = made.detail ?? {};
  return { proposalId, digest: '', refusal: field === undefined ? why : `${why} ${field}` };
}

async function approve(of: { proposalId: string; digest: string }, now: number, by: 1 | 2 = 2) {
  const { refusal, ...rest } = await proposals.decide({
    ...{ proposalId: of.proposalId, digest: of.digest, verdict: 'approve', staff: member(by), now },
  });
  return refusal === undefined ? 'done' : ('detail' in rest && rest.detail?.why) || refusal;
}

const thursday = { date: THURSDAY, before: '00:00-17:00,18:00-24:00', after: '' };
const evening = { ...thursday, date: '2026-12-09', after: '00:00-17:00' };

const stop = new AbortController().signal;
const take = (now: number) =>
  Promise.all([0, 1].map(() => calendarDaysJob(realm.engine, calendars, 'demo').run(now, stop)));
const nightsOf = (symbol: string, at: number) => terms.presentAt('contract', symbol, at)?.holidays;
const lines = (text: unknown) => String(text).split(',');

it('PARM-095 CFDS-130 two people publish hours of days, once, long enough before, with the nights that follow', async () => {
  const euro = { date: '2026-12-03', before: '00:00-24:00', after: '' };
  const refused = [
    await prepare('always', [thursday], NOW),
    await prepare('metals', [], NOW),
    await prepare('metals', [{ ...thursday, before: '00:00-24:00' }], NOW),
    await prepare('metals', [{ ...thursday, after: 'noon' }], NOW),
    // The venue's Thursday is far enough, but the night of this Monday would carry one day more.
    await prepare('forex', [euro], NOW),
    await prepare('forex', [{ ...euro, date: '2026-12-02' }], NOW),
  ];
  expect(refused.map(({ refusal }) => refusal)).toEqual([
    ...['badCommand', 'badCommand', `changedMeanwhile ${THURSDAY}`, `badHours ${THURSDAY}`],
    ...['noticeTooShort EURUSD-CFD', 'noticeTooShort 2026-12-02'],
  ]);
  // An early close changes no night.
  const early = await prepare('forex', [{ ...euro, after: '00:00-13:00' }], NOW);
  expect([early.refusal, await approve(early, NOW)]).toEqual([null, 'done']);
  expect(terms.changes()).toEqual([]);

  const prepared = await prepare('metals', [evening, thursday], NOW);
  const other = await prepare('metals', [{ ...thursday, after: '00:00-12:00' }], NOW);
  expect(await approve(prepared, NOW, 1)).toBe('samePerson');
  expect(calendars.views()).toHaveLength(1);
  const ends = await Promise.all(Array.from({ length: 8 }, () => approve(prepared, NOW)));
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  expect(await approve(other, NOW)).toBe('changedMeanwhile');
  expect(calendars.views().slice(0, 2)).toMatchObject([
    { calendar: 'metals', date: THURSDAY, before: thursday.before, hours: '', beginsAt: CLOSED },
    { date: '2026-12-09', hours: '00:00-17:00', reason: 'day of mourning', publishedAt: NOW },
  ]);
  const added = ['2026-12-07=2/1', '2026-12-08=3/1', '2026-12-09=1/2', '2026-12-10=0/0'];
  const listed = lines(CONTRACTS.find(({ symbol }) => symbol === GOLD)!.holidays);
  expect(terms.changes()).toMatchObject([
    { subject: GOLD, against: true, takesEffectAt: NOW + DAY, changes: [{ field: 'holidays' }] },
  ]);
  expect(nightsOf(GOLD, NOW + DAY - 1)).toBe(listed.join());
  expect(lines(nightsOf(GOLD, NOW + DAY))).toEqual([...listed, ...added].sort());
  // Its nights are announced: until they hold no others can be.
  const friday = { ...thursday, date: '2026-12-18', before: '00:00-17:00', after: '' };
  expect((await prepare('metals', [friday], NOW)).refusal).toBe(`alreadyAnnounced ${GOLD}`);
  await expect(database.pool.query('delete from calendar_day_version')).rejects.toThrow('append');
});

it('FEED-078 OPTN-092 both engines take the days by one command each: nothing is sold into closed hours, no open option is touched, and a restart has the same', async () => {
  const user = await realm.newUser({ USDT: '20000' });
  const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '10000' };
  await realm.must(user, 'transferFunds', body);
  for (const owner of [OWNER.cfd, OWNER.optionsEscrow]) {
    await realm.must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount: '1000000' });
  }
  const buy = async (at: number, termMs: number) => {
    realm.clock.set(at);
    await realm.must(OWNER.feeds, 'recordPrices', {
      prices: [{ index: 'XAU-USD', price: '2000', n: Math.floor(at / 1_000) }],
    });
    const { options } = realm.machines;
    const quote = options.markets.quote(options.markets.get(OPTION)!, {
      ...{ realm: 'demo', direction: 'up', termMs, stake: UNIT, issuedAt: at },
      ...{ spotN: Math.floor(at / 1_000), spot: 2_000 * UNIT },
    });
    const bought = { quote, signature: '0'.repeat(128), slippagePpm: null, policy: 'practice' };
    const reply = await realm.send(user, 'buyOption', bought);
    return reply.ok ? 'sold' : reply.refusal;
  };
  // A second before an engine knows of it: the longest one ends before any day may begin.
  expect(await buy(NOW + HOUR, DAY / 6)).toBe('sold');
  const { seq } = realm.engine.status;
  await take(NOW + HOUR);
  await take(NOW + HOUR);
  expect(realm.engine.status.seq).toBe(seq + 3);
  realm.audit();
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);

  const place = async () => {
    const order = { contract: GOLD, side: 'buy', kind: 'market', lots: '0.1', leverage: 20 };
    const reply = await realm.send(user, 'placeCfdOrder', { ...order, policyLeverage: 20 });
    return reply.ok ? 'placed' : `${reply.refusal} ${reply.detail?.opensAt}`;
  };
  const close = Date.parse('2026-12-09T22:00Z');
  expect(await buy(close - 2 * MINUTE, MINUTE)).toBe('sold');
  expect(await buy(close - 2 * MINUTE + 1, 2 * MINUTE)).toBe('marketClosed');
  expect(await place()).toBe('placed');
  // The usual opening of the evening, and the day after it.
  const opening = Date.parse('2026-12-11T05:00Z');
  for (const at of [Date.parse('2026-12-09T23:30Z'), CLOSED + HOUR, opening - MINUTE]) {
    expect(await buy(at, 30_000)).toBe('marketClosed');
    expect(await place()).toBe(`marketClosed ${opening}`);
  }
  expect(await buy(opening, 30_000)).toBe('sold');
  realm.audit();
});

it('CFDS-130 as usual again takes the nights back, before they are charged', async () => {
  const at = NOW + 2 * DAY;
  const back = { date: THURSDAY, before: '', after: null };
  const prepared = await prepare('metals', [back], at);
  expect([prepared.refusal, await approve(prepared, at)]).toEqual([null, 'done']);
  expect(nightsOf(GOLD, at + DAY)).toBe(nightsOf(GOLD, NOW));
  // The engine of this test is past that day: it takes no hours that were.
  await take(at);
  expect(isIndexOpen('XAU-USD', CLOSED + HOUR, realm.machines.feeds.hours.of)).toBe(false);
  expect(isIndexOpen('XAU-USD', CLOSED + HOUR, calendars.of)).toBe(true);
  await publishedTermsJob(realm.engine, terms, 'demo').run(at + DAY, stop);
  const { row } = realm.machines.cfd.state.bySymbol.get(GOLD)!;
  expect(row.holidays).toBe(nightsOf(GOLD, NOW));
});
