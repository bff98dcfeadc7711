import { randomUUID } from 'node:crypto';
import { ApprovalTable } from '@assay/core/approval/policy';
import { type Role, rightsOfRoles } from '@assay/core/approval/rights';
import { DAY, MINUTE } from '@assay/core/time';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorMigrations } from '../operators/index.ts';
import { Proposals } from '../operators/proposals.ts';
import { ProposalStore } from '../operators/store/proposals.ts';
import {
  createParameters,
  type Parameters,
  parameterApprovals,
  parameterMigrations,
} from './index.ts';
import { calls } from './schema.ts';

const NOW = 1_767_225_600_000;

let database: TestDatabase;
let parameters: Parameters;
let proposals: Proposals;

const origin = {
  subjects: () => ['BTCUSDT'],
  value: (_: string, subject: string) => (subject === 'BTCUSDT' ? 1_000 : null),
};

const none = { specs: {}, origin: () => null, fault: () => null };
const kinds = { contract: none, option: none };

const start = async () => (await createParameters(database.app, origin, kinds)).parameters;

beforeAll(async () => {
  database = await createTestDatabase([...operatorMigrations(), ...parameterMigrations()]);
  for (const name of ['maker', 'checker']) {
    await database.pool.query(`with person as (insert into staff_person (created_at) values (0)
        returning *)
      insert into operator (name, person_id, roles, created_at)
      select '${name}', person_id, '{}', 0 from person`);
  }
  parameters = await start();
  proposals = new Proposals({
    store: new ProposalStore(database.app),
    table: new ApprovalTable([parameterApprovals], { samePersonAllowed: false }),
    plain: { changeParameter: parameters.change, withdrawChange: parameters.withdrawal },
    submit: () => Promise.reject(new Error('no engine')),
  });
});
afterAll(() => database.drop());

function member(operatorId: 1 | 2, ...roles: Role[]) {
  const name = operatorId === 1 ? 'maker' : 'checker';
  return { operatorId, person: operatorId, name, rights: rightsOfRoles(roles), accounts: [] };
}
const maker = member(1, 'configMaker', 'configChecker');
const checker = member(2, 'configChecker');

async function prepare(change: object, now = NOW, staff = maker) {
  const proposalId = randomUUID();
  const body = { parameter: 'makerFee', subject: 'BTCUSDT', ...change };
  const wanted = { proposalId, realm: 'real', type: 'changeParameter', body } as const;
  const made = await proposals.prepare({ ...wanted, reason: 'costs have risen', staff, now });
  if ('refusal' in made)
    return { proposalId, digest: '', refusal: made.detail?.why ?? made.refusal };
  return { proposalId, digest: made.digest, refusal: null };
}

async function prepareWithdrawal(versionId: unknown, now: number, staff = maker, value = 2_000) {
  const proposalId = randomUUID();
  const wanted = {
    proposalId,
    realm: 'real',
    type: 'withdrawChange',
    body: { versionId, parameter: 'makerFee', subject: 'BTCUSDT', value },
  } as const;
  const made = await proposals.prepare({ ...wanted, reason: 'a mistake', staff, now });
  if ('refusal' in made)
    return { proposalId, digest: '', refusal: made.detail?.why ?? made.refusal };
  return { proposalId, digest: made.digest, refusal: null };
}

async function approve(of: { proposalId: string; digest: string }, now = NOW, staff = checker) {
  const { proposalId, digest } = of;
  const said = { proposalId, digest, verdict: 'approve', staff, now } as const;
  const { refusal, ...rest } = await proposals.decide(said);
  return refusal === undefined ? 'done' : ('detail' in rest && rest.detail?.why) || refusal;
}

it('PARM-020 a change takes two people, is published once whoever approves at the same time, and waits for its notice', async () => {
  expect((await prepare({ value: 1_200 }, NOW, checker)).refusal).toBe('notAllowed');
  expect((await prepare({ value: 1_000 })).refusal).toBe('unchanged');
  expect((await prepare({ value: '1.5' })).refusal).toBe('badCommand');
  expect((await prepare({ value: 1_200, subject: 'NOPE' })).refusal).toBe('unknownSubject');
  const prepared = await prepare({ value: 1_200 });
  const other = await prepare({ value: 1_300 });
  expect(await approve(prepared, NOW, maker)).toBe('samePerson');
  expect(await approve({ ...prepared, digest: '0'.repeat(64) })).toBe('otherDigest');
  expect(parameters.changes()).toEqual([]);
  const ends = await Promise.all(Array.from({ length: 32 }, () => approve(prepared)));
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  expect(parameters.changes()).toEqual([
    {
      ...{ versionId: 1, parameter: 'makerFee', subject: 'BTCUSDT', unit: 'ppm', against: true },
      ...{ before: 1_000, value: 1_200, reason: 'costs have risen' },
      ...{ publishedAt: NOW, takesEffectAt: NOW + DAY },
      withdrawn: null,
    },
  ]);
  const valueAt = (at: number) => parameters.valueAt('makerFee', 'BTCUSDT', at);
  expect([valueAt(NOW), valueAt(NOW + DAY - 1), valueAt(NOW + DAY)]).toEqual([1_000, 1_000, 1_200]);
  // What was prepared before meets the change that came between.
  expect(await approve(other)).toBe('alreadyAnnounced');
  const [view] = parameters.views(NOW);
  expect(view).toMatchObject({ present: 1_000, announced: { value: 1_200 } });
});

it('PARM-021 a change in favour of customers takes effect at once; what was before stays, also after a start', async () => {
  const later = NOW + 2 * DAY;
  expect(await approve(await prepare({ value: 800 }, later), later)).toBe('done');
  const again = await start();
  for (const one of [parameters, again]) {
    expect(one.valueAt('makerFee', 'BTCUSDT', later)).toBe(800);
    expect(one.valueAt('makerFee', 'BTCUSDT', later - 1)).toBe(1_200);
    expect(one.valueAt('takerFee', 'BTCUSDT', later)).toBe(1_000);
    expect(one.changes().map(({ before, value }) => [before, value])).toEqual([
      ...[
        [1_200, 800],
        [1_000, 1_200],
      ],
    ]);
  }
  const [view] = again.views(later);
  expect(view?.history.map(({ signers }) => signers)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it('PARM-040 PARM-041 PARM-042 what is announced is withdrawn by two, once, before its moment, and stays in the log', async () => {
  const at = NOW + 3 * DAY;
  expect(await approve(await prepare({ value: 2_000 }, at), at)).toBe('done');
  const announced = parameters.views(at)[0]?.announced;
  expect(announced).toMatchObject({ versionId: 3, withdrawn: null });
  expect((await prepareWithdrawal(3, at, checker)).refusal).toBe('notAllowed');
  expect((await prepareWithdrawal('3x', at)).refusal).toBe('badCommand');
  expect((await prepareWithdrawal(99, at)).refusal).toBe('unknownChange');
  // Whoever takes it for something else has another in mind.
  expect((await prepareWithdrawal(3, at, maker, 1_999)).refusal).toBe('unknownChange');
  // What holds already cannot be withdrawn, and neither can what holds in a moment.
  expect((await prepareWithdrawal(2, at, maker, 800)).refusal).toBe('tooLate');
  expect((await prepareWithdrawal(3, at + DAY - MINUTE + 1)).refusal).toBe('tooLate');
  const prepared = await prepareWithdrawal(3, at);
  expect(await approve(prepared, at, maker)).toBe('samePerson');
  // One person alone has withdrawn nothing.
  expect(parameters.valueAt('makerFee', 'BTCUSDT', at + DAY)).toBe(2_000);
  const ends = await Promise.all(Array.from({ length: 32 }, () => approve(prepared, at + 1)));
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  const again = await start();
  for (const one of [parameters, again]) {
    expect(one.valueAt('makerFee', 'BTCUSDT', at + 2 * DAY)).toBe(800);
    expect(one.views(at + 1)[0]).toMatchObject({ present: 800, announced: null });
    expect(one.changes()[0]).toMatchObject({
      ...{ versionId: 3, value: 2_000 },
      withdrawn: { at: at + 1, reason: 'a mistake' },
    });
    expect(one.views(at)[0]?.history[0]?.withdrawnBy).toEqual([1, 2]);
  }
  expect((await prepareWithdrawal(3, at)).refusal).toBe('alreadyWithdrawn');
  // The next change can be announced.
  expect(await approve(await prepare({ value: 900 }, at + 2), at + 2)).toBe('done');
  const { pool } = database;
  const late = `insert into parameter_withdrawal values (2, 'x', '{1,2}', ${at})`;
  await expect(pool.query(late)).rejects.toThrow('has taken effect');
  for (const table of ['parameter_withdrawal', 'parameter_version']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
  }
});

it('PARM-022 the log is public and cannot be changed', async () => {
  expect(calls.getParameterChanges.auth).toBe('visitor');
  const { pool } = database;
  for (const change of [
    'delete from parameter_version',
    'update parameter_version set value = 1',
  ]) {
    await expect(pool.query(change)).rejects.toThrow('append-only');
    await expect(database.app.pool.query(change)).rejects.toThrow('permission denied');
  }
});
