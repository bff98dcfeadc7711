import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UNMASK_A_DAY } from './rules/index.ts';
import { calls } from './schema/index.ts';
import { OWN_HOST, startSupportBench } from './support.suite.ts';

let bench: Awaited<ReturnType<typeof startSupportBench>>;
beforeAll(async () => {
  bench = await startSupportBench();
});
afterAll(() => bench.stop());

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const caseOf = (token: string, ticketId: number) =>
  bench.get(token, 'getSupportCase', { ticketId: `${ticketId}` });

it('SUPP-060 who waits longest is first, with a deadline that the first message sets', async () => {
  const early = await bench.open('p60');
  bench.clock.set(bench.clock.now() + HOUR);
  const late = await bench.open('p61');
  await bench.post('p60', 'sendSupport', { ticketId: early, text: 'Hello?' });
  const { data } = await bench.get('s2', 'getSupportQueue');
  expect(data).toMatchObject({
    waiting: 2,
    tickets: [
      { ticketId: early, unread: 2, claimedBy: null, status: 'waiting' },
      { ticketId: late, unread: 1 },
    ],
  });
  expect(data.tickets[0].deadlineAt).toBe(data.tickets[0].waitingSince + 4 * HOUR);
  await bench.post('s2', 'claimSupport', { ticketId: early });
  await bench.post('s2', 'answerSupport', { ticketId: early, text: 'Here we are.' });
  const after = (await bench.get('s3', 'getSupportQueue')).data;
  expect(after.tickets).toMatchObject([
    { ticketId: late, claimedByMe: false },
    { ticketId: early, status: 'answered', deadlineAt: null, claimedBy: 'staff:2' },
  ]);
});

it('SUPP-061 of 32 members one claims; without a claim nothing is read or written', async () => {
  const ticketId = await bench.open('p62');
  expect(await bench.said('s1', 'claimSupport', { ticketId: 99_999 })).toBe('conversationUnknown');
  const work: [string, object][] = [
    ['answerSupport', { ticketId, text: 'x' }],
    ['readSupportCase', { ticketId, number: 1 }],
    ['showStaffTyping', { ticketId }],
    ['releaseSupport', { ticketId }],
    ['handOverSupport', { ticketId, note: 'x' }],
    ['closeSupportCase', { ticketId }],
    ['openSupportAttachment', { ticketId, fileId: 1 }],
  ];
  const refused = async (expected: string) => {
    for (const [name, fields] of work) expect(await bench.said('s1', name, fields)).toBe(expected);
    expect((await caseOf('s1', ticketId)).data.refusal).toBe(expected);
  };
  await refused('notClaimed');
  const claims = await times(32, (at) => bench.said(`s${at + 2}`, 'claimSupport', { ticketId }));
  expect(claims.filter((said) => said === 0)).toHaveLength(1);
  expect(new Set(claims)).toEqual(new Set([0, 'claimedByOther']));
  await refused('notClaimed');
  const winner = `s${claims.indexOf(0) + 2}`;
  const { data } = await caseOf(winner, ticketId);
  expect(data.messages).toMatchObject([{ text: 'Where is my order?' }]);
  expect(data.customer).toMatchObject({
    ...{ userId: 62, name: 'A•••', email: 'a•••@m•••.example', phone: '', country: 'PT' },
    ...{ levels: { junior: 'approved' }, tickets: [{ ticketId }], openCase: true },
  });
  bench.clock.set(bench.clock.now() + 30 * MINUTE);
  expect((await caseOf(winner, ticketId)).data.refusal).toBe('notClaimed');
  expect(await bench.said('s1', 'claimSupport', { ticketId })).toBe(0);
  expect(await bench.said('s1', 'closeSupportCase', { ticketId })).toBe(0);
  expect(await bench.said('s1', 'claimSupport', { ticketId })).toBe('ticketClosed');
  await refused('ticketClosed');
});

it('SUPP-062 handed over to a colleague or to whoever comes, with what they should know', async () => {
  const ticketId = await bench.open('p63');
  const note = 'Asked twice about fees.';
  await bench.post('s1', 'claimSupport', { ticketId });
  const hand = (token: string, more: object) =>
    bench.said(token, 'handOverSupport', { ticketId, note, ...more });
  expect(await hand('s1', { note: '' })).toBe(2);
  expect(await hand('s1', { to: 99 })).toBe('colleagueUnknown');
  expect(await hand('s1', { to: 1 })).toBe('colleagueUnknown');
  expect(await hand('s1', { to: 4 })).toBe(0);
  expect(await bench.said('s1', 'claimSupport', { ticketId })).toBe('claimedByOther');
  expect((await caseOf('s4', ticketId)).data.ticket.note).toBe(note);
  expect(await hand('s4', {})).toBe(0);
  expect(await bench.said('s1', 'claimSupport', { ticketId })).toBe(0);
  const read = await bench.get('p63', 'getSupportMessages', { ticketId: `${ticketId}` });
  expect(read.text).not.toContain(note);
  const { data } = await bench.get('s1', 'getSupportColleagues');
  expect(data.colleagues).toHaveLength(39);
  const actions = bench.records.filter(({ subject }) => subject === `ticket:${ticketId}`);
  expect(actions.map(({ action, by }) => `${action} ${by}`)).toEqual([
    ...['supportHandOver s1', 'supportHandOver s4'],
  ]);
});

it('SUPP-052 a text of staff is refused with what stood in the way, typed or kept', async () => {
  const ticketId = await bench.open('p64');
  await bench.post('s1', 'claimSupport', { ticketId });
  const text = 'Pay to GB82 WEST 1234 5698 7654 32 at evil.example';
  const refused = await bench.post('s1', 'answerSupport', { ticketId, text });
  expect(refused.data.refusal).toBe('bankAccount');
  expect(refused.message).toContain('GB82 WEST 1234 5698 7654 32');
  const own = `See https://${OWN_HOST}/help`;
  expect(await bench.said('s1', 'answerSupport', { ticketId, text: own })).toBe(0);
  expect(await bench.said('s1', 'saveCannedAnswer', { title: 'Pay', text })).toBe('bankAccount');
  expect(await bench.said('s1', 'saveCannedAnswer', { title: 'evil.example', text: 'x' })).toBe(
    'outsideLink',
  );
  // What the customer writes is theirs.
  expect(await bench.said('p64', 'sendSupport', { ticketId, text })).toBe(0);
});

it('SUPP-063 answers that are written once are kept, changed and removed, and recorded', async () => {
  const save = (fields: object) =>
    bench.post('s1', 'saveCannedAnswer', { title: 'Greeting', text: 'Hello!', ...fields });
  const { cannedId } = (await save({})).data;
  await save({ title: 'Fees', text: 'They are on our page.' });
  expect((await save({ cannedId: 99_999 })).data.refusal).toBe('cannedUnknown');
  expect((await save({ cannedId, text: 'Good day!' })).code).toBe(0);
  const list = async () => (await bench.get('s1', 'getCannedAnswers')).data.answers;
  expect(await list()).toMatchObject([{ title: 'Fees' }, { cannedId, text: 'Good day!' }]);
  const ends = await times(8, () => bench.said('s1', 'removeCannedAnswer', { cannedId }));
  expect(ends.filter((said) => said === 0)).toHaveLength(1);
  expect(await list()).toHaveLength(1);
  await bench.database.pool.query(
    `insert into support_canned (title, body, changed_at) select 'a', 'b', 0 from generate_series(1, 199)`,
  );
  expect((await save({})).data.refusal).toBe('tooManyCanned');
  expect(bench.records.filter(({ action }) => action.startsWith('canned'))).toHaveLength(4);
});

it('SUPP-071 unmasked by whoever works on a case, for a reason, twenty a day, and the customer sees it', async () => {
  const asked = { userId: 65, field: 'email', reason: 'contact' };
  const unmask = (token: string, more: object = {}) =>
    bench.post(token, 'unmaskCustomer', { ...asked, ...more });
  const ticketId = await bench.open('p65');
  expect((await unmask('s5')).data.refusal).toBe('noOpenCase');
  await bench.post('s5', 'claimSupport', { ticketId });
  expect((await unmask('s6')).data.refusal).toBe('noOpenCase');
  expect((await unmask('s5', { field: 'password' })).code).toBe(2);
  expect((await unmask('s5', { reason: 'curious' })).code).toBe(2);
  expect((await unmask('s5', { field: 'phone' })).data.refusal).toBe('fieldEmpty');
  const seen = await unmask('s5');
  expect(seen.data).toEqual({ value: 'ana65@mail.example', left: UNMASK_A_DAY - 1 });
  expect(bench.noted).toEqual(['65 staff:5 email contact']);
  expect(bench.records.at(-1)).toEqual({ action: 'unmask', subject: 'user:65', by: 's5' });
  const more = await times(32, () => unmask('s5', { field: 'name' }));
  expect(more.filter(({ code }) => code === 0)).toHaveLength(UNMASK_A_DAY - 1);
  expect((await unmask('s5')).data.refusal).toBe('unmaskLimit');
  expect(bench.noted).toHaveLength(UNMASK_A_DAY);
  bench.clock.set(bench.clock.now() + DAY);
  expect((await unmask('s5')).data.refusal).toBe('noOpenCase');
  await bench.post('s5', 'claimSupport', { ticketId });
  expect((await unmask('s5')).code).toBe(0);
  await bench.post('s5', 'closeSupportCase', { ticketId });
  expect((await unmask('s5')).data.refusal).toBe('noOpenCase');
  // Whoever has claimed their verification works on a case as well.
  expect((await unmask('s9', { userId: 1, reason: 'law' })).code).toBe(0);
  expect((await bench.get('s5', 'getCustomer', { account: '65' })).data).toMatchObject({
    ...{ email: 'a•••@m•••.example', openCase: false, unmasksLeft: UNMASK_A_DAY - 1 },
  });
  expect(bench.records.at(-1)).toEqual({ action: 'customerOpened', subject: 'user:65', by: 's5' });
  const nobody = await bench.get('s5', 'getCustomer', { account: 'no@body.example' });
  expect(nobody.data.refusal).toBe('customerUnknown');
});

/** Says that a conversation of this person was like this. */
async function rated(token: string, rating: number, text: string): Promise<number> {
  const ticketId = await bench.open(token);
  await bench.post(token, 'closeSupport', { ticketId });
  await bench.post(token, 'rateSupport', { ticketId, rating, text });
  return ticketId;
}

it('SUPP-090 SUPP-091 ratings are read with their comments, without whose they are, and recorded', async () => {
  const first = await rated('p66', 2, 'Nobody read what I wrote.');
  bench.clock.set(bench.clock.now() + HOUR);
  // Of one instant: a page does not cut them apart.
  const others = [await rated('p67', 5, ''), await rated('p68', 4, 'Quick.')];
  const at = bench.clock.now();
  const read = (fields: Record<string, string> = {}, token = 's1') =>
    bench.get(token, 'getSupportRatings', fields);
  const latest = await read({ limit: '1' });
  expect(new Set(latest.data.ratings)).toEqual(
    new Set([
      { topic: 'trading', rating: 5, text: '', at },
      { topic: 'trading', rating: 4, text: 'Quick.', at },
    ]),
  );
  const detail = (tickets: number[]) => ({ tickets: tickets.join(' ') });
  const entry = { action: 'readRatings', subject: 'ratings', by: 's1' };
  expect(bench.records.at(-1)).toEqual({ ...entry, detail: detail([others[1] ?? 0]) });
  const earlier = await read({ limit: '1', before: String(latest.data.next) });
  const poor = { topic: 'trading', rating: 2, text: 'Nobody read what I wrote.' };
  expect(earlier.data.ratings).toEqual([{ ...poor, at: at - HOUR }]);
  expect(bench.records.at(-1)).toEqual({ ...entry, detail: detail([first]) });
  expect((await read({ before: String(at - HOUR) })).data).toEqual({ ratings: [], next: null });
  expect((await read()).text).not.toMatch(/ticketId|userId|p6\d|staff:/);
  expect((await bench.get('s1', 'getSupportQueue')).data.ratings).toEqual({
    ...{ count: 3, mean100: 366 },
  });
  // What cannot be recorded is not read, and people do not read it.
  const push = vi.spyOn(bench.records, 'push').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  const unrecorded = await read();
  push.mockRestore();
  expect([unrecorded.status, unrecorded.text.includes('Quick.')]).toEqual([500, false]);
  expect((await read({}, 'p66')).code).toBe(2000);
  // What somebody wrote goes with them; that they were not content stays.
  await bench.support.personalRecords.erase?.(66, bench.clock.now());
  expect((await read()).data.ratings.at(-1)).toEqual({ ...poor, text: '', at: at - HOUR });
});

it('SUPP-064 every call of staff names its right, and people make none of them', async () => {
  for (const [name, call] of Object.entries(calls)) {
    expect('right' in call, name).toBe(call.auth === 'operator');
  }
  expect(await bench.said('p1', 'claimSupport', { ticketId: 1 })).toBe(2000);
});
