import { cookiesOf, type Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CUSTOMER, ENGINE, HOUR, startOperators } from './operators.suite.ts';

let all: Awaited<ReturnType<typeof startOperators>>;
beforeAll(async () => {
  all = await startOperators();
});
afterAll(() => all.stop());

it('OPER-010 a link admits one person, once, even when two use it at the same time', async () => {
  const { client, link } = all;
  const secret = await link();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => client.post('operatorEnter', { link: secret })),
  );
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  const refused = answers.filter((answer) => answer.code === 1);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.data.refusal).toBe('linkUnknown');
  expect((await client.post('operatorEnter', { link: 'short' })).code).toBe(2);
});

it('OPER-011 a link expires after an hour and when a newer one is made', async () => {
  const { client, clock, link } = all;
  const older = await link();
  const newer = await link();
  expect((await client.post('operatorEnter', { link: older })).code).toBe(1);
  clock.set(clock.now() + HOUR + 1);
  expect((await client.post('operatorEnter', { link: newer })).code).toBe(1);
});

it('OPER-012 the database contains neither the link nor the token nor the cookie', async () => {
  const { database, client, link } = all;
  const secret = await link();
  const answer = await client.post('operatorEnter', { link: secret }, { browser: true });
  const { rows } = await database.pool.query(
    `select string_agg(l::text, '') || string_agg(s::text, '') as everything
     from operator_link l, operator_session s`,
  );
  const half = cookiesOf(answer).split('=')[1] ?? 'missing';
  for (const text of [secret, String(answer.data.token).slice(3), half]) {
    expect(text.length).toBeGreaterThan(20);
    expect(rows[0].everything).not.toContain(text);
    const hex = Buffer.from(text).toString('hex');
    expect(rows[0].everything).not.toContain(hex);
  }
});

it('OPER-020 needs both the token and the cookie', async () => {
  const { client, enter } = all;
  const { token, cookie } = await enter();
  expect((await client.get('getOutbox', {}, { token, cookie })).code).toBe(0);
  expect((await client.get('getOutbox', {}, { token })).code).toBe(2000);
  expect((await client.get('getOutbox', {}, { cookie })).code).toBe(2000);
  const wrong = cookie.replace(/.{4}$/, 'AAAA');
  expect((await client.get('getOutbox', {}, { token, cookie: wrong })).code).toBe(2000);
});

it('OPER-021 a session ends after an idle hour, after eight hours, and by logging out', async () => {
  const { client, clock, enter } = all;
  const ask = (who: Sent) => client.get('getEngineStatus', {}, who);
  const resting = await enter();
  clock.set(clock.now() + HOUR);
  expect((await ask(resting)).code).toBe(2000);
  const busy = await enter();
  for (let i = 0; i < 15; i++) {
    clock.set(clock.now() + HOUR / 2);
    expect((await ask(busy)).code).toBe(0);
  }
  clock.set(clock.now() + HOUR / 2);
  expect((await ask(busy)).code).toBe(2000);
  const leaving = await enter();
  expect((await client.post('operatorLeave', {}, { ...leaving, browser: true })).code).toBe(0);
  expect((await ask(leaving)).code).toBe(1000);
});

it('OPER-022 staff are not logged in on calls for people, nor people on those for staff', async () => {
  const { client, enter } = all;
  const staff = await enter();
  expect((await client.get('whoAmI', {}, staff)).data).toEqual({ known: false });
  expect((await client.get('mine', {}, staff)).code).toBe(2000);
  const person = { token: 'person' };
  expect((await client.get('whoAmI', {}, person)).data).toEqual({ known: true });
  for (const name of ['getOutbox', 'getEngineStatus', 'getOperatorLog']) {
    expect((await client.get(name, {}, person)).code, name).toBe(2000);
  }
});

it('OPER-030 the outbox shows codes until they are sent, newest first', async () => {
  const { client, clock, outbox, enter } = all;
  const staff = await enter();
  const mail = { kind: 'email', recipient: 'a@example.org', subject: 'Code' } as const;
  await outbox.add({ ...mail, content: 'Your code is 123456.' }, clock.now());
  await outbox.add({ ...mail, content: 'Your code is 654321.' }, clock.now());
  const { data } = await client.get('getOutbox', {}, staff);
  expect(data.mail).toBe(false);
  expect(data.messages.map((message: { content: string }) => message.content)).toEqual([
    'Your code is 654321.',
    'Your code is 123456.',
  ]);
  await outbox.sent(data.messages[0].messageId, clock.now());
  const after = await client.get('getOutbox', { limit: '1' }, staff);
  expect(after.data.messages).toMatchObject([{ content: '', sentAt: clock.now() }]);
});

it('OPER-031 what staff do is recorded once an hour and cannot be changed', async () => {
  const { client, clock, database, enter } = all;
  clock.set(clock.now() + 24 * HOUR);
  const staff = await enter();
  for (let i = 0; i < 3; i++) await client.get('getOutbox', {}, staff);
  await client.post('operatorLeave', {}, { ...staff, browser: true });
  const reader = await enter();
  const { data } = await client.get('getOperatorLog', { limit: '5' }, reader);
  const actions = data.entries.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(['readLog', 'entered', 'left', 'readOutbox', 'entered']);
  for (const change of ['delete from operator_action', "update operator_action set ip = 'x'"]) {
    await expect(database.pool.query(change)).rejects.toThrow('append-only');
  }
});

it('OPER-040 shows the state of the engines', async () => {
  const { client, enter } = all;
  const { data } = await client.get('getEngineStatus', {}, await enter());
  expect(data.engines).toEqual([ENGINE]);
});

const INVITED = { name: 'Nia', roles: ['support'] };
const PROPOSAL = '0123456789abcdef-invite';

it('OPER-041 OPER-043 OPER-045 who is invited enters by a link once, and may do what the roles say', async () => {
  const { client, database, enter } = all;
  const first = { ...(await enter()), browser: true };
  const wanted = { proposalId: PROPOSAL, type: 'inviteStaff', body: INVITED, reason: 'more hands' };
  // Not even a name that every object knows is a command.
  const odd = { ...wanted, proposalId: `${PROPOSAL}-odd`, type: 'constructor' };
  const none = await client.post('prepareProposal', odd, first);
  expect(none.data.refusal).toBe('approvalNotNeeded');
  const prepared = await client.post('prepareProposal', wanted, first);
  expect(prepared.data).toMatchObject({ status: 'open', may: ['approve', 'reject', 'withdraw'] });
  const { digest } = prepared.data;
  const verdict = { proposalId: PROPOSAL, verdict: 'approve', digest };
  const decided = await client.post('decideProposal', verdict, first);
  // A trial: one person played two, and it says so.
  expect(decided.data).toMatchObject({ status: 'approved', selfApproved: true });
  const { members } = (await client.get('getStaff', {}, first)).data;
  const { operatorId } = members.at(-1);
  const { link } = (await client.post('makeStaffLink', { operatorId }, first)).data;
  const entered = await client.post('operatorEnter', { link }, { browser: true });
  expect(entered.data.name).toBe('Nia');
  const nia = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  expect((await client.get('getStaff', {}, nia)).code).toBe(0);
  for (const name of ['getOutbox', 'getOperatorLog']) {
    expect((await client.get(name, {}, nia)).data.refusal, name).toBe('notAllowed');
    // Who tried what stands in the log of the server.
    expect(all.logged()).toMatch(new RegExp(`"call":"${name}".*a right was lacking`));
  }
  // What is about oneself is shown as such, and is not offered for approval.
  const about = { type: 'changeRoles', body: { operatorId, roles: ['risk'] }, reason: 'moves' };
  await client.post('prepareProposal', { ...about, proposalId: `${PROPOSAL}-own` }, first);
  await database.pool.query("update operator set roles = '{configChecker}' where name = 'Nia'");
  const shownTo = async (who: typeof nia) => (await client.get('getProposals', {}, who)).data;
  const open = { status: 'open', type: 'changeRoles' };
  expect((await shownTo(nia)).proposals[0]).toMatchObject({ ...open, own: true, may: ['reject'] });
  expect((await shownTo(first)).proposals[0]).toMatchObject({ ...open, own: false });
  // Roles that are taken away are gone at the next request.
  await database.pool.query("update operator set roles = '{}' where name = 'Nia'");
  expect((await client.get('getStaff', {}, nia)).data.refusal).toBe('notAllowed');
  const own = await client.post('endStaff', { operatorId: 1, reason: 'x' }, first);
  expect(own.data.refusal).toBe('ownMatter');
  // Nobody else could admit staff before either.
  expect((await client.post('endStaff', { operatorId, reason: 'x' }, first)).code).toBe(0);
});

it('OPER-053 only who may decide on a proposal claims it', async () => {
  const { client, database, enter, clock } = all;
  const first = { ...(await enter()), browser: true };
  const proposalId = `${PROPOSAL}-claim`;
  const wanted = { proposalId, type: 'inviteStaff', body: INVITED, reason: 'more hands' };
  await client.post('prepareProposal', wanted, first);
  const { rows } = await database.pool.query(`with person as (
      insert into staff_person (created_at) values (0) returning person_id)
    insert into operator (name, person_id, roles, created_at)
    select 'Olga', person_id, '{auditor}', 0 from person returning operator_id`);
  const operatorId = rows[0].operator_id;
  const { link } = (await client.post('makeStaffLink', { operatorId }, first)).data;
  const entered = await client.post('operatorEnter', { link }, { browser: true });
  const olga = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const claim = async (who: typeof olga, on: boolean) => {
    const { data } = await client.post('claimProposal', { proposalId, on }, who);
    return data.refusal ?? data.claimedBy;
  };
  const become = (role: string) =>
    database.pool.query(`update operator set roles = '{${role}}' where name = 'Olga'`);
  // To prepare is not to decide either.
  for (const role of ['auditor', 'configMaker', 'financeChecker']) {
    await become(role);
    expect(await claim(olga, true), role).toBe('notAllowed');
  }
  await become('configChecker');
  expect(await claim(olga, true)).toBe('Olga');
  expect(await claim(first, true)).toBe('claimedByOther');
  await become('auditor');
  expect(await claim(olga, false)).toBe('notAllowed');
  clock.set(clock.now() + 15 * 60_000);
  expect(await claim(first, true)).not.toBe('claimedByOther');
  const none = { proposalId: `${PROPOSAL}-none` };
  expect((await client.post('claimProposal', none, olga)).data.refusal).toBe('unknownProposal');
  expect((await client.post('endStaff', { operatorId, reason: 'x' }, first)).code).toBe(0);
});

it('OPER-055 of members who end each other at the same time two stay who can admit others', async () => {
  const { client, database, enter } = all;
  await enter();
  const links = ['A', 'B', 'C', 'D'].map((letter) => letter.repeat(43));
  for (const link of links) {
    await database.pool.query(`with person as (
        insert into staff_person (created_at) values (0) returning person_id),
      made as (
        insert into operator (name, person_id, roles, created_at)
        select 'admits', person_id, (select roles from operator where operator_id = 1), 0
        from person returning operator_id)
      insert into operator_link (link_hash, created_at, expires_at, operator_id)
      select sha256('${link}'), 0, ${Date.now() + 60_000}, operator_id from made`);
  }
  await database.pool.query('update operator set ended_at = 0 where operator_id = 1');
  const sessions = [];
  for (const link of links) {
    const entered = await client.post('operatorEnter', { link }, { browser: true });
    sessions.push({ token: entered.data.token, cookie: cookiesOf(entered), browser: true });
  }
  const { members } = (await client.get('getStaff', {}, sessions[0] ?? {})).data;
  const ids = members
    .filter((one: { name: string }) => one.name === 'admits')
    .map((one: { operatorId: number }) => one.operatorId);
  await Promise.all(
    sessions.map((session, at) =>
      client.post('endStaff', { operatorId: ids[(at + 1) % ids.length], reason: 'x' }, session),
    ),
  );
  const { rows } = await database.pool.query('select from operator where ended_at is null');
  await database.pool.query(`update operator
    set ended_at = case when operator_id = 1 then null else coalesce(ended_at, 0) end`);
  expect(rows).toHaveLength(2);
});

it('OPER-046 a member lists and ends the own sessions', async () => {
  const { client, enter } = all;
  const here = { ...(await enter()), browser: true };
  const there = await enter();
  const { sessions } = (await client.get('getOperatorSessions', {}, here)).data;
  for (const { sessionId, current } of sessions) {
    if (current) continue;
    expect((await client.post('endOperatorSession', { sessionId }, here)).code).toBe(0);
  }
  expect((await client.get('getStaff', {}, there)).code).toBe(1000);
  expect((await client.get('getStaff', {}, here)).code).toBe(0);
});

it('OPER-048 a member declares an account of theirs, which is recorded and shown', async () => {
  const { client, enter } = all;
  const sent = await enter();
  const declare = (account: number) => client.post('declareOwnAccount', { account }, sent);
  expect((await declare(CUSTOMER + 1)).data.refusal).toBe('noSuchCustomer');
  for (const _ of [1, 2]) expect((await declare(CUSTOMER)).code).toBe(0);
  const { members } = (await client.get('getStaff', {}, sent)).data;
  expect(members[0].accounts).toEqual([CUSTOMER]);
  const { entries } = (await client.get('getOperatorLog', { action: 'declaredAccount' }, sent))
    .data;
  expect(entries[0]).toMatchObject({ subject: `user:${CUSTOMER}` });
});

it('OPER-042 the record says what an action was about, is filtered, and is read in pages', async () => {
  const { client, enter } = all;
  const reader = await enter();
  const subject = `proposal:${PROPOSAL}`;
  const { data } = await client.get('getOperatorLog', { subject }, reader);
  expect(data.entries).toMatchObject([
    { action: 'approved', subject, detail: { type: 'inviteStaff', selfApproved: true } },
    { action: 'prepared', subject, detail: { reason: 'more hands' } },
  ]);
  const seen: number[] = [];
  const read = async (page: Readonly<Record<string, string>>): Promise<boolean> => {
    const { entries, more } = (await client.get('getOperatorLog', page, reader)).data;
    seen.push(...entries.map((entry: { actionId: number }) => entry.actionId));
    return more;
  };
  let more = await read({ limit: '3' });
  while (more) more = await read({ limit: '3', before: String(seen.at(-1)) });
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect(seen.at(-1)).toBe(1);
});

it('OPER-106 the record is found by member, action, subject and time together', async () => {
  const { client, clock, enter } = all;
  const reader = await enter();
  clock.set(clock.now() + HOUR + 1);
  const at = String(clock.now());
  const later = await enter();
  const found = async (filter: Readonly<Record<string, string>>) =>
    (await client.get('getOperatorLog', filter, later)).data.entries as {
      readonly action: string;
      readonly operatorId: number;
      readonly at: number;
    }[];
  const entered = await found({ action: 'entered', from: at });
  expect(entered.map(({ action }) => action)).toEqual(['entered']);
  expect((await found({ action: 'entered' })).length).toBeGreaterThan(1);
  expect(await found({ action: 'entered', to: '1' })).toEqual([]);
  expect(await found({ operatorId: '999999' })).toEqual([]);
  const [own] = entered;
  const mine = await found({ operatorId: String(own?.operatorId), from: at });
  expect(mine.every((entry) => entry.at >= Number(at))).toBe(true);
  expect(reader.token).not.toBe(later.token);
});

it('OPER-107 the check of the chain names the first entry that was changed, removed or put in', async () => {
  const { client, database, enter } = all;
  const reader = await enter();
  const check = async () => {
    let [checked, after] = [0, 0];
    for (;;) {
      const sent = { after: String(after), limit: '2' };
      const { data } = await client.get('checkOperatorLog', sent, reader);
      checked += data.checked;
      if (data.wrong !== null || !data.more) return { checked, wrong: data.wrong, data };
      after = data.last;
    }
  };
  const whole = await check();
  expect(whole.wrong).toBeNull();
  const { rows } = await database.pool.query<{ id: number; hash: string; all: number }>(
    `select action_id as id, encode(hash, 'hex') as hash,
       (select count(*)::int from operator_action) as all
     from operator_action order by action_id desc`,
  );
  expect(whole).toMatchObject({ checked: rows[0]?.all });
  expect(whole.data).toMatchObject({ last: rows[0]?.id, head: rows[0]?.hash });
  const [third, second] = [rows.at(-3)?.id, rows.at(-2)?.id];
  const edits: readonly [string, number | undefined][] = [
    [`update operator_action set ip = '10.0.0.9' where action_id = ${second}`, second],
    [`update operator_action set hash = sha256('x') where action_id = ${second}`, second],
    [`delete from operator_action where action_id = ${second}`, third],
    [
      `insert into operator_action (action_id, operator_id, operator_name, session_id, action, ip,
         at, hash) overriding system value
       select ${rows[0]?.id} + 1, operator_id, operator_name, session_id, 'left', ip, at, hash
       from operator_action where action_id = ${second}`,
      (rows[0]?.id ?? 0) + 1,
    ],
  ];
  for (const [edit, wrong] of edits) {
    await database.pool.query('create table kept as select * from operator_action');
    await database.pool.query('alter table operator_action disable trigger user');
    await database.pool.query(edit);
    expect((await check()).wrong, edit).toBe(wrong);
    await database.pool.query(`delete from operator_action;
      insert into operator_action overriding system value select * from kept; drop table kept;
      alter table operator_action enable trigger user`);
  }
  expect((await check()).wrong).toBeNull();
});
