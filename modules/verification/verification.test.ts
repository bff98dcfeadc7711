import { hash } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { ApprovalTable, type Right } from '@assay/core/approval/policy';
import { signedText } from '@assay/core/approval/proposal';
import { ROLES, rightsOfRoles } from '@assay/core/approval/rights';
import { DAY, MINUTE } from '@assay/core/time';
import { migrate } from '@assay/platform/db/migrate';
import { createTestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorMigrations } from '../operators/index.ts';
import { ProposalStore } from '../operators/store/proposals.ts';
import { verificationApprovals, verificationMigrations } from './index.ts';
import { fieldsOf, isDay, normalNumber, reasonsOf } from './rules.ts';
import { calls } from './schema.ts';
import { JUNIOR, START, startVerificationBench } from './verification.suite.ts';

let bench: Awaited<ReturnType<typeof startVerificationBench>>;
beforeAll(async () => {
  bench = await startVerificationBench();
});
afterAll(() => bench.stop());

const statusOf = async (token: string) => {
  const { data } = await bench.get(token, 'has_renzheng');
  return [data.junior, data.senior, data.address];
};

async function verifyJunior(token: string, number: string): Promise<void> {
  const { code, message } = await bench.post(token, 'setNameAuth', { ...JUNIOR, number });
  if (code !== 0) throw new Error(message);
  await bench.approve();
}

async function sendSenior(token: string, seed: number): Promise<void> {
  for (const slot of ['front', 'back', 'signature']) await bench.send(token, slot, seed++);
}

describe('what a person sends', () => {
  it('VERI-010 has the fields and messages of the specification', async () => {
    const { data } = await bench.get('nobody', 'getIdcardType');
    expect(data.types.map(({ key }: { key: string }) => key)).toEqual([
      ...['idCard', 'passport', 'driversLicence', 'residencePermit', 'other'],
    ]);
    expect(data.types.filter(({ short }: { short: boolean }) => short)).toHaveLength(3);
    const said = async (fields: object) => (await bench.post('p1', 'setNameAuth', fields)).message;
    expect(await said({ ...JUNIOR, country: '' })).toBe('The nationality cannot be empty.');
    expect(await said({ ...JUNIOR, type: undefined })).toMatch(/must be filled in/);
    expect(await said({ ...JUNIOR, type: 6 })).toMatch(/too large/);
    expect(await said({ ...JUNIOR, name: ' ' })).toBe('The name cannot be empty.');
    expect(await said({ ...JUNIOR, number: '' })).toBe('The ID number cannot be empty.');
    expect(await said({ ...JUNIOR, number: '12-3' })).toMatch(/at least 4/);
    expect(normalNumber('ab 123-456')).toBe('AB123456');
    expect([isDay('2028-02-29'), isDay('2027-02-29'), isDay('2030-13-01')]).toEqual([
      ...[true, false, false],
    ]);
    const demo = await bench.post('demo1', 'setNameAuth', JUNIOR);
    expect(demo.data.refusal).toBe('virtualAccount');
  });

  it('VERI-011 goes from level to level, cannot be changed once approved, and is masked', async () => {
    expect(await statusOf('p10')).toEqual(['none', 'none', 'none']);
    expect((await bench.post('p10', 'userIdCard')).data.refusal).toBe('juniorFirst');
    expect((await bench.send('p10', 'front', 1)).data.refusal).toBe('notNow');
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => bench.post('p10', 'setNameAuth', JUNIOR)),
    );
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await statusOf('p10')).toEqual(['review', 'none', 'none']);
    await bench.approve();
    expect((await bench.post('p10', 'setNameAuth', JUNIOR)).data.refusal).toBe('alreadyVerified');
    const empty = await bench.post('p10', 'userIdCard');
    expect(Object.keys(empty.data.fields)).toEqual(['front', 'back', 'signature']);
    expect(empty.message).toMatch(/^Please upload front and back ID photos/);
    await sendSenior('p10', 1);
    const old = await bench.post('p10', 'userIdCard', { expiresOn: '2025-01-01' });
    expect(old.message).toMatch(/has run out/);
    expect((await bench.post('p10', 'userIdCard', { expiresOn: '2026-02-01' })).code).toBe(0);
    const bill = await bench.post('p10', 'setAddressAuth', { address: 'Rua Nova 1, Lisboa' });
    expect(bill.message).toBe('Please upload bill photo.');
    await bench.send('p10', 'bill', 9);
    expect((await bench.post('p10', 'setAddressAuth', { address: 'Rua Nova 1' })).code).toBe(0);
    await bench.approve();
    await bench.approve();
    expect(await statusOf('p10')).toEqual(['approved', 'approved', 'approved']);
    const { data, text } = await bench.get('p10', 'idcardinfo');
    expect(data.cases.map(({ number }: { number: string }) => number)).toEqual([
      ...['•••456', '•••456', '•••456'],
    ]);
    expect(text).not.toContain('123');
    const change = "update verification_case set country = 'ES' where status = 'approved'";
    await expect(bench.database.app.pool.query(change)).rejects.toThrow('does not change');
    expect(bench.facts.filter(({ userId }) => userId === 10).map(({ fact }) => fact)).toEqual([
      ...['verificationSubmitted', 'verificationDecided', 'verificationSubmitted'],
      ...['verificationSubmitted', 'verificationDecided', 'verificationDecided'],
    ]);
  });

  it('VERI-012 is unreadable in the database, and its key cannot be lost unnoticed', async () => {
    const { rows } = await bench.database.pool.query(
      "select string_agg(c::text, '') as everything from verification_case c",
    );
    const everything: string = rows[0].everything;
    // In the hexadecimal text of random bytes any few digits occur now and then.
    const plain = everything.replaceAll(/\\\\x[0-9a-f]+/g, '');
    expect(plain).not.toBe(everything);
    for (const text of ['Ana', 'Sousa', '123456', 'Rua Nova']) {
      expect(plain).not.toContain(text);
    }
    for (const text of ['Sousa', '123456', 'Rua Nova']) {
      expect(everything).not.toContain(Buffer.from(text).toString('hex'));
    }
    const key = path.join(bench.dataDir, 'documents.key');
    renameSync(key, `${key}.away`);
    await expect(bench.again()).rejects.toThrow('is missing');
    renameSync(`${key}.away`, key);
  });

  it('VERI-013 an image is refused with what is wrong with it; a new one takes the place of the old', async () => {
    await verifyJunior('p20', 'CC 777 777');
    const bad = async (text: Buffer, type: string, name: string) => {
      const query = `slot=front&fileName=${name}`;
      const raw = { type, text };
      const address = `/web/uploadVerificationPhoto?${query}`;
      return (await bench.client.send('POST', address, { raw, token: 'p20' })).data.fields?.file[0];
    };
    const jpeg = Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1');
    expect(await bad(jpeg, 'image/jpeg', '..%2f..%2fa.jpg')).toBe('imageUnreadable');
    expect(await bad(jpeg, 'image/jpeg', 'a.png')).toBe('imageKind');
    expect(await bad(Buffer.from('<svg/>'), 'image/png', 'a.png')).toBe('imageKind');
    expect(await bad(Buffer.from('GIF89a'), 'image/gif', 'a.gif')).toBe('fileType');
    expect(await bad(Buffer.alloc(8 * 1024 * 1024), 'image/png', 'a.png')).toBe('fileLarge');
    const count = async () => {
      const of = 'select count(*)::int as n from stored_object where owner_id = 20';
      const { rows } = await bench.database.pool.query(`${of} and shredded_at is null`);
      return rows[0].n;
    };
    const sent = await Promise.all([1, 2, 3].map((seed) => bench.send('p20', 'front', seed)));
    expect(sent.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await count()).toBe(1);
    await bench.post('p20', 'removeVerificationPhoto', { slot: 'front' });
    expect(await count()).toBe(0);
    await bench.send('p20', 'front', 4);
    bench.clock.set(bench.clock.now() + 31 * DAY);
    await bench.files.forgetOld(bench.clock.now());
    expect(await count()).toBe(0);
    await bench.post('p20', 'removeVerificationPhoto', { slot: 'front' });
  });

  it('VERI-014 a picture that is removed while its level is submitted is in it, or missing', async () => {
    const people = [21, 22, 23, 24, 25, 26];
    for (const person of people) {
      await bench.post(`p${person}`, 'setNameAuth', { ...JUNIOR, number: `MM ${person}00` });
      await bench.approve();
    }
    for (const person of people) {
      await sendSenior(`p${person}`, person * 10);
      const submit = () => bench.post(`p${person}`, 'userIdCard', { expiresOn: '2030-02-01' });
      const remove = () => bench.post(`p${person}`, 'removeVerificationPhoto', { slot: 'back' });
      await Promise.all(person % 2 === 0 ? [submit(), remove()] : [remove(), submit()]);
    }
    const { rows } = await bench.database.pool.query(
      `select (select count(*)::int from verification_photo p where p.case_id = c.case_id) as n
       from verification_case c where user_id = any($1) and level = 'senior'`,
      [people],
    );
    for (const { n } of rows) {
      expect(n).toBe(3);
      await bench.approve();
    }
  });
});

describe('what staff do', () => {
  it('VERI-020 a case is claimed by one, for half an hour, and only then shown', async () => {
    await bench.post('p30', 'setNameAuth', { ...JUNIOR, number: 'DD 333' });
    const caseId = await bench.nextCase();
    const open = (token: string) =>
      bench.get(token, 'getVerificationCase', { caseId: `${caseId}` });
    expect((await open('s1')).data.refusal).toBe('notClaimed');
    const claims = await Promise.all(
      ['s1', 's2', 's3'].map((who) => bench.post(who, 'claimVerification', { caseId })),
    );
    expect(claims.filter(({ code }) => code === 0)).toHaveLength(1);
    const winner = `s${claims.findIndex(({ code }) => code === 0) + 1}`;
    const loser = winner === 's1' ? 's2' : 's1';
    expect((await open(loser)).data.refusal).toBe('notClaimed');
    expect((await open(winner)).data).toMatchObject({ name: 'Ana Sousa', number: 'DD 333' });
    expect((await bench.get(loser, 'getVerificationQueue')).data.cases[0]).toMatchObject({
      ...{ claimedBy: `staff:${winner.slice(1)}`, claimedByMe: false },
    });
    bench.clock.set(bench.clock.now() + 30 * MINUTE);
    expect((await open(winner)).data.refusal).toBe('notClaimed');
    expect((await bench.post(loser, 'claimVerification', { caseId })).code).toBe(0);
    expect((await bench.post(loser, 'releaseVerification', { caseId })).code).toBe(0);
    expect((await open(loser)).data.refusal).toBe('notClaimed');
    expect((await open('p30')).code).toBe(2000);
    await bench.approve();
    expect((await bench.post('s1', 'claimVerification', { caseId })).data.refusal).toBe(
      'caseDecided',
    );
    expect((await bench.post('s1', 'claimVerification', { caseId: 999 })).data.refusal).toBe(
      'caseUnknown',
    );
  });

  it('VERI-021 a picture is opened by a ticket, once, within a minute, marked, and its owner sees it', async () => {
    await verifyJunior('p40', 'EE 444');
    await sendSenior('p40', 40);
    await bench.post('p40', 'userIdCard');
    const caseId = await bench.nextCase();
    const wanted = { caseId, slot: 'front', reason: 'review' };
    expect((await bench.post('s1', 'getDocumentTicket', wanted)).data.refusal).toBe('notClaimed');
    await bench.post('s1', 'claimVerification', { caseId });
    const ticketOf = async (fields: object = wanted) =>
      (await bench.post('s1', 'getDocumentTicket', fields)).data.ticket as string;
    const ticket = await ticketOf();
    const opened = await bench.post('s1', 'openDocument', { ticket });
    expect(opened.headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'content-disposition': 'attachment' },
      ...{ 'cache-control': 'no-store' },
    });
    expect(opened.text.startsWith('\ufffd\ufffd\ufffd')).toBe(true);
    const refused = async (token: string, of: string) =>
      (await bench.post(token, 'openDocument', { ticket: of })).data.refusal;
    expect(await refused('s1', ticket)).toBe('ticketUnknown');
    expect(await refused('s2', await ticketOf())).toBe('ticketUnknown');
    const late = await ticketOf();
    bench.clock.set(bench.clock.now() + MINUTE);
    expect(await refused('s1', late)).toBe('ticketUnknown');
    expect(
      (await bench.post('s1', 'getDocumentTicket', { ...wanted, slot: 'bill' })).data.refusal,
    ).toBe('pictureGone');
    const { data } = await bench.get('p40', 'getVerificationViews');
    expect(data.views).toMatchObject([
      { slot: 'front', level: 'senior', by: 'staff:1', reason: 'review' },
    ]);
    expect((await bench.get('p30', 'getVerificationViews')).data.views).toEqual([]);
    for (const change of ['delete from verification_log', "update verification_log set by = 'x'"]) {
      await expect(bench.database.pool.query(change)).rejects.toThrow('append-only');
      await expect(bench.database.app.pool.query(change)).rejects.toThrow('permission denied');
    }
    await bench.post('s1', 'approveVerification', { caseId });
  });

  it('VERI-030 refusing takes two people, with reasons that fit, on exactly what was prepared', async () => {
    await verifyJunior('p50', 'FF 555');
    await sendSenior('p50', 50);
    await bench.post('p50', 'userIdCard');
    const caseId = await bench.nextCase();
    await bench.post('s1', 'claimVerification', { caseId });
    const blurred = { field: 'front', reason: 'unreadable' } as const;
    for (const unfit of [
      [{ field: 'number', reason: 'cutOff' }],
      [{ field: 'bill', reason: 'unreadable' }],
      [blurred, blurred],
    ] as const) {
      expect((await bench.prepare('s1', caseId, unfit)).refusal).toBe('reasonsUnfit');
    }
    expect((await bench.prepare('s1', caseId, [])).refusal).toBe('badCommand');
    expect((await bench.prepare('s1', 999, [blurred])).refusal).toBe('caseUnknown');
    expect((await bench.prepare('s2', caseId, [blurred])).refusal).toBe('notClaimed');
    const proposal = await bench.prepare('s1', caseId, [blurred]);
    const decide = (token: string, more: object = {}) =>
      bench.decide(token, { ...proposal, ...more }, 'approve');
    // The claim went with the preparation; the one who prepared may claim again, and not decide.
    expect(await decide('s2')).toBe('notClaimed');
    await bench.post('s1', 'claimVerification', { caseId });
    expect((await bench.prepare('s1', caseId, [blurred])).refusal).toBe('alreadyProposed');
    expect(await decide('s1')).toBe('samePerson');
    await bench.post('s1', 'releaseVerification', { caseId });
    await bench.post('s2', 'claimVerification', { caseId });
    const shown = await bench.get('s2', 'getVerificationCase', { caseId: `${caseId}` });
    expect(shown.data.proposalId).toBe(proposal.proposalId);
    expect(await decide('s2', { digest: '0'.repeat(64) })).toBe('otherDigest');
    const ends = await Promise.all(Array.from({ length: 32 }, () => decide('s2')));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    const said = bench.facts.filter(({ userId }) => userId === 50).slice(-1);
    expect(said).toEqual([
      { fact: 'verificationDecided', userId: 50, level: 'senior', approved: false },
    ]);
    expect(await statusOf('p50')).toEqual(['approved', 'refused', 'none']);
    const { data } = await bench.get('p50', 'idcardinfo');
    const senior = data.cases.find(({ level }: { level: string }) => level === 'senior');
    expect(senior).toMatchObject({ reasons: [blurred], reusable: ['back', 'signature'] });
    // Only what was objected to is sent again.
    expect(Object.keys((await bench.post('p50', 'userIdCard')).data.fields)).toEqual(['front']);
    await bench.send('p50', 'front', 99);
    expect((await bench.post('p50', 'userIdCard')).code).toBe(0);
    const again = await bench.nextCase();
    await bench.post('s2', 'claimVerification', { caseId: again });
    const view = await bench.get('s2', 'getVerificationCase', { caseId: `${again}` });
    expect(view.data.earlier).toMatchObject([{ caseId, status: 'refused', reasons: [blurred] }]);
    expect(view.data.photos).toHaveLength(3);
    expect((await bench.post('s2', 'approveVerification', { caseId: again })).code).toBe(0);
    expect(await statusOf('p50')).toEqual(['approved', 'approved', 'none']);
  });

  it('VERI-031 a prepared refusal can be withdrawn or rejected, and runs out', async () => {
    await bench.post('p60', 'setNameAuth', { ...JUNIOR, number: 'GG 666' });
    const caseId = await bench.nextCase();
    const reasons = [{ field: 'name', reason: 'implausible' }] as const;
    const prepared = async () => {
      await bench.post('s1', 'claimVerification', { caseId });
      return bench.prepare('s1', caseId, reasons);
    };
    const { decide } = bench;
    const first = await prepared();
    expect(await decide('s2', first, 'withdraw')).toBe('notAllowed');
    expect(await decide('s1', first, 'withdraw')).toBe('done');
    expect(await decide('s2', await prepared(), 'reject')).toBe('done');
    const late = await prepared();
    bench.clock.set(bench.clock.now() + 72 * 60 * MINUTE);
    expect(await decide('s2', late, 'approve')).toBe('expired');
    const { rows } = await bench.database.pool.query(
      `select kind, by from verification_log where case_id = ${caseId}
         and kind in ('prepared', 'withdrawn', 'rejected') order by entry_id`,
    );
    expect(rows.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      ...['prepared staff:1', 'withdrawn staff:1', 'prepared staff:1', 'rejected staff:2'],
      'prepared staff:1',
    ]);
    expect(await statusOf('p60')).toEqual(['review', 'none', 'none']);
    await bench.approve();
  });

  it('VERI-032 a trial lets one person play both, and the record says so; the call of each right names it', async () => {
    const trial = await startVerificationBench({ samePersonAllowed: true });
    await trial.post('p70', 'setNameAuth', JUNIOR);
    const caseId = await trial.nextCase();
    await trial.post('s1', 'claimVerification', { caseId });
    const reasons = [{ field: 'name', reason: 'implausible' }] as const;
    const prepared = await trial.prepare('s1', caseId, reasons);
    await trial.post('s1', 'claimVerification', { caseId });
    expect(await trial.decide('s1', prepared, 'approve')).toBe('done');
    const { rows } = await trial.database.pool.query(
      "select by from verification_log where kind = 'refused'",
    );
    expect(rows).toEqual([{ by: 'staff:1 and staff:1' }]);
    await trial.stop();
    for (const [name, call] of Object.entries(calls)) {
      expect('right' in call, name).toBe(call.auth === 'operator');
    }
  });

  it('VERI-040 one document is one person; likenesses are shown to staff, and to nobody else', async () => {
    await verifyJunior('p80', 'HH-888');
    await sendSenior('p80', 80);
    await bench.post('p80', 'userIdCard');
    await bench.approve();
    // Nothing tells the second person that the number is known.
    expect((await bench.post('p81', 'setNameAuth', { ...JUNIOR, number: 'hh 888' })).code).toBe(0);
    const caseId = await bench.nextCase();
    await bench.post('s1', 'claimVerification', { caseId });
    const seen = await bench.get('s1', 'getVerificationCase', { caseId: `${caseId}` });
    expect(seen.data.likes).toMatchObject([{ userId: 80, because: 'number' }]);
    const refused = await bench.post('s1', 'approveVerification', { caseId });
    expect(refused.data.refusal).toBe('documentInUse');
    // Another kind of document with this number is another one.
    expect(await statusOf('p81')).toEqual(['review', 'none', 'none']);
    await bench.post('s1', 'releaseVerification', { caseId });
    await bench.database.pool.query('delete from verification_case where user_id = 81');
    await verifyJunior('p82', 'II 999');
    await sendSenior('p82', 80);
    await bench.post('p82', 'userIdCard');
    const other = await bench.nextCase();
    await bench.post('s1', 'claimVerification', { caseId: other });
    const like = await bench.get('s1', 'getVerificationCase', { caseId: `${other}` });
    expect(like.data.likes).toContainEqual(
      expect.objectContaining({ userId: 80, because: 'picture', slot: 'front' }),
    );
    await bench.post('s1', 'approveVerification', { caseId: other });
  });

  it('VERI-050 a document that has run out ends its level, which can be proved again', async () => {
    await verifyJunior('p90', 'KK 111');
    await sendSenior('p90', 90);
    const day = new Date(bench.clock.now() + 10 * DAY).toISOString().slice(0, 10);
    await bench.post('p90', 'userIdCard', { expiresOn: day });
    await bench.approve();
    const [expire] = bench.verification.jobs;
    const run = (at: number) => expire?.run(at, new AbortController().signal);
    await run(Date.parse(`${day}T00:00:00Z`) + 2 * DAY - 1);
    expect(await statusOf('p90')).toEqual(['approved', 'approved', 'none']);
    await run(Date.parse(`${day}T00:00:00Z`) + 2 * DAY);
    expect(await statusOf('p90')).toEqual(['approved', 'expired', 'none']);
    expect(bench.facts.at(-1)).toEqual({
      ...{ fact: 'verificationExpired', userId: 90, level: 'senior' },
    });
    expect((await bench.send('p90', 'front', 91)).code).toBe(0);
  });

  it('VERI-052 two people open what was approved again, for whoever has asked for it in a conversation', async () => {
    await verifyJunior('p91', 'KK 222');
    const wrong = [{ field: 'name', reason: 'differs' }] as const;
    const body = { userId: 91, level: 'junior', ticketId: 91, reasons: wrong };
    const propose = (token: string, more: object = {}) =>
      bench.propose(token, { type: 'correctVerification', body: { ...body, ...more } });
    expect((await propose('s1', { level: 'senior' })).refusal).toBe('notVerified');
    expect((await propose('s1', { ticketId: 90 })).refusal).toBe('ticketUnknown');
    const unfit = { reasons: [{ field: 'bill', reason: 'cutOff' }] };
    expect((await propose('s1', unfit)).refusal).toBe('reasonsUnfit');
    const asked = await propose('s1');
    expect(await bench.decide('s1', asked, 'approve')).toBe('samePerson');
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => bench.decide('s2', asked, 'approve')),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await statusOf('p91')).toEqual(['expired', 'none', 'none']);
    expect(bench.facts.at(-1)).toEqual({
      ...{ fact: 'verificationReopened', userId: 91, level: 'junior' },
    });
    const { data } = await bench.get('p91', 'idcardinfo');
    expect(data.cases[0]).toMatchObject({ status: 'expired', reasons: wrong });
    // What was approved stays as it was, and its owner proves it again.
    const { rows } = await bench.database.pool.query(
      `select by, detail from verification_log where user_id = 91 and kind = 'reopened'`,
    );
    expect(rows).toEqual([{ by: 'staff:1 and staff:2', detail: '#91 name:differs' }]);
    await verifyJunior('p91', 'KK 222');
    expect(await statusOf('p91')).toEqual(['approved', 'none', 'none']);
  });

  it('VERI-060 the rules of the country of the document apply, before it those of the registration', async () => {
    expect((await bench.get('p95', 'has_renzheng')).data.policy).toMatchObject({
      ...{ preset: 'us_blocked', reason: 'country' },
    });
    expect(await bench.verification.countryOf(95)).toBe('US');
    await verifyJunior('p95', 'LL 222');
    expect(await bench.verification.countryOf(95)).not.toBe('US');
    expect((await bench.get('p95', 'has_renzheng')).data.policy.preset).toBe('eu_retail');
    const policy = await bench.verification.policyOf(95);
    expect([policy.leverageOf('crypto'), policy.offers('options')]).toEqual([2, false]);
    expect(await bench.verification.levelsOf(95)).toMatchObject({ junior: 'approved' });
  });
});

it('VERI-033 every field that staff can object to has reasons, and each reason a field', () => {
  const used = new Set(Object.values(reasonsOf).flat());
  expect(used.size).toBe(12);
  for (const fields of Object.values(fieldsOf)) {
    for (const field of fields) expect(reasonsOf[field].length).toBeGreaterThan(0);
  }
  expect(START).toBeLessThan(bench.clock.now());
});

it('VERI-022 only roles that decide verifications or confirm refusals open pictures', () => {
  const opening = Object.entries(calls).filter(
    ([, call]) => call.auth === 'operator' && call.right === 'verification.open',
  );
  expect(opening.map(([name]) => name)).toEqual(['getDocumentTicket', 'openDocument']);
  const having = (right: Right) => ROLES.filter((role) => rightsOfRoles([role]).has(right));
  const working = ['verification', 'financeChecker'];
  for (const right of ['verification.open', 'verification.claim'] as const) {
    expect(having(right)).toEqual(working);
  }
  expect(having('verification.decide')).toEqual(['verification']);
  expect(having('verification.read')).toEqual(['verification', 'financeChecker', 'auditor']);
});

it('VERI-034 a refusal that waited before the update waits among the proposals, under its digest', async () => {
  const { app, pool, drop } = await createTestDatabase();
  const later = '0002-refusals.sql';
  const before = verificationMigrations().map((set) => ({
    ...set,
    files: set.files.filter(({ name }) => name < later),
  }));
  await migrate(app, [...operatorMigrations(), ...before]);
  await pool.query(`with person as (insert into staff_person (created_at) values (0) returning *)
    insert into operator (name, person_id, roles, created_at)
    select 'maker', person_id, '{}', 0 from person`);
  const reasons = [{ field: 'name', reason: 'differs' }];
  const proposalId = 'ab'.repeat(16);
  const body = { caseId: 1, reasons };
  const named = { realm: 'real', proposalId, type: 'refuseVerification', body } as const;
  const digest = hash('sha256', signedText(named), 'hex');
  const policy = new ApprovalTable([verificationApprovals], { samePersonAllowed: false });
  const waits = { type: named.type, digest, policy: policy.policyOf(named.type, body) };
  const proposal = { ...waits, preparedBy: 1, preparedAt: 5, expiresAt: 90, signatures: [] };
  await pool.query(
    `insert into verification_case (user_id, level, status, country, document_type, document_key,
       key_id, wrapped_key, sealed, submitted_at, deadline_at, proposal)
     values (7, 'junior', 'review', 'PT', 2, $1, 'k', '', '', 0, 9, $2)`,
    [Buffer.alloc(32), { proposalId, preparedName: 'staff:1', reasons, proposal }],
  );
  await migrate(app, [...operatorMigrations(), ...verificationMigrations()]);
  const kept = await new ProposalStore(app).read(proposalId);
  expect(kept).toMatchObject({ ...named, digest, preparedBy: 1, expiresAt: 90, status: 'open' });
  const said = signedText({ ...named, body: kept?.body ?? {} });
  expect(hash('sha256', said, 'hex')).toBe(digest);
  const { rows } = await pool.query('select proposal_id, proposed_until from verification_case');
  expect(rows).toEqual([{ proposal_id: proposalId, proposed_until: 90 }]);
  await drop();
});
