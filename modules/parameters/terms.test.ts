import { randomUUID } from 'node:crypto';
import { ApprovalTable } from '@assay/core/approval/policy';
import { type Role, rightsOfRoles } from '@assay/core/approval/rights';
import type { TermValues } from '@assay/core/schema/terms';
import { DAY, MINUTE } from '@assay/core/time';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorMigrations } from '../operators/index.ts';
import { Proposals } from '../operators/proposals.ts';
import { ProposalStore } from '../operators/store/proposals.ts';
import {
  createParameters,
  type PublishedTerms,
  parameterMigrations,
  type TermsKind,
  termsApprovals,
} from './index.ts';
import { calls } from './schema.ts';

const NOW = 1_767_225_600_000;
const GOLD = 'XAUUSD-CFD';

let database: TestDatabase;
let terms: PublishedTerms;
let proposals: Proposals;

const listed: TermValues = { spread: '0.3', maxLeverage: 100 };
/** What the market has now: a term can come later than a version that was published. */
let market: TermValues = listed;
const contract: TermsKind = {
  specs: {
    spread: { unit: 'price', against: 'rise' },
    maxLeverage: { unit: 'times', against: 'fall' },
    share: { unit: 'ppm', against: 'any' },
  },
  origin: (subject) => (subject === GOLD ? market : null),
  fault: (_, { maxLeverage }) => (Number(maxLeverage) > 500 ? 'maxLeverage' : null),
};
const option: TermsKind = { specs: {}, origin: () => null, fault: () => null };
const nothing = { subjects: () => [], value: () => null };

const start = async () =>
  (await createParameters(database.app, nothing, { contract, option })).terms;

beforeAll(async () => {
  database = await createTestDatabase([...operatorMigrations(), ...parameterMigrations()]);
  for (const name of ['maker', 'checker']) {
    await database.pool.query(`with person as (insert into staff_person (created_at) values (0)
        returning *)
      insert into operator (name, person_id, roles, created_at)
      select '${name}', person_id, '{}', 0 from person`);
  }
  terms = await start();
  proposals = new Proposals({
    store: new ProposalStore(database.app),
    table: new ApprovalTable([termsApprovals], { samePersonAllowed: false }),
    plain: { changeTerms: terms.change, withdrawTerms: terms.withdrawal },
    submit: () => Promise.reject(new Error('no engine')),
  });
});
afterAll(() => database.drop());

function member(operatorId: 1 | 2, ...roles: Role[]) {
  const name = operatorId === 1 ? 'maker' : 'checker';
  return { operatorId, person: operatorId, name, rights: rightsOfRoles(roles), accounts: [] };
}
const maker = member(1, 'financeMaker', 'financeChecker');
const checker = member(2, 'financeChecker');

async function prepare(type: 'changeTerms' | 'withdrawTerms', body: object, now: number) {
  const proposalId = randomUUID();
  const wanted = { proposalId, realm: 'real', type, body: { kind: 'contract', ...body } } as const;
  const made = await proposals.prepare({ ...wanted, reason: 'costs rise', staff: maker, now });
  return 'refusal' in made
    ? { proposalId, digest: '', refusal: made.detail?.why ?? made.refusal }
    : { proposalId, digest: made.digest, refusal: null };
}

const change = (now: number, field: string, before: string | number, after: string | number) =>
  prepare('changeTerms', { subject: GOLD, changes: [{ field, before, after }] }, now);

async function approve(of: { proposalId: string; digest: string }, now: number, staff = checker) {
  const { proposalId, digest } = of;
  const { refusal, ...rest } = await proposals.decide({
    ...{ proposalId, digest, verdict: 'approve', staff, now },
  });
  return refusal === undefined ? 'done' : ('detail' in rest && rest.detail?.why) || refusal;
}

const holds = (at: number, of = terms) => of.effectiveAt('contract', at)[0]?.terms ?? listed;

it('PARM-091 terms are changed by two, once; against customers a day later, else at once, and one change waits at a time', async () => {
  const wrong = [
    await prepare('changeTerms', { subject: 'NOPE-CFD', changes: [changed('spread', '0.3')] }, NOW),
    await change(NOW, 'spread', '0.2', '0.4'),
    await change(NOW, 'spread', '0.3', '0.3'),
    await change(NOW, 'index', 'XAU-USD', 'XAG-USD'),
    await change(NOW, 'maxLeverage', 100, 501),
    await prepare('changeTerms', { subject: GOLD, changes: [] }, NOW),
  ];
  expect(wrong.map(({ refusal }) => refusal)).toEqual([
    ...['unknownSubject', 'changedMeanwhile', 'unchanged', 'badTerms', 'badTerms', 'badCommand'],
  ]);
  const prepared = await change(NOW, 'spread', '0.3', '0.4');
  const other = await change(NOW, 'maxLeverage', 100, 50);
  expect(await approve(prepared, NOW, maker)).toBe('samePerson');
  expect(terms.changes()).toEqual([]);
  const ends = await Promise.all(Array.from({ length: 16 }, () => approve(prepared, NOW)));
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  expect(terms.changes()).toMatchObject([
    { ...{ versionId: 1, kind: 'contract', subject: GOLD, against: true }, reason: 'costs rise' },
  ]);
  expect(terms.changes()[0]).toMatchObject({ publishedAt: NOW, takesEffectAt: NOW + DAY });
  expect([holds(NOW), holds(NOW + DAY - 1)]).toEqual([listed, listed]);
  expect(holds(NOW + DAY)).toEqual({ spread: '0.4', maxLeverage: 100 });
  expect(await approve(other, NOW)).toBe('alreadyAnnounced');

  const later = NOW + 2 * DAY;
  // What was prepared meets what holds by then.
  const stale = await change(later, 'spread', '0.4', '0.35');
  expect(await approve(await change(later, 'spread', '0.4', '0.2'), later)).toBe('done');
  expect(await approve(stale, later)).toBe('changedMeanwhile');
  for (const one of [terms, await start()]) {
    expect(holds(later, one)).toEqual({ spread: '0.2', maxLeverage: 100 });
    expect(holds(later - 1, one)).toEqual({ spread: '0.4', maxLeverage: 100 });
  }
});

it('PARM-092 announced terms are withdrawn by two, before their moment, and stay in the public log, which nobody changes', async () => {
  const at = NOW + 5 * DAY;
  expect(await approve(await change(at, 'maxLeverage', 100, 20), at)).toBe('done');
  const { versionId } = terms.changes()[0]!;
  const withdraw = (id: number, now: number) =>
    prepare('withdrawTerms', { versionId: id, subject: GOLD }, now);
  expect((await withdraw(99, at)).refusal).toBe('unknownChange');
  expect((await withdraw(1, at)).refusal).toBe('tooLate');
  expect((await withdraw(versionId, at + DAY - MINUTE + 1)).refusal).toBe('tooLate');
  const prepared = await withdraw(versionId, at);
  expect(await approve(prepared, at, maker)).toBe('samePerson');
  expect(holds(at + DAY)).toMatchObject({ maxLeverage: 20 });
  expect(await approve(prepared, at + 1)).toBe('done');
  for (const one of [terms, await start()]) {
    expect(holds(at + 2 * DAY, one)).toEqual({ spread: '0.2', maxLeverage: 100 });
    expect(one.changes()[0]).toMatchObject({ versionId, withdrawn: { at: at + 1 } });
  }
  expect((await withdraw(versionId, at)).refusal).toBe('alreadyWithdrawn');
  expect(calls.getTermsChanges.auth).toBe('visitor');
  const late = `insert into terms_withdrawal values (1, 'x', '{1,2}', ${at})`;
  await expect(database.pool.query(late)).rejects.toThrow('has taken effect');
  for (const table of ['terms_withdrawal', 'terms_version']) {
    await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(database.app.pool.query(`delete from ${table}`)).rejects.toThrow('denied');
  }
});

it('PARM-091 a term that came later than what is published is changed from what the market has', async () => {
  const at = NOW + 10 * DAY;
  expect((await change(at, 'share', 100, 50)).refusal).toBe('changedMeanwhile');
  market = { ...listed, share: 100 };
  expect((await change(at, 'share', 99, 50)).refusal).toBe('changedMeanwhile');
  expect(await approve(await change(at, 'share', 100, 50), at)).toBe('done');
  expect(holds(at + DAY)).toEqual({ spread: '0.2', maxLeverage: 100, share: 50 });
});

function changed(field: string, before: string) {
  return { field, before, after: '1' };
}
