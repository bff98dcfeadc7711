import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  sessionOf,
  startIdentity,
} from './identity.suite.ts';
import { callProved, personWithTotp, totpOf } from './security.suite.ts';

let bench: IdentityBench;
const verified = new Map<number, 'junior' | 'senior'>();
beforeAll(async () => {
  bench = await startIdentity();
  bench.identity.verifiedFrom(async (userId) => verified.get(userId) ?? null);
});
afterAll(() => bench.stop());

const BROWSER = { browser: true };
type Person = Awaited<ReturnType<typeof personWithTotp>>;

/** Logs in as far as the second step. */
async function secondStep(account: string) {
  bench.clock.advance(61_000);
  const reply = await logIn(bench, account);
  if (reply.code !== 0) throw new Error(`No second step: ${reply.text}`);
  return { challengeId: String(reply.data.secondFactor.challengeId), cookie: cookieOf(reply) };
}
const cookieOf = (reply: Awaited<ReturnType<typeof logIn>>) => sessionOf(reply).cookie;

/** The code of this message's recipient. */
async function codeTo(recipient: string): Promise<string> {
  await bench.mailer.settled();
  const { rows } = await bench.owner.pool.query<{ content: string }>(
    `select content from outgoing_message where recipient = $1 and content ~ '[0-9]{8}'
     order by message_id desc limit 1`,
    [recipient],
  );
  return /\b[0-9]{8}\b/.exec(rows[0]?.content ?? '')?.[0] ?? '00000000';
}

async function lastOf(recipient: string): Promise<string> {
  await bench.mailer.settled();
  const { rows } = await bench.owner.pool.query<{ content: string }>(
    'select content from outgoing_message where recipient = $1 order by message_id desc limit 1',
    [recipient],
  );
  return rows[0]?.content ?? '';
}

const ask = (step: { challengeId: string; cookie: string }) =>
  bench.client.post(
    'askLostFactors',
    { challengeId: step.challengeId },
    { ...BROWSER, cookie: step.cookie },
  );

/** As far as the codes, which are right unless `more` says otherwise. */
async function give(account: string, more: object = {}) {
  const step = await secondStep(account);
  const asked = await ask(step);
  if (asked.code !== 0) return asked;
  const [first] = asked.data.codes;
  const code = await codeTo(account);
  const fields = { challengeId: step.challengeId, code, codeId: first.codeId, ...more };
  return bench.client.post('giveUpFactors', fields, { ...BROWSER, cookie: step.cookie });
}

const eventsOf = async ({ info }: Pick<Person, 'info'>) =>
  (
    await bench.owner.pool.query<{ kind: string }>(
      'select kind from account_event where user_id = $1 order by event_id',
      [info.userId],
    )
  ).rows.map(({ kind }) => kind);
const limitsOf = (userId: number) => bench.identity.withdrawalLimits(userId, bench.clock.now());

it('IDEN-195 who has no verification gives lost factors up by codes, two weeks after an announcement', async () => {
  const account = 'ann@example.com';
  const ann = await personWithTotp(bench, account);
  const { userId } = ann.info;
  // Neither a session nor the password alone announces anything.
  expect((await give(account, { code: '00000000' })).data.refusal).toBe('codeWrong');
  expect(await eventsOf(ann)).not.toContain('factorLossClaimed');
  const first = await give(account);
  const from = first.data.from as number;
  expect(first.data).toEqual({ removed: false, from: bench.clock.now() + 14 * DAY });
  expect(await lastOf(account)).toMatch(/can be removed in 14 days[\s\S]*\/notMe\?link=/);
  // Before that time it says so, and is not announced again.
  bench.clock.advance(DAY);
  expect((await give(account)).data).toEqual({ removed: false, from });
  expect((await eventsOf(ann)).filter((kind) => kind === 'factorLossClaimed')).toHaveLength(1);
  bench.clock.advance(13 * DAY);
  const before = bench.clock.now();
  expect((await give(account)).data).toMatchObject({ removed: true });
  expect((await bench.client.get('getInfo', {}, ann)).code).not.toBe(0);
  expect(await lastOf(account)).toMatch(/90 days, or until 72 hours after your senior/);
  const entered = await logIn(bench, account);
  const session = sessionOf(entered);
  const { factors, recoveryCodes, guards, restrictions } = (
    await bench.client.get('getSecurity', {}, session)
  ).data;
  expect([factors, recoveryCodes, guards.login, guards.funds]).toEqual([[], 0, false, false]);
  expect(restrictions).toMatchObject([
    { kind: 'withdrawalHold', reason: 'factorsGivenUp', liftable: false },
  ]);
  expect(restrictions[0].expiresAt).toBeGreaterThanOrEqual(before + 90 * DAY);
  expect(await limitsOf(userId)).toMatchObject([{ reason: 'factorsGivenUp', isLong: true }]);

  // Nobody is verified, and the junior level has no picture: it goes on.
  await bench.identity.endHoldsOfVerified(bench.clock.now());
  verified.set(userId, 'junior');
  await bench.identity.endHoldsOfVerified(bench.clock.now());
  expect(await limitsOf(userId)).toHaveLength(1);
  verified.set(userId, 'senior');
  await Promise.all(
    Array.from({ length: 8 }, () => bench.identity.endHoldsOfVerified(bench.clock.now())),
  );
  const expiresAt = bench.clock.now() + 3 * DAY;
  expect(await limitsOf(userId)).toMatchObject([{ reason: 'lossVerified', expiresAt }]);
  expect((await eventsOf(ann)).filter((kind) => kind === 'lossVerified')).toHaveLength(1);
  bench.clock.advance(3 * DAY);
  expect(await limitsOf(userId)).toEqual([]);
});

it('IDEN-195 an objection, a factor that is used, and a time that is missed begin it again', async () => {
  const account = 'bea@example.com';
  const bea = await personWithTotp(bench, account);
  const { userId } = bea.info;
  const later = async () => ((await give(account)).data.from as number) - bench.clock.now();
  expect(await later()).toBe(14 * DAY);
  const link = /notMe\?link=(\S+)/.exec(await lastOf(account))?.[1] ?? '';
  bench.clock.advance(1);
  expect((await bench.client.post('notMe', { link }, {})).code).toBe(0);
  bench.clock.advance(14 * DAY);
  expect(await later()).toBe(14 * DAY);
  // One that is used is not lost. (This stop of hers counts what is older than it.)
  bench.clock.advance(14 * DAY);
  await bench.owner.pool.query('update totp set last_used_at = $2 where user_id = $1', [
    ...[userId, bench.clock.now()],
  ]);
  expect(await later()).toBe(14 * DAY);
  bench.clock.advance(21 * DAY + 1);
  expect(await later()).toBe(14 * DAY);
  expect((await bench.client.get('getSecurity', {}, bea)).code).not.toBe(0);
  const { rows } = await bench.owner.pool.query('select from totp where user_id = $1', [userId]);
  expect(rows).toHaveLength(1);
});

it('IDEN-196 it takes a code of each address, no lock of the settings, and nothing to compare with', async () => {
  const account = 'cid@example.com';
  const cid = await personWithTotp(bench, account);
  const { userId } = cid.info;
  const refusal = async (more: object = {}) => (await give(account, more)).data.refusal;
  await bench.owner.pool.query(`update person set phone = '+4915112345678' where user_id = $1`, [
    userId,
  ]);
  expect((await give(account)).data.fields).toEqual({ otherCode: ['required'] });
  const step = await secondStep(account);
  const { codes } = (await ask(step)).data;
  expect(codes).toHaveLength(2);
  const [mail, phone] = [await codeTo(account), await codeTo('+4915112345678')];
  const fields = { challengeId: step.challengeId, code: mail, codeId: codes[0].codeId };
  const other = { otherCode: phone, otherCodeId: codes[1].codeId };
  const sent = { ...BROWSER, cookie: step.cookie };
  const say = async (given: object, by: object = sent) =>
    (await bench.client.post('giveUpFactors', given, by)).data;
  // The code of one address is not that of another, and a stranger answers nothing.
  const twice = { otherCode: mail, otherCodeId: codes[0].codeId };
  expect((await say({ ...fields, ...twice })).refusal).toBe('codeWrong');
  const stranger = await registerPerson(bench, 'stranger@example.com');
  expect((await say({ ...fields, ...other }, stranger)).refusal).toBe('challengeEnded');
  expect(await say({ ...fields, ...other })).toMatchObject({ removed: false });
  expect((await say({ ...fields, ...other })).refusal).toBe('challengeEnded');
  await bench.owner.pool.query('update person set phone = null where user_id = $1', [userId]);

  verified.set(userId, 'junior');
  expect(await refusal()).toBe('staffCompare');
  verified.delete(userId);
  bench.clock.advance(DAY);
  const again = await secondStep(account);
  const finished = await bench.client.post(
    'finishLogin',
    { challengeId: again.challengeId, method: 'totp', totp: totpOf(bench, cid.secret) },
    { ...BROWSER, cookie: again.cookie },
  );
  const session = sessionOf(finished);
  bench.clock.advance(61_000);
  const locked = await callProved(bench, session, 'lockSettings', { days: 30 }, cid.byTotp());
  expect(locked.code).toBe(0);
  expect(await refusal()).toBe('settingsLocked');
});

it('IDEN-196 of 32 requests at once one removes them, and no other hold is ever lifted', async () => {
  const account = 'dan@example.com';
  const dan = await personWithTotp(bench, account);
  const { userId } = dan.info;
  await give(account);
  bench.clock.advance(14 * DAY);
  const step = await secondStep(account);
  const { codes } = (await ask(step)).data;
  const code = await codeTo(account);
  const fields = { challengeId: step.challengeId, code, codeId: codes[0].codeId };
  const sent = { ...BROWSER, cookie: step.cookie };
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => bench.client.post('giveUpFactors', fields, sent)),
  );
  expect(answers.filter(({ data }) => data?.removed === true)).toHaveLength(1);
  expect((await eventsOf(dan)).filter((kind) => kind === 'factorsGivenUp')).toHaveLength(1);
  expect((await logIn(bench, account, PASSWORD)).data.token).toBeDefined();
  const ordinary = `insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${userId}, 'withdrawalHold', 'emailChanged', 1, ${bench.clock.now() + DAY})`;
  await bench.owner.pool.query(ordinary);
  const lift = `update restriction set lifted_at = 2
    where user_id = ${userId} and reason = 'emailChanged'`;
  await expect(bench.database.pool.query(lift)).rejects.toThrow(/restriction_lifted/);
});
