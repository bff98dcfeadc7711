import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Party, register } from './testing/parties.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestApp;
let staff: object;
beforeAll(async () => {
  server = await startTestApp();
  const link = 'S'.repeat(43);
  await server.sql(`insert into operator_link (link_hash, created_at, expires_at)
    values (sha256('${link}'), 0, ${Date.now() + 60_000})`);
  const entered = await server.client.post('operatorEnter', { link }, { browser: true });
  staff = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
});
afterAll(() => server.stop());

const said = async (name: string, fields: object) => {
  const { code, data } = await server.client.post(name, fields, staff);
  return data?.refusal ?? code;
};
const security = async ({ session }: Party) =>
  (await server.client.get('getSecurity', {}, session)).data;
const logOf = async ({ session }: Party) =>
  (await server.client.get('getAccountLog', {}, session)).data.events;
/** What staff did to this person, the latest first, without looks. */
async function recorded({ userId }: Party): Promise<{ action: string; detail: object }[]> {
  const asked = { subject: `user:${userId}` };
  return (await server.client.get('getOperatorLog', asked, staff)).data.entries;
}

it('OPER-091 one member freezes for a day at most, once a week, for a reason that the customer reads', async () => {
  const anna = await register(server, 'anna@example.com');
  const { userId } = anna;
  const freeze = { userId, reason: 'takeover', hours: 24 };
  expect(await said('freezeCustomer', { ...freeze, userId: 999 })).toBe('customerUnknown');
  expect(await said('freezeCustomer', { ...freeze, hours: 25 })).toBe(2);
  expect(await said('freezeCustomer', { ...freeze, reason: 'mood' })).toBe(2);
  const { data } = await server.client.post('freezeCustomer', freeze, staff);
  expect((await security(anna)).restrictions).toMatchObject([
    { kind: 'staffFreeze', reason: 'takeover', expiresAt: data.until, liftable: false },
  ]);
  expect(await logOf(anna)).toMatchObject([{ kind: 'staffFrozen', detail: 'takeover' }, {}]);
  expect(await recorded(anna)).toMatchObject([
    { action: 'froze', detail: { reason: 'takeover', until: data.until } },
  ]);
  const inbox = await server.client.get('getMessages', {}, anna.session);
  expect(inbox.text).toContain('Our staff have stopped withdrawals');
  // Neither a second one, nor one after the first has been lifted.
  expect(await said('freezeCustomer', { ...freeze, hours: 1 })).toBe('frozenBefore');
  expect(await said('unfreezeCustomer', { userId, note: 'proved to be Anna' })).toBe(0);
  expect((await security(anna)).restrictions).toEqual([]);
  expect(await said('freezeCustomer', freeze)).toBe('frozenBefore');
  expect(await said('unfreezeCustomer', { userId, note: 'x' })).toBe('notFrozen');
});

it('OPER-092 what the customer has placed no member of staff lifts', async () => {
  const bert = await register(server, 'bert@example.com');
  const { userId } = bert;
  await server.client.post('freezeAccount', {}, bert.session);
  expect(await said('unfreezeCustomer', { userId, note: 'please' })).toBe('ownLock');
  expect(await said('freezeCustomer', { userId, reason: 'fraud', hours: 1 })).toBe(0);
  expect(await said('unfreezeCustomer', { userId, note: 'please' })).toBe(0);
  expect((await security(bert)).restrictions).toMatchObject([
    { kind: 'selfFreeze', liftable: true },
  ]);
});

it('OPER-093 more than a day takes two people, and runs once', async () => {
  const cleo = await register(server, 'cleo@example.com');
  const body = { userId: cleo.userId, reason: 'court', days: 30 };
  const propose = (proposalId: string, what: object) =>
    server.client.post(
      'prepareProposal',
      { proposalId, type: 'freezeLonger', body: what, reason: 'Order 7/26' },
      staff,
    );
  const wrong = await propose('0123456789abcdef-none', { ...body, userId: 999 });
  expect(wrong.data).toMatchObject({ refusal: 'commandRefused' });
  expect((await propose('0123456789abcdef-long', { ...body, days: 91 })).data.refusal).toBe(
    'badCommand',
  );
  const proposalId = '0123456789abcdef-court';
  const { digest } = (await propose(proposalId, body)).data;
  expect((await security(cleo)).restrictions).toEqual([]);
  const before = Date.now();
  const decided = { proposalId, verdict: 'approve', digest };
  await Promise.all([said('decideProposal', decided), said('decideProposal', decided)]);
  const [freeze, ...more] = (await security(cleo)).restrictions;
  expect(more).toEqual([]);
  expect(freeze).toMatchObject({ kind: 'staffFreeze', reason: 'court' });
  expect(freeze.expiresAt).toBeGreaterThanOrEqual(before + 30 * DAY);
  expect(await logOf(cleo)).toMatchObject([{ kind: 'staffFrozen', detail: 'court' }, {}]);
});

it('OPER-047 OPER-048 nobody decides about an account that they have declared as theirs', async () => {
  const fred = await register(server, 'fred@example.com');
  const gina = await register(server, 'gina@example.com');
  const { userId } = fred;
  expect(await said('declareOwnAccount', { account: userId })).toBe(0);
  const propose = async (type: string, body: object) =>
    said('prepareProposal', { proposalId: crypto.randomUUID(), type, body, reason: 'mine' });
  const own = { userId, reason: 'court', days: 30 };
  expect(await propose('freezeLonger', own)).toBe('ownMatter');
  expect(await propose('removeLostFactors', { userId })).toBe('ownMatter');
  expect(await propose('leaveCluster', { userId })).toBe('ownMatter');
  const joined = { userId: gina.userId, withUserId: userId, ground: 'device' };
  expect(await propose('joinCluster', joined)).toBe('ownMatter');
  const payOut = { launchId: 1, userId };
  expect(await propose('payOutLaunch', payOut)).toBe('ownMatter');
  const freeze = { userId, reason: 'fraud', hours: 1 };
  expect(await said('freezeCustomer', freeze)).toBe('ownMatter');
  expect(await said('unfreezeCustomer', { userId, note: 'mine' })).toBe('ownMatter');
  expect(await said('passLaunchApplication', { launchId: 1, userId })).toBe('ownMatter');
  const refused = { launchId: 1, userId, reason: 'mine' };
  expect(await propose('refuseLaunchApplication', refused)).toBe('ownMatter');
  expect(await propose('freezeLonger', { ...own, userId: gina.userId })).toBe(0);
});

/** Gives a customer an app, a recovery code, and, if so, verifications. */
async function lose(userId: number, levels: readonly string[]): Promise<void> {
  const key = `${userId}`.padStart(22, 'e');
  await server.sql(`insert into totp
    (totp_id, user_id, name, sealed_secret, created_at, confirmed_at)
    values ('${key}', ${userId}, 'phone', '\\x00', 1, 1);
    insert into recovery_code values (${userId}, sha256('x'), 1, null);
    update person set guard_login = true, guard_funds = true where user_id = ${userId}`);
  for (const level of levels) await verified(userId, level);
}

const verified = (userId: number, level: string) =>
  server.sql(`insert into verification_case (user_id, level, status, country, document_type,
      document_key, key_id, wrapped_key, sealed, submitted_at, deadline_at, decided_at)
    values (${userId}, '${level}', 'approved', 'DE', 2, sha256('${userId}'), 'none', '', '', 1, 2,
      3)`);

/** As if the customer had learned of it a day earlier. */
const dayLater = (userId: number) =>
  server.sql(`update account_event set at = at - ${DAY}
    where user_id = ${userId}
      and kind in ('factorRemovalAsked', 'freezeLiftAsked', 'notMe', 'frozen')`);

async function proposeRemoval(userId: number, name: string, type = 'removeLostFactors') {
  const command = { type, body: { userId }, reason: 'compared on a call' };
  const proposalId = `0123456789abcdef-${name}`;
  const { data } = await server.client.post('prepareProposal', { proposalId, ...command }, staff);
  return { proposalId, verdict: 'approve', ...data };
}

const whyNot = async ({ proposalId, verdict, digest }: Record<string, unknown>) => {
  const fields = { proposalId, verdict, digest };
  const { data } = await server.client.post('decideProposal', fields, staff);
  return data.why ?? data.detail?.why ?? data.refusal;
};

it('OPER-095 two people remove the factors of a verified customer who has lost them', async () => {
  const eva = await register(server, 'eva@example.com');
  const { userId } = eva;
  await lose(userId, []);
  expect(await proposeRemoval(userId, 'early')).toMatchObject({ refusal: 'commandRefused' });
  await verified(userId, 'junior');
  await verified(userId, 'senior');
  const { proposalId, verdict, digest } = await proposeRemoval(userId, 'lost');
  const decided = { proposalId, verdict, digest };
  await dayLater(userId);
  // What the customer has locked stays locked.
  await server.sql(`insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${userId}, 'settingsLock', 'own', 0, ${Date.now() + HOUR})`);
  const locked = await server.client.post('decideProposal', decided, staff);
  expect(locked.data).toMatchObject({ refusal: 'commandRefused' });
  // As if its hour were over.
  await server.sql(`begin; set local session_replication_role = replica;
    update restriction set expires_at = 1 where user_id = ${userId}; commit`);
  const before = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => said('decideProposal', decided)),
  );
  expect(answers.filter((answer) => answer === 0)).toHaveLength(1);
  // Every session has ended, and the password is enough to log in.
  expect((await server.client.get('getInfo', {}, eva.session)).code).toBe(1000);
  const again = { kind: 'email', account: eva.account, password: 'correct horse battery' };
  const entered = await server.client.post('userLogin', again, { browser: true });
  const session = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const now = await security({ ...eva, session });
  expect(now.restrictions).toMatchObject([{ kind: 'withdrawalHold', reason: 'factorsRemoved' }]);
  expect(now.restrictions[0].expiresAt).toBeGreaterThanOrEqual(before + 3 * DAY);
  const events = await logOf({ ...eva, session });
  expect(events.map(({ kind }: { kind: string }) => kind)).toContain('factorsRemoved');
  // Messages are written after the answer.
  const mails = () =>
    server.sql(`select content from outgoing_message
      where recipient = 'eva@example.com' and content like '%nothing can be withdrawn for 72%'`);
  await expect.poll(mails).toMatchObject({ rows: [{}] });
});

it('OPER-151 a customer has a day to object to the removal of factors, and one that is used is not lost', async () => {
  const ivy = await register(server, 'ivy@example.com');
  const { userId } = ivy;
  await lose(userId, ['junior', 'senior']);
  /** Of the latest message, once there are so many: they are written after the answer. */
  const link = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = (await server.sql(`select content from outgoing_message
        where recipient = 'ivy@example.com' and content like '%at the earliest in 24 hours%'
        order by message_id desc`)) as { rows: { content: string }[] };
      expect(rows).toHaveLength(count);
      return { link: /link=(\S+)/.exec(rows[0]?.content ?? '')?.[1] ?? '' };
    });
  const first = await proposeRemoval(userId, 'first');
  expect(await whyNot(first)).toBe('tooEarly');
  expect((await server.client.post('notMe', await link(1), {})).code).toBe(0);
  await dayLater(userId);
  expect(await whyNot(first)).toBe('ownerObjected');
  // An objection counts also while the freeze of an earlier one stands.
  const second = await proposeRemoval(userId, 'second');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await server.client.post('notMe', await link(2), {})).code).toBe(0);
  await dayLater(userId);
  expect(await whyNot(second)).toBe('ownerObjected');
  const third = await proposeRemoval(userId, 'third');
  await dayLater(userId);
  const used = (at: number | null) =>
    server.sql(`update totp set last_used_at = ${at} where user_id = ${userId}`);
  await used(Date.now());
  expect(await whyNot(third)).toBe('factorUsed');
  await used(null);
  await dayLater(userId);
  await dayLater(userId);
  await dayLater(userId);
  expect(await whyNot(third)).toBe('notAnnounced');
  await proposeRemoval(userId, 'fourth');
  await dayLater(userId);
  expect(await whyNot(third)).toBeUndefined();
});

it('OPER-153 who has the junior level alone has seven days to object, and no level of meanwhile makes it shorter', async () => {
  const { userId } = await register(server, 'jon@example.com');
  await lose(userId, ['junior']);
  const asked = await proposeRemoval(userId, 'junior');
  expect(await whyNot(asked)).toBe('tooEarly');
  await dayLater(userId);
  expect(await whyNot(asked)).toBe('tooEarly');
  await verified(userId, 'senior');
  expect(await whyNot(asked)).toBe('tooEarly');
  for (let day = 2; day < 7; day += 1) await dayLater(userId);
  expect(await whyNot(asked)).toBe('tooEarly');
  await dayLater(userId);
  expect(await whyNot(asked)).toBeUndefined();
});

it('OPER-153 a level that has ended since makes the wait longer', async () => {
  const { userId } = await register(server, 'kim@example.com');
  await lose(userId, ['junior', 'senior']);
  const asked = await proposeRemoval(userId, 'ended');
  await dayLater(userId);
  await server.sql(`update verification_case set status = 'expired'
    where user_id = ${userId} and level = 'senior'`);
  expect(await whyNot(asked)).toBe('tooEarly');
});

const proposeLift = (userId: number, name: string) => proposeRemoval(userId, name, 'liftOwnFreeze');
/** As if the customer had stopped withdrawals two days ago. */
const freezeBefore = (userId: number) =>
  server.sql(`insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${userId}, 'selfFreeze', 'own', ${Date.now() - 2 * DAY}, null)`);
/** An app that was added after what the customer has stopped. */
const addApp = (userId: number, at: number) =>
  server.sql(`insert into totp (totp_id, user_id, name, sealed_secret, created_at, confirmed_at)
    values ('${`${userId}-${at}`.padStart(22, 'f')}', ${userId}, 'new', '\\x00', ${at}, ${at})`);

it('OPER-152 two people lift what a verified customer has stopped and cannot lift, after a day to object', async () => {
  const lea = await register(server, 'lea@example.com');
  const { userId } = lea;
  expect(await proposeLift(userId, 'lea-none')).toMatchObject({ detail: { why: 'notVerified' } });
  await verified(userId, 'junior');
  await verified(userId, 'senior');
  expect(await proposeLift(userId, 'lea-free')).toMatchObject({ detail: { why: 'notFrozen' } });
  await freezeBefore(userId);
  expect(await said('freezeCustomer', { userId, reason: 'fraud', hours: 1 })).toBe(0);
  await addApp(userId, Date.now() + 1_000);
  // The address was changed since; who had the one before learns of it too.
  await server.sql(`insert into former_address values
    (${userId}, 'email', 'old-lea@example.com', ${Date.now()})`);
  const { proposalId, verdict, digest } = await proposeLift(userId, 'lea');
  await vi.waitFor(async () => {
    const { rows } = (await server.sql(`select recipient from outgoing_message
      where content like '%allow withdrawals again%' order by recipient`)) as { rows: object[] };
    expect(rows).toEqual([{ recipient: 'lea@example.com' }, { recipient: 'old-lea@example.com' }]);
  });
  const decided = { proposalId, verdict, digest };
  expect(await whyNot(decided)).toBe('tooEarly');
  await dayLater(userId);
  const before = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => said('decideProposal', decided)),
  );
  expect(answers.filter((answer) => answer === 0)).toHaveLength(1);
  // What may be a thief's is gone, and what staff have placed stays.
  expect((await server.client.get('getInfo', {}, lea.session)).code).toBe(1000);
  const again = { kind: 'email', account: lea.account, password: 'correct horse battery' };
  const entered = await server.client.post('userLogin', again, { browser: true });
  const session = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const { restrictions, authenticatorApps } = await security({ ...lea, session });
  expect(authenticatorApps ?? []).toEqual([]);
  expect(restrictions).toMatchObject([
    { kind: 'withdrawalHold', reason: 'freezeLifted' },
    { kind: 'staffFreeze' },
  ]);
  expect(restrictions[0].expiresAt).toBeGreaterThanOrEqual(before + 3 * DAY);
});

it('OPER-152 nothing is lifted that its owner objects to, can lift, or has placed since', async () => {
  const mia = await register(server, 'mia@example.com');
  const { userId } = mia;
  await lose(userId, ['junior', 'senior']);
  await server.sql(`update person set guard_login = false where user_id = ${userId}`);
  await freezeBefore(userId);
  const first = await proposeLift(userId, 'mia-first');
  await dayLater(userId);
  const used = (at: number | null) =>
    server.sql(`update totp set last_used_at = ${at} where user_id = ${userId}`);
  await used(Date.now());
  expect(await whyNot(first)).toBe('factorUsed');
  await used(null);
  await server.sql(`insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${userId}, 'notMe', 'link', ${Date.now()}, null)`);
  await server.sql(`insert into account_event (user_id, at, kind, detail, place, network, user_agent)
    values (${userId}, ${Date.now()}, 'notMe', '', '', '', '')`);
  expect(await whyNot(first)).toBe('ownerObjected');
  // One that was placed since stays, whatever is said of it.
  await server.sql(`update account_event set at = 1 where user_id = ${userId} and kind = 'notMe'`);
  expect(await whyNot(first)).toBeUndefined();
  const { rows } = (await server.sql(`select kind, lifted_at is null as stands from restriction
    where user_id = ${userId} and kind in ('selfFreeze', 'notMe') order by kind`)) as {
    rows: object[];
  };
  expect(rows).toEqual([
    { kind: 'notMe', stands: true },
    { kind: 'selfFreeze', stands: false },
  ]);
  // What was there before the freeze is the owner's.
  const { rows: left } = (await server.sql(`select name from totp where user_id = ${userId}`)) as {
    rows: object[];
  };
  expect(left).toEqual([{ name: 'phone' }]);
});

it('OPER-094 staff see where a customer is logged in, without addresses, and end one session or all', async () => {
  const dora = await register(server, 'dora@example.com');
  const { userId } = dora;
  const again = { kind: 'email', account: dora.account, password: 'correct horse battery' };
  const other = await server.client.post('userLogin', again, { browser: true });
  const second = { token: other.data.token, cookie: cookiesOf(other), browser: true };
  const seen = await server.client.get('getCustomerSessions', { userId: String(userId) }, staff);
  expect(seen.data.sessions).toHaveLength(2);
  expect(seen.text).not.toContain('127.0.0.1');
  const [{ sessionId }] = seen.data.sessions;
  const end = { userId, reason: 'lostDevice' };
  // A session of somebody else is not theirs to end here.
  const stranger = await register(server, 'stranger@example.com');
  const open = await server.client.get(
    'getCustomerSessions',
    { userId: String(stranger.userId) },
    staff,
  );
  const foreign = { ...end, sessionId: open.data.sessions[0].sessionId };
  expect((await server.client.post('endCustomerSessions', foreign, staff)).data.ended).toBe(0);
  expect((await server.client.get('getInfo', {}, stranger.session)).code).toBe(0);
  const one = await server.client.post('endCustomerSessions', { ...end, sessionId }, staff);
  expect(one.data).toEqual({ ended: 1 });
  expect((await server.client.get('getInfo', {}, second)).code).toBe(1000);
  expect(await logOf(dora)).toMatchObject([
    { kind: 'staffEndedSessions', detail: '1 lostDevice' },
    {},
    {},
  ]);
  expect((await server.client.post('endCustomerSessions', end, staff)).data).toEqual({ ended: 1 });
  expect((await server.client.get('getInfo', {}, dora.session)).code).toBe(1000);
  expect(await recorded(dora)).toMatchObject([
    { action: 'endedSessions', detail: { reason: 'lostDevice', which: 'all' } },
    { action: 'endedSessions', detail: { which: sessionId } },
    { action: 'endedSessions', detail: { which: foreign.sessionId } },
    { action: 'readSessions' },
  ]);
});
