import { createPublicKey, hash, verify } from 'node:crypto';
import { canonicalText } from '@assay/core/approval/canonical-text';
import type { Received, Sent } from '@assay/platform/testing/client';
import { SoftAuthenticator } from '@assay/platform/testing/soft-authenticator';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionText } from '../identity/rules/index.ts';
import { HOUR, startOperators } from './operators.suite.ts';

type Bench = Awaited<ReturnType<typeof startOperators>>;

/** A member of staff with the device on which their passkey is. */
interface Member {
  readonly session: Sent;
  readonly device: SoftAuthenticator;
}

const sha256 = (text: string) => hash('sha256', text, 'hex');
const refusalOf = ({ data, code, text }: Received) => data?.refusal ?? (code === 0 ? 'done' : text);

/** Signs one action by the passkey on this device. */
async function proofOf({ client }: Bench, member: Member, action: string, fields: object) {
  const digest = sha256(actionText(action, fields));
  const { data } = await client.post('askStaffProof', { action, digest }, member.session);
  return { challengeId: data.challengeId, credential: member.device.get(data.options) };
}

async function addPasskey({ client }: Bench, session: Sent, name: string, proof?: object) {
  const device = new SoftAuthenticator();
  const asked = await client.post('askOperatorPasskey', { name, proof }, session);
  if (asked.code !== 0) throw new Error(asked.text);
  const { challengeId, options } = asked.data;
  const credential = device.create(options);
  const added = await client.post('addOperatorPasskey', { challengeId, credential }, session);
  if (added.code !== 0) throw new Error(added.text);
  return { session, device };
}

async function logIn({ client, sentBy }: Bench, device: SoftAuthenticator) {
  const asked = await client.post('askOperatorLogin', {}, { browser: true });
  const { challengeId, options } = asked.data;
  const credential = device.get(options);
  const answer = await client.post('operatorLogin', { challengeId, credential }, { browser: true });
  return { answer, session: { ...sentBy(answer), browser: true } };
}

/** Prepares by one, approves by the other, who signs it. */
async function decideBoth(bench: Bench, by: readonly [Member, Member], type: string, body: object) {
  const { client } = bench;
  const proposalId = crypto.randomUUID();
  const wanted = { proposalId, type, body, reason: 'as agreed' };
  const prepared = await client.post('prepareProposal', wanted, by[0].session);
  if (prepared.code !== 0) throw new Error(prepared.text);
  const fields = { proposalId, verdict: 'approve', digest: prepared.data.digest };
  const proof = await proofOf(bench, by[1], 'decideProposal', fields);
  return client.post('decideProposal', { ...fields, proof }, by[1].session);
}

/** The link that the first made for a member, and the code that the second did. */
async function halvesFor({ client }: Bench, operatorId: number) {
  const { link } = (await client.post('makeStaffLink', { operatorId }, first.session)).data;
  const { code } = (await client.post('makeLinkCode', { operatorId }, second.session)).data;
  return { link, code };
}

let bench: Bench;
let first: Member;
let second: Member;
beforeAll(async () => {
  bench = await startOperators(false);
});
afterAll(() => bench.stop());

it('OPER-070 OPER-074 OPSX-132 the first two of a production come by links that set up a passkey and nothing else', async () => {
  const { client, links, enterBy, clock, database, outbox } = bench;
  const printed = await links();
  expect(printed).toHaveLength(2);
  const [one, two] = await Promise.all(printed.map(async (link) => enterBy(link)));
  const session = { ...one!, browser: true };
  const who = (await client.get('getOperator', {}, session)).data;
  expect(who).toMatchObject({ proof: 'link', mustEnrol: true, rights: [], factors: 0 });
  expect(refusalOf(await client.get('getStaff', {}, session))).toBe('notAllowed');
  first = await addPasskey(bench, session, 'laptop');
  const now = (await client.get('getOperator', {}, session)).data;
  expect(now).toMatchObject({ proof: 'passkey', mustEnrol: false, factors: 1 });
  expect(now.rights).toContain('staff.prepare');
  expect(now.rights).not.toContain('staff.approve');
  // A link is printed for whoever has not come yet, and for nobody afterwards.
  expect(await links()).toHaveLength(1);
  second = await addPasskey(bench, { ...two!, browser: true }, 'phone');
  expect(await links()).toEqual([]);
  // Back without any link, as often as they like, also a day later.
  clock.advance(24 * HOUR);
  expect((await client.get('getStaff', {}, session)).code).toBe(2000);
  first = { ...first, session: (await logIn(bench, first.device)).session };
  second = { ...second, session: (await logIn(bench, second.device)).session };
  expect((await client.get('getStaff', {}, first.session)).code).toBe(0);
  const strange = new SoftAuthenticator();
  expect(refusalOf((await logIn(bench, strange)).answer)).toBe('proofWrong');
  const { rows } = await database.pool.query('select roles from operator order by operator_id');
  expect(rows.flatMap(({ roles }) => roles)).toHaveLength(8);
  // Of two at the same time the same answer to one challenge lets one in.
  const asked = (await client.post('askOperatorLogin', {}, { browser: true })).data;
  const credential = first.device.get(asked.options);
  const said = { challengeId: asked.challengeId, credential };
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => client.post('operatorLogin', said, { browser: true })),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  // Staff see that a code waits, and not the code.
  const mail = { kind: 'email', recipient: 'a@example.org', subject: 'Code' } as const;
  await outbox.add({ ...mail, content: 'Your code is 123456.' }, clock.now());
  const sms = { kind: 'sms', recipient: '+4915123456789', subject: 'Code' } as const;
  await outbox.add({ ...sms, content: 'Your code is 123456.' }, clock.now());
  await database.pool.query(
    `update outgoing_message set fault = '550 <' || recipient || '> unknown',
       report = case when kind = 'sms' then 'to=4915123456789' end`,
  );
  const { text, data } = await client.get('getOutbox', {}, second.session);
  // Nor to whom it goes: that would be a way around unmasking.
  expect(data.messages).toMatchObject([
    { recipient: '••• 89', content: '', fault: '550 <••• 89> unknown', report: 'to=••• 89' },
    { recipient: 'a•••@e•••.org', content: '', fault: '550 <a•••@e•••.org> unknown' },
  ]);
  expect(text).not.toMatch(/123456|a@example/);
});

it('SECU-010 a log-in of staff ends the session that this browser had, and no other', async () => {
  const { client, sentBy } = bench;
  const here = (await logIn(bench, first.device)).session;
  const elsewhere = (await logIn(bench, first.device)).session;
  const asked = (await client.post('askOperatorLogin', {}, { browser: true })).data;
  const said = { challengeId: asked.challengeId, credential: first.device.get(asked.options) };
  const cookie = { browser: true, cookie: here.cookie! };
  const now = { ...sentBy(await client.post('operatorLogin', said, cookie)), browser: true };
  expect((await client.get('getStaff', {}, here)).code).toBe(1000);
  for (const session of [elsewhere, now]) {
    expect((await client.get('getStaff', {}, session)).code).toBe(0);
  }
});

it('OPER-075 the second signs exactly what the first prepared, and what was signed is kept', async () => {
  const { client, database } = bench;
  const prepare = async () => {
    const proposalId = crypto.randomUUID();
    const body = { name: 'Nia', roles: ['auditor'] };
    const wanted = { proposalId, type: 'inviteStaff', body, reason: 'more eyes' };
    const { data } = await client.post('prepareProposal', wanted, first.session);
    return { proposalId, verdict: 'approve', digest: data.digest };
  };
  const [fields, other] = [await prepare(), await prepare()];
  const decide = (proof?: object) =>
    client.post('decideProposal', { ...fields, proof }, second.session);
  expect(refusalOf(await decide())).toBe('proofNeeded');
  const forOther = await proofOf(bench, second, 'decideProposal', other);
  expect(refusalOf(await decide(forOther))).toBe('proofWrong');
  // It is used up by that, also for what it was asked for.
  expect(refusalOf(await decide(forOther))).toBe('challengeEnded');
  const proof = await proofOf(bench, second, 'decideProposal', fields);
  expect(refusalOf(await client.post('decideProposal', { ...fields, proof }, first.session))).toBe(
    'notAllowed',
  );
  const said = await Promise.all(Array.from({ length: 8 }, () => decide(proof)));
  expect(said.filter(({ code }) => code === 0)).toHaveLength(1);
  const { signatures } = said.find(({ code }) => code === 0)!.data;
  expect(signatures).toMatchObject([{ name: 'Second member', passkey: 'phone' }]);

  // Anybody can check it with the row alone.
  const { rows } = await database.pool.query(
    'select assertion from proposal_signature where proposal_id = $1',
    [fields.proposalId],
  );
  const { assertion } = rows[0];
  expect(assertion.digest).toBe(sha256(actionText('decideProposal', fields)));
  const client64 = Buffer.from(assertion.clientDataJSON, 'base64url');
  const challenge = hash('sha256', `${assertion.digest}\n${assertion.nonce}`, 'base64url');
  expect(JSON.parse(client64.toString())).toMatchObject({ type: 'webauthn.get', challenge });
  const signedBytes = Buffer.concat([
    Buffer.from(assertion.authenticatorData, 'base64url'),
    hash('sha256', client64, 'buffer'),
  ]);
  const signature = Buffer.from(assertion.signature, 'base64url');
  expect(verify('sha256', signedBytes, es256(assertion.publicKey), signature)).toBe(true);
  const log = await client.get('getOperatorLog', { action: 'approved' }, second.session);
  const expected = { passkey: 'phone', assertion: sha256(canonicalText(assertion)) };
  expect(log.data.entries[0].detail).toMatchObject(expected);
});

it('OPER-072 a passkey is added and removed by a proof of exactly that, and the last one stays', async () => {
  const { client } = bench;
  const { session } = first;
  const ask = (fields: object) => client.post('askOperatorPasskey', fields, session);
  expect(refusalOf(await ask({ name: 'key' }))).toBe('proofNeeded');
  const forKey = await proofOf(bench, first, 'askOperatorPasskey', { name: 'key' });
  expect(refusalOf(await ask({ name: 'thief', proof: forKey }))).toBe('proofWrong');
  const proof = await proofOf(bench, first, 'askOperatorPasskey', { name: 'key' });
  const added = await addPasskey(bench, session, 'key', proof);
  expect((await logIn(bench, added.device)).answer.code).toBe(0);
  const { factors } = (await client.get('getOperatorFactors', {}, session)).data;
  expect(factors.map(({ name }: { name: string }) => name)).toEqual(['laptop', 'key']);
  const remove = async (factorId: string, isProved = true) => {
    const fields = { kind: 'passkey', factorId };
    const proof = isProved
      ? await proofOf(bench, first, 'removeOperatorFactor', fields)
      : undefined;
    return refusalOf(await client.post('removeOperatorFactor', { ...fields, proof }, session));
  };
  const [{ factorId: laptop }, { factorId: key }] = factors;
  expect(await remove(key, false)).toBe('proofNeeded');
  expect(await remove('x'.repeat(22))).toBe('factorUnknown');
  expect(await remove(key)).toBe('done');
  expect(await remove(laptop)).toBe('lastFactor');
  expect(refusalOf((await logIn(bench, added.device)).answer)).toBe('proofWrong');
});

it('OPER-071 whoever only reads may come by an app, which reads whatever the roles say', async () => {
  const { client, enterBy, clock, database, sentBy } = bench;
  const { members } = (await client.get('getStaff', {}, first.session)).data;
  const { operatorId } = members.at(-1);
  const { link, code: half } = await halvesFor(bench, operatorId);
  const nia = { ...(await enterBy(link, half)), browser: true };
  const made = (await client.post('addOperatorTotp', { name: 'phone' }, nia)).data;
  const app = new TOTP({ secret: Secret.fromBase32(made.secret) });
  const code = () => app.generate({ timestamp: clock.now() });
  const confirm = { totpId: made.totpId, totp: code() };
  expect(refusalOf(await client.post('confirmOperatorTotp', confirm, nia))).toBe('done');
  expect((await client.get('getOperatorLog', {}, nia)).code).toBe(0);
  expect(refusalOf(await client.post('addOperatorTotp', { name: 'x' }, first.session))).toBe(
    'passkeyNeeded',
  );
  const login = (totp: string, key = made.key) =>
    client.post('operatorTotpLogin', { key, totp }, { browser: true });
  // The code that confirmed it is used up; the next one works once, however many try.
  expect(refusalOf(await login(code()))).toBe('proofWrong');
  clock.advance(30_000);
  expect(refusalOf(await login(code(), 'A'.repeat(43)))).toBe('proofWrong');
  const all = await Promise.all(Array.from({ length: 4 }, () => login(code())));
  const inside = all.filter(({ code: answer }) => answer === 0);
  expect(inside).toHaveLength(1);
  const session = { ...sentBy(inside[0]!), browser: true };
  await database.pool.query(
    "update operator set roles = '{configMaker,auditor}' where operator_id = $1",
    [operatorId],
  );
  const { rights } = (await client.get('getOperator', {}, session)).data;
  expect(rights).toContain('audit.read');
  expect(rights).not.toContain('staff.prepare');
  const asked = await client.post('askOperatorPasskey', { name: 'x' }, session);
  expect(refusalOf(asked)).toBe('reinvitationNeeded');
  // Five wrong codes, and the right one waits.
  clock.advance(HOUR / 2);
  for (let i = 0; i < 5; i++) expect(refusalOf(await login('000000'))).toBe('proofWrong');
  expect((await login(code())).code).toBe(3);
  clock.advance(HOUR / 2);
  expect((await login(code())).code).toBe(0);
});

it('OPER-073 whoever has lost every factor is invited again by two people', async () => {
  const { client, enterBy } = bench;
  first = { ...first, session: (await logIn(bench, first.device)).session };
  second = { ...second, session: (await logIn(bench, second.device)).session };
  const { members } = (await client.get('getStaff', {}, first.session)).data;
  const { operatorId, enrolled } = members.at(-1);
  expect(enrolled).toBe(true);
  const link = () => client.post('makeStaffLink', { operatorId }, first.session);
  expect(refusalOf(await link())).toBe('alreadyEnrolled');
  const said = await decideBoth(bench, [first, second], 'reinviteStaff', { operatorId });
  expect(said.data).toMatchObject({ status: 'approved', selfApproved: false });
  const halves = await halvesFor(bench, operatorId);
  const back = { ...(await enterBy(halves.link, halves.code)), browser: true };
  expect((await client.get('getOperator', {}, back)).data).toMatchObject({ mustEnrol: true });
  const passkey = await addPasskey(bench, back, 'new phone');
  expect((await logIn(bench, passkey.device)).answer.code).toBe(0);
  expect(refusalOf(await link())).toBe('alreadyEnrolled');
});

it('OPER-122 no one member takes the place of somebody who is invited: one makes the link, another its code', async () => {
  const { client, database, enterBy } = bench;
  const invited = { name: 'Ada', roles: ['configChecker'] };
  await decideBoth(bench, [first, second], 'inviteStaff', invited);
  const { operatorId } = (await client.get('getStaff', {}, first.session)).data.members.at(-1);
  const code = (by: Member) => client.post('makeLinkCode', { operatorId }, by.session);
  expect(refusalOf(await code(second))).toBe('noLink');
  const { link } = (await client.post('makeStaffLink', { operatorId }, first.session)).data;
  const enter = async (half: object) =>
    refusalOf(await client.post('operatorEnter', { link, ...half }, { browser: true }));
  expect(await enter({})).toBe('linkCodeNeeded');
  // Not for whoever has both rights or a second account: it is the person that counts.
  expect(refusalOf(await code(first))).toBe('notAllowed');
  const roles = "array(select distinct unnest(roles || '{configChecker}'::text[]))";
  const of = (await client.get('getOperator', {}, first.session)).data.operatorId;
  await database.pool.query(`update operator set roles = ${roles} where operator_id = $1`, [of]);
  expect(refusalOf(await code(first))).toBe('samePerson');
  const older = (await code(second)).data.code;
  const newer = (await code(second)).data.code;
  expect(await enter({ code: older })).toBe('linkCodeNeeded');
  // A newer link takes a newer code.
  const other = (await client.post('makeStaffLink', { operatorId }, first.session)).data.link;
  expect(await enter({ code: newer })).toBe('linkUnknown');
  const late = await client.post('operatorEnter', { link: other, code: newer }, { browser: true });
  expect(refusalOf(late)).toBe('linkCodeNeeded');
  const ada = { ...(await enterBy(other, (await code(second)).data.code)), browser: true };
  expect((await client.get('getOperator', {}, ada)).data).toMatchObject({ name: 'Ada' });
  const { rows } = await database.pool.query(
    `select operator_name as by, action from operator_action where subject = $1
     order by action_id desc limit 1`,
    [`staff:${operatorId}`],
  );
  expect(rows[0].action).toBe('madeLinkCode');
  const former = "array_remove(roles, 'configChecker')";
  await database.pool.query(`update operator set roles = ${former} where operator_id = $1`, [of]);
  await database.pool.query('update operator set ended_at = 0 where operator_id = $1', [
    operatorId,
  ]);
});

it('OPER-121 of the last two who admit staff none loses the last passkey, by whatever way', async () => {
  const { client, database, enterBy, clock } = bench;
  const { pool } = database;
  const of = (await client.get('getOperator', {}, first.session)).data;
  await pool.query("update operator set ended_at = 0 where name = 'Nia'");
  await pool.query(
    `insert into operator_totp (totp_id, operator_id, name, sealed_secret, created_at,
       confirmed_at)
     values ($2, $1, 'app', '', 0, 0)`,
    [of.operatorId, 'a'.repeat(22)],
  );
  const remove = async () => {
    const { factors } = (await client.get('getOperatorFactors', {}, first.session)).data;
    const { kind, factorId } = factors[0];
    const fields = { kind, factorId };
    const proof = await proofOf(bench, first, 'removeOperatorFactor', fields);
    const sent = { ...fields, proof };
    return refusalOf(await client.post('removeOperatorFactor', sent, first.session));
  };
  expect(await remove()).toBe('lastOfStaff');
  // Invited again, whoever it is has no passkey for a while.
  const link = 'M'.repeat(43);
  await pool.query(
    `with person as (insert into staff_person (created_at) values (0) returning person_id),
     made as (insert into operator (name, person_id, roles, created_at)
       select 'Mia', person_id, '{configMaker}', 0 from person returning operator_id)
     insert into operator_link (link_hash, created_at, expires_at, operator_id)
     select sha256('${link}'), 0, ${clock.now() + HOUR}, operator_id from made`,
  );
  const mia = await addPasskey(bench, { ...(await enterBy(link)), browser: true }, 'phone');
  const body = { operatorId: of.operatorId };
  const wanted = { proposalId: crypto.randomUUID(), type: 'reinviteStaff', body, reason: 'x' };
  const { digest } = (await client.post('prepareProposal', wanted, mia.session)).data;
  const come = (endedAt: number | null) =>
    pool.query("update operator set ended_at = $1 where name = 'Mia'", [endedAt]);
  await come(0);
  const fields = { proposalId: wanted.proposalId, verdict: 'approve', digest };
  const proof = await proofOf(bench, second, 'decideProposal', fields);
  const decided = await client.post('decideProposal', { ...fields, proof }, second.session);
  expect(decided.data).toMatchObject({ detail: { why: 'lastOfStaff' } });
  await come(null);
  expect(await remove()).toBe('done');
});

/** The public key of an authenticator's COSE key for ES256: the coordinates are its last bytes. */
function es256(cose: string) {
  const bytes = Buffer.from(cose, 'base64url');
  const x = bytes.subarray(-67, -35).toString('base64url');
  const y = bytes.subarray(-32).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
