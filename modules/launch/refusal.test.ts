import { ApprovalTable } from '@assay/core/approval/policy';
import { rightsOfRoles } from '@assay/core/approval/rights';
import { DAY, HOUR } from '@assay/core/time';
import { createTestDatabase } from '@assay/platform/testing/database';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorMigrations } from '../operators/index.ts';
import { Proposals } from '../operators/proposals.ts';
import { ProposalStore } from '../operators/store/proposals.ts';
import { launchApprovals, launchMigrations, refuseLaunchApplication } from './index.ts';
import {
  addApplication,
  applicationOf,
  claimApplication,
  passApplication,
  releaseApplication,
} from './store/applications.ts';

const START = 1_767_225_600_000;
const CLAIM_MS = HOUR / 2;
const rights = rightsOfRoles(['verification', 'financeChecker']);

let now = START;
let userId = 1_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proposals: Proposals;

beforeAll(async () => {
  database = await createTestDatabase([...operatorMigrations(), ...launchMigrations()]);
  for (const name of ['s1', 's2']) {
    await database.pool.query(`with person as (
        insert into staff_person (created_at) values (0) returning *)
      insert into operator (name, person_id, roles, created_at)
      select '${name}', person_id, '{}', 0 from person`);
  }
  proposals = new Proposals({
    store: new ProposalStore(database.app),
    table: new ApprovalTable([launchApprovals], { samePersonAllowed: false }),
    plain: { refuseLaunchApplication },
    submit: () => Promise.reject(new Error('no engine')),
  });
});

beforeEach(async () => {
  userId += 1;
  await addApplication(database.app.pool, 1, userId, now);
});

const staffOf = (operatorId: number, accounts: readonly number[] = []) => ({
  ...{ operatorId, person: operatorId, name: `s${operatorId}`, rights, accounts: [...accounts] },
});
const claim = (operatorId: number) =>
  claimApplication(database.app.pool, { launchId: 1, userId, operatorId }, now, now + CLAIM_MS);
const release = (operatorId: number) =>
  releaseApplication(database.app.pool, { launchId: 1, userId, operatorId });
const pass = (operatorId: number) =>
  passApplication(database.app.pool, { launchId: 1, userId, operatorId }, now);
const found = () => applicationOf(database.app.pool, 1, userId);

async function prepare(operatorId: number, fields: object = {}, accounts: readonly number[] = []) {
  const proposalId = crypto.randomUUID();
  const made = await proposals.prepare({
    ...{ proposalId, realm: 'real', type: 'refuseLaunchApplication', now },
    body: { launchId: 1, userId, reason: 'The papers are of a firm.', ...fields },
    reason: 'see the papers',
    staff: staffOf(operatorId, accounts),
  });
  if ('refusal' in made) return { proposalId, digest: '', why: made.detail?.why ?? made.refusal };
  return { proposalId, digest: made.digest, why: null };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;
type Verdict = 'approve' | 'reject' | 'withdraw';

async function decide(operatorId: number, { proposalId, digest }: Prepared, verdict: Verdict) {
  const staff = staffOf(operatorId);
  const decided = await proposals.decide({ proposalId, digest, verdict, staff, now });
  return decided.refusal === undefined ? null : (decided.detail?.why ?? decided.refusal);
}

describe('the refusal of an applicant', () => {
  it('LNCH-054 takes two people, of whom the second signs what the first prepared', async () => {
    expect((await prepare(1)).why).toBe('notClaimed');
    expect((await prepare(1, { userId: 999 })).why).toBe('unknownApplication');
    expect((await prepare(1, { reason: ' ' })).why).toBe('badCommand');
    expect(await claim(1)).toBe(true);
    expect((await prepare(2)).why).toBe('notClaimed');
    expect((await prepare(1, {}, [userId])).why).toBe('ownMatter');
    const prepared = await prepare(1);
    expect(prepared.why).toBeNull();
    expect(await found()).toMatchObject({ state: 'underReview', reason: '' });
    expect(await decide(1, prepared, 'approve')).toBe('samePerson');
    expect(await decide(2, { ...prepared, digest: '0'.repeat(64) }, 'approve')).toBe('otherDigest');
    expect(await decide(2, prepared, 'approve')).toBeNull();
    expect(await found()).toMatchObject({
      ...{ state: 'notPassed', reason: 'The papers are of a firm.' },
    });
    expect(await decide(2, prepared, 'approve')).toBe('alreadyDecided');
    expect([await claim(1), await pass(1)]).toEqual([false, false]);
    expect((await prepare(1)).why).toBe('unknownApplication');
  });

  it('LNCH-054 while one waits nobody else claims, lets in or prepares another', async () => {
    expect(await claim(1)).toBe(true);
    const prepared = await prepare(1);
    expect([await claim(1), await claim(2), await pass(1), await release(1)]).toEqual([
      ...[false, false, false, false],
    ]);
    expect((await prepare(1)).why).toBe('alreadyProposed');
    expect(await decide(1, prepared, 'withdraw')).toBeNull();
    expect(await claim(2)).toBe(true);
    const second = await prepare(2);
    expect(await decide(1, second, 'reject')).toBeNull();
    expect(await claim(1)).toBe(true);
    expect(await pass(1)).toBe(true);
    expect(await found()).toMatchObject({ state: 'passed', reason: '' });
  });

  it('LNCH-054 one that is out of time refuses nobody, and the application waits again', async () => {
    expect(await claim(1)).toBe(true);
    const late = await prepare(1);
    now += DAY - 1;
    expect(await claim(2)).toBe(false);
    now += 1;
    expect(await decide(2, late, 'approve')).toBe('expired');
    expect(await claim(2)).toBe(true);
    // What has lapsed is not in the way of the next, and drops nothing of it.
    const next = await prepare(2);
    expect(next.why).toBeNull();
    expect(await decide(1, next, 'approve')).toBeNull();
    expect(await found()).toMatchObject({ state: 'notPassed' });
  });

  it('LNCH-054 no row is refused without what was signed', async () => {
    const refused = database.app.pool.query(
      `update launch_application set state = 'notPassed', reason = 'no'
       where user_id = ${userId}`,
    );
    await expect(refused).rejects.toThrow('launch_application_signed');
  });
});
