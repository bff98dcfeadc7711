import { ApprovalTable, defineApprovals } from '@assay/core/approval/policy';
import { type Role, rightsOfRoles } from '@assay/core/approval/rights';
import { staffActor } from '@assay/core/ledger/owners';
import type { CommandWithId } from '@assay/platform/engine/command';
import type { Staff } from '@assay/platform/http/context';
import { createTestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorMigrations, type Ran, staffApprovals } from './index.ts';
import { Proposals } from './proposals.ts';
import { staffCommands } from './staff.ts';
import { ProposalStore } from './store/proposals.ts';
import { StaffStore } from './store/staff.ts';

const DAY = 86_400_000;
const approvals = defineApprovals<{ fundHouse: { readonly amount: number } }>({
  fundHouse: { needs: 2, prepare: 'house.prepare', decide: 'house.approve', expiresMs: DAY },
});
const isCustomer = async (userId: number) => userId >= 1000;
const fund = { type: 'fundHouse', body: { amount: 5 }, realm: 'real', reason: 'capital' } as const;

/** An engine as the keeper sees it: it answers an id that it knows as it did before. */
class Bank {
  readonly ran: CommandWithId[] = [];
  readonly #answers = new Map<string, Ran>();
  refuses = false;
  /** The next answer is lost: it is not known whether the command ran. */
  dies: 'before' | 'after' | null = null;

  async submit(command: CommandWithId): Promise<Ran> {
    const { dies } = this;
    this.dies = null;
    if (dies === 'before') throw new Error('gone');
    const known = this.#answers.get(command.id);
    if (known !== undefined) return known;
    const answer: Ran = this.refuses ? { refusal: 'noRoom' } : { outcome: { seq: 7 } };
    this.#answers.set(command.id, answer);
    if (answer.refusal === undefined) this.ran.push(command);
    if (dies === 'after') throw new Error('gone');
    return answer;
  }
}

async function start(samePersonAllowed = false) {
  const owner = await createTestDatabase(operatorMigrations());
  const database = owner.app;
  const store = new ProposalStore(database);
  const people = new StaffStore(database);
  const bank = new Bank();
  const table = new ApprovalTable([approvals, staffApprovals], { samePersonAllowed });
  const proposals = new Proposals({
    ...{ store, table, plain: staffCommands(people, isCustomer) },
    concerns: { fundHouse: (body) => [(body as { whose?: number }).whose ?? 0] },
    submit: (_realm, command) => bank.submit(command),
  });
  const enrol = (operatorId: number) =>
    database.pool.query(
      `insert into operator_passkey
       (credential_id, operator_id, name, public_key, counter, transports, created_at)
       values ($1, $2, 'key', '', 0, '', 0)`,
      [`key-${operatorId}`, operatorId],
    );
  const add = async (
    name: string,
    roles: readonly Role[],
    person: number | null = null,
    signs = true,
  ) => {
    const operatorId = await people.add(database.pool as never, { name, person, roles, now: 0 });
    if (signs) await enrol(operatorId);
    const member = await people.member(operatorId);
    const rights = rightsOfRoles(roles);
    const { person: who = 0, accounts = [] } = member ?? {};
    return { operatorId, person: who, name, rights, accounts } satisfies Staff;
  };
  const both = ['financeMaker', 'financeChecker', 'configMaker', 'configChecker'] as const;
  const [ann, bob] = [await add('Ann', both), await add('Bob', both)];
  let last = 0;
  const prepare = async (staff: Staff, command: object = fund) => {
    last += 1;
    const proposalId = `proposal-number-${last}`;
    const prepared = await proposals.prepare({ ...fund, ...command, proposalId, staff, now: 0 });
    if ('refusal' in prepared) return { proposalId, digest: '', refusal: prepared.refusal };
    return { proposalId, digest: prepared.digest, refusal: '' };
  };
  type Prepared = Awaited<ReturnType<typeof prepare>>;
  const approve = async ({ proposalId, digest }: Prepared, staff: Staff, now = 1) => {
    const decided = await proposals.decide({
      ...{ proposalId, digest, staff, now, verdict: 'approve' },
    });
    return decided.refusal ?? 'done';
  };
  return { owner, proposals, store, people, bank, add, enrol, ann, bob, prepare, approve };
}

let all: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  all = await start();
});
afterAll(() => all.owner.drop());

it('APPR-100 of 64 decisions at once by two people one runs the command', async () => {
  const { ann, bob, bank, prepare, approve, add } = all;
  const carl = await add('Carl', ['financeChecker']);
  const prepared = await prepare(ann);
  const said = await Promise.all(
    Array.from({ length: 64 }, (_, i) => approve(prepared, i % 2 === 0 ? bob : carl)),
  );
  expect(said.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(new Set(said)).toEqual(new Set(['done', 'alreadyDecided']));
  expect(bank.ran).toHaveLength(1);
  expect(bank.ran[0]).toMatchObject({ type: 'fundHouse', actor: staffActor(ann.operatorId) });
});

it('APPR-101 never the same person, whatever the account, nor other content, nor too late', async () => {
  const { ann, bob, bank, prepare, approve, add } = all;
  const before = bank.ran.length;
  const second = await add('Ann at home', ['financeChecker'], ann.person);
  const prepared = await prepare(ann);
  expect(await approve(prepared, ann)).toBe('samePerson');
  expect(await approve(prepared, second)).toBe('samePerson');
  expect(await approve({ ...prepared, digest: 'a'.repeat(64) }, bob)).toBe('otherDigest');
  expect(await approve(prepared, bob, DAY)).toBe('expired');
  expect(await approve(prepared, await add('Eve', ['support']))).toBe('notAllowed');
  expect(bank.ran).toHaveLength(before);
});

it('APPR-102 a crash before or after the command runs it once', async () => {
  const { proposals, store, ann, bob, bank, prepare, approve } = all;
  for (const dies of ['before', 'after'] as const) {
    const before = bank.ran.length;
    const prepared = await prepare(ann);
    bank.dies = dies;
    await expect(approve(prepared, bob)).rejects.toThrow('gone');
    expect(await approve(prepared, bob)).toBe('alreadyDecided');
    await Promise.all([proposals.resume(2), proposals.resume(2)]);
    expect(bank.ran).toHaveLength(before + 1);
    expect(await store.read(prepared.proposalId)).toMatchObject({
      status: 'approved',
      running: null,
    });
  }
});

it('APPR-103 a command that its rule refuses stays open, and runs when it can', async () => {
  const { ann, bob, bank, prepare, approve } = all;
  const before = bank.ran.length;
  const prepared = await prepare(ann);
  bank.refuses = true;
  expect(await approve(prepared, bob)).toBe('commandRefused');
  bank.refuses = false;
  expect(await approve(prepared, bob)).toBe('done');
  expect(bank.ran).toHaveLength(before + 1);
});

it('OPER-043 nobody takes part in a decision about their own roles', async () => {
  const { people, ann, bob, prepare, approve, add } = all;
  const dora = await add('Dora', ['support']);
  // With Eli, neither of the two is needed to admit others.
  await add('Eli', ['configMaker', 'configChecker']);
  const roles = (operatorId: number, list: readonly Role[]) => ({
    ...{ type: 'changeRoles', body: { operatorId, roles: list } },
  });
  expect((await prepare(ann, roles(ann.operatorId, ['auditor']))).refusal).toBe('ownMatter');
  const ofBob = await prepare(ann, roles(bob.operatorId, ['auditor']));
  expect(await approve(ofBob, bob)).toBe('ownMatter');
  const ofDora = await prepare(ann, roles(dora.operatorId, ['auditor']));
  expect(await approve(ofDora, bob)).toBe('done');
  expect(await people.member(dora.operatorId)).toMatchObject({ roles: ['auditor'] });
  const wrong = { type: 'changeRoles', body: { operatorId: 1, roles: ['owner'] } };
  expect((await prepare(ann, wrong)).refusal).toBe('badCommand');
  expect((await prepare(dora, roles(bob.operatorId, ['support']))).refusal).toBe('notAllowed');
});

it('OPER-055 of changes of roles at the same time none leaves nobody who can admit others', async () => {
  const { owner, people, ann, bob, add, enrol, prepare, approve } = await start();
  const carl = await add('Carl', ['configMaker', 'configChecker']);
  const to = (who: Staff, roles: readonly Role[]) => ({
    ...{ type: 'changeRoles', body: { operatorId: who.operatorId, roles } },
  });
  const [a, b, c] = await Promise.all([
    prepare(bob, to(ann, ['auditor'])),
    prepare(carl, to(bob, ['auditor'])),
    prepare(ann, to(carl, ['support'])),
  ]);
  const said = await Promise.all([approve(a, carl), approve(b, ann), approve(c, bob)]);
  expect(said.sort()).toEqual(['commandRefused', 'commandRefused', 'done']);
  const left = (await people.list()).filter(({ roles }) => roles.includes('configMaker'));
  expect(left).toHaveLength(2);
  // Both sides are needed, which is said before anybody signs; a third who prepares frees one.
  const [one, other] = [ann, bob, carl].filter(({ operatorId }) =>
    left.some((member) => member.operatorId === operatorId),
  );
  if (one === undefined || other === undefined) throw new Error('nobody is left');
  for (const roles of [['auditor'], ['support', 'risk']] as const) {
    expect((await prepare(one, to(other, roles))).refusal).toBe('commandRefused');
  }
  const third = await add('Dan', ['configMaker']);
  expect(await approve(await prepare(third, to(one, ['configMaker'])), other)).toBe('done');
  expect((await prepare(third, to(other, ['configMaker']))).refusal).toBe('commandRefused');
  // Who is invited may never come.
  const invited = await add('Eve', ['configChecker'], null, false);
  expect((await prepare(third, to(other, ['configMaker']))).refusal).toBe('commandRefused');
  await enrol(invited.operatorId);
  expect((await prepare(third, to(other, ['configMaker']))).refusal).toBe('');
  await owner.drop();
});

it('OPER-047 nobody takes part in what an engine does about themselves', async () => {
  const { ann, bob, bank, prepare, approve } = all;
  const [ofAnn, ofBob] = [
    { ...ann, accounts: [1001, 1002] },
    { ...bob, accounts: [1003] },
  ];
  const about = (whose: number) => ({ body: { amount: 5, whose } });
  const before = bank.ran.length;
  expect((await prepare(ofAnn, about(1002))).refusal).toBe('ownMatter');
  expect(await approve(await prepare(ofAnn, about(1003)), ofBob)).toBe('ownMatter');
  expect(bank.ran).toHaveLength(before);
  // A number of staff is none of a customer, even where both are the same.
  expect(await approve(await prepare(ofAnn, about(ann.person)), ofBob)).toBe('done');
});

it('OPER-048 two others say which accounts a person has, and the person does not', async () => {
  const { people, ann, bob, prepare, approve } = all;
  const own = (accounts: readonly number[], person = bob.person) => ({
    ...{ type: 'setOwnAccounts', body: { person, accounts } },
  });
  expect((await prepare(bob, own([]))).refusal).toBe('ownMatter');
  expect(await approve(await prepare(ann, own([1005])), bob)).toBe('ownMatter');
  expect(await people.addAccount(bob.person, 1004, 1)).toBe(true);
  const carl = await all.add('Carla', ['configChecker']);
  expect(await approve(await prepare(ann, own([1005, 1006])), carl)).toBe('done');
  expect((await people.member(bob.operatorId))?.accounts).toEqual([1005, 1006]);
  expect(await approve(await prepare(ann, own([7])), carl)).toBe('commandRefused');
  expect((await prepare(ann, own([1005, 1005]))).refusal).toBe('badCommand');
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, at) => people.addAccount(ann.person, 2000 + (at % 18), 2)),
  );
  expect(others).not.toContain(false);
  for (let at = 0; at < 2; at += 1) await people.addAccount(ann.person, 3000 + at, 3);
  expect(await people.addAccount(ann.person, 4000, 4)).toBe(false);
  expect(await people.addAccount(ann.person, 3000, 4)).toBe(true);
});

it('OPER-048 a command that needs two and says nothing of whom it concerns stops the start', () => {
  const table = new ApprovalTable([approvals], { samePersonAllowed: false });
  const keeper =
    (aboutNobody: readonly string[], concerns = {}) =>
    () =>
      new Proposals({
        ...{ store: all.store, table, plain: {}, concerns, aboutNobody },
        submit: () => Promise.reject(new Error('no engine')),
      });
  expect(keeper([])).toThrow('fundHouse says whom it concerns');
  expect(keeper(['fundHouse'], { fundHouse: () => [] })).toThrow('fundHouse');
  expect(keeper(['fundHouse'])).not.toThrow();
  expect(keeper([], { fundHouse: () => [] })).not.toThrow();
});

it('OPER-044 an invitation by two people makes the account once; a trial lets one play two', async () => {
  const trial = await start(true);
  const invitation = { type: 'inviteStaff', body: { name: 'Gina', roles: ['support', 'risk'] } };
  const prepared = await trial.prepare(trial.ann, invitation);
  const said = await Promise.all(
    Array.from({ length: 32 }, () => trial.approve(prepared, trial.ann)),
  );
  expect(said.filter((answer) => answer === 'done')).toHaveLength(1);
  const made = (await trial.people.list()).filter(({ name }) => name === 'Gina');
  expect(made).toMatchObject([{ roles: ['support', 'risk'], endedAt: null }]);
  expect(made[0]?.person).not.toBe(trial.ann.person);
  await trial.owner.drop();
});
