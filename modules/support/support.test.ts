import { DAY, HOUR, SECOND } from '@assay/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILES_OF_PERSON_MAX, MESSAGE_MAX, MESSAGES_MAX } from './rules/index.ts';
import { startSupportBench } from './support.suite.ts';

let bench: Awaited<ReturnType<typeof startSupportBench>>;
beforeAll(async () => {
  bench = await startSupportBench();
});
afterAll(() => bench.stop());

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** A conversation of this person that has an answer of s1. */
async function answered(token: string): Promise<number> {
  const ticketId = await bench.open(token);
  await bench.post('s1', 'claimSupport', { ticketId });
  await bench.post('s1', 'answerSupport', { ticketId, text: 'We look at it.' });
  return ticketId;
}

const messagesOf = async (token: string, ticketId: number, after = 0) => {
  const fields = { ticketId: `${ticketId}`, after: `${after}` };
  return (await bench.get(token, 'getSupportMessages', fields)).data;
};

describe('what a person does', () => {
  it('SUPP-010 begins with a topic and a message; every refusal comes in its order', async () => {
    const said = (token: string, name: string, fields: object) => bench.said(token, name, fields);
    const first = { topic: 'trading', text: 'Hello\r\nthere' };
    expect(await said('demo10', 'openSupport', first)).toBe('virtualAccount');
    expect(await said('p10', 'openSupport', { ...first, text: ' ' })).toBe(2);
    expect(await said('p10', 'openSupport', { ...first, text: 'a\u0007' })).toBe(2);
    expect(await said('p10', 'openSupport', { ...first, text: 'x'.repeat(MESSAGE_MAX + 1) })).toBe(
      2,
    );
    expect(await said('p10', 'openSupport', { ...first, topic: 'love' })).toBe(2);
    expect(await said('p10', 'openSupport', { ...first, files: [999] })).toBe('fileUnknown');
    const opened = await times(12, () => bench.post('p10', 'openSupport', first));
    expect(opened.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await said('p10', 'openSupport', { ...first, files: [999] })).toBe('tooManyOpen');
    const { data } = await bench.get('p10', 'getSupport');
    const [{ ticketId }] = data.tickets;
    expect((await messagesOf('p10', ticketId)).messages).toMatchObject([
      { number: 1, side: 'person', by: 'person', text: 'Hello\nthere', files: [] },
    ]);
    const send = (more: object) => said('p10', 'sendSupport', { ticketId, text: 'x', ...more });
    expect(await said('demo10', 'sendSupport', { ticketId, text: 'x' })).toBe('virtualAccount');
    expect(await send({ ticketId: 99_999 })).toBe('conversationUnknown');
    expect(await send({ files: [999] })).toBe('fileUnknown');
    await bench.database.pool.query(
      `update support_ticket set last_number = ${MESSAGES_MAX} where ticket_id = ${ticketId}`,
    );
    expect(await send({ files: [999] })).toBe('ticketFull');
    expect(await said('p10', 'rateSupport', { ticketId, rating: 5 })).toBe('ticketOpen');
    expect(await said('p10', 'closeSupport', { ticketId })).toBe(0);
    expect(await send({ files: [999] })).toBe('ticketClosed');
    expect(await said('p10', 'showTyping', { ticketId })).toBe('ticketClosed');
    expect(await said('p10', 'rateSupport', { ticketId, rating: 6 })).toBe(2);
  });

  it('PARM-060 as many conversations are open, and an answer is due, as the parameters say', async () => {
    const { house } = bench;
    const before = { ...house };
    Object.assign(house, { mostOpen: 1, answerWithinMs: 2 * HOUR });
    const ticketId = await bench.open('p77');
    expect(await bench.said('p77', 'openSupport', { topic: 'other', text: 'x' })).toBe(
      'tooManyOpen',
    );
    const { rows } = await bench.database.pool.query(
      `select deadline_at - waiting_since as within from support_ticket
       where ticket_id = ${ticketId}`,
    );
    expect(Number(rows[0].within)).toBe(2 * HOUR);
    expect((await bench.get('p77', 'getSupport')).data.answerWithinMs).toBe(2 * HOUR);
    Object.assign(house, before);
    await bench.open('p77');
  });

  it('SUPP-011 a request that is sent again is the same message', async () => {
    const fields = { topic: 'other', text: 'once', cid: 'support-000001' };
    const opened = await times(8, () => bench.post('p11', 'openSupport', fields));
    const ids = new Set(opened.map(({ data }) => data.ticketId));
    expect(ids.size).toBe(1);
    const [ticketId = 0] = ids;
    const more = { ticketId, text: 'twice', cid: 'support-000002' };
    await times(8, () => bench.post('p11', 'sendSupport', more));
    expect((await messagesOf('p11', ticketId)).messages).toHaveLength(2);
  });

  it('SUPP-160 what turns text around, or shows nothing, is refused to both sides', async () => {
    const ticketId = await answered('p160');
    const said = (text: string) => bench.said('p160', 'sendSupport', { ticketId, text });
    const hidden = [
      'pay \u202e001',
      '\u2066a\u2069',
      'a\u2028b',
      'a\tb',
      '\u200b\n\u3164',
      '\u{e0041}',
    ];
    for (const text of hidden) {
      expect(await said(text), text).toBe(2);
      expect(await bench.said('p161', 'openSupport', { topic: 'other', text }), text).toBe(2);
      expect(await bench.said('s1', 'answerSupport', { ticketId, text }), text).toBe(2);
    }
    expect(await said('می\u200cشه\r\n\r\n👩\u200d💻 -')).toBe(0);
  });

  it('SUPP-161 a command id that is used again for something else is refused', async () => {
    const first = { topic: 'other', text: 'once', cid: 'support-000161' };
    const { ticketId } = (await bench.post('p162', 'openSupport', first)).data;
    const more = { ticketId, text: 'twice', cid: 'support-000162' };
    expect(await bench.said('p162', 'sendSupport', more)).toBe(0);
    const other = await bench.open('p162');
    const open = (change: object) => bench.said('p162', 'openSupport', { ...first, ...change });
    const send = (change: object) => bench.said('p162', 'sendSupport', { ...more, ...change });
    for (const change of [{ text: 'else' }, { topic: 'trading' }, { files: [1] }])
      expect(await open(change)).toBe('idempotencyConflict');
    for (const change of [{ text: 'else' }, { ticketId: other }, { files: [1] }])
      expect(await send(change)).toBe('idempotencyConflict');
    expect([await open({}), await send({})]).toEqual([0, 0]);
  });

  it('SUPP-012 what is somebody else’s is as unknown as what does not exist', async () => {
    const { data: sent } = await bench.upload('p12');
    const ticketId = await bench.open('p12', { files: [sent.fileId] });
    const { data: draft } = await bench.upload('p12', 2);
    const calls: [string, object, string][] = [
      ['sendSupport', { ticketId, text: 'x' }, 'conversationUnknown'],
      ['readSupport', { ticketId, number: 1 }, 'conversationUnknown'],
      ['showTyping', { ticketId }, 'conversationUnknown'],
      ['closeSupport', { ticketId }, 'conversationUnknown'],
      ['rateSupport', { ticketId, rating: 1 }, 'conversationUnknown'],
      ['openSupportFile', { fileId: sent.fileId }, 'fileUnknown'],
      ['openSupport', { topic: 'other', text: 'x', files: [draft.fileId] }, 'fileUnknown'],
    ];
    for (const [name, fields, refusal] of calls) {
      expect(await bench.said('p13', name, fields), name).toBe(refusal);
    }
    expect((await bench.get('p13', 'getSupport')).data.tickets).toEqual([]);
    const read = await bench.get('p13', 'getSupportMessages', { ticketId: `${ticketId}` });
    expect(read.data.refusal).toBe('conversationUnknown');
    await bench.post('p13', 'removeSupportFile', { fileId: draft.fileId });
    expect(
      (await bench.post('p12', 'openSupportFile', { fileId: draft.fileId })).headers,
    ).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
    });
    const { read: dataOf } = bench.support.personalRecords;
    expect(await dataOf(13)).toEqual({ conversations: [] });
    expect(await dataOf(12)).toMatchObject({ conversations: [{ ticketId }] });
  });

  it('SUPP-020 the channels carry numbers; what was missed is read after the last one', async () => {
    bench.readers.add('staff -1');
    const [snapshot] = bench.staffStream.sources;
    expect(await snapshot?.('support', -1)).toEqual({});
    expect(await snapshot?.('support', -41)).toBeNull();
    const ticketId = await answered('p20');
    bench.published.length = 0;
    await bench.post('p20', 'showTyping', { ticketId });
    await bench.post('p20', 'sendSupport', { ticketId, text: 'And now?' });
    await bench.post('s1', 'showStaffTyping', { ticketId });
    await bench.post('s1', 'readSupportCase', { ticketId, number: 3 });
    const toStaff = bench.published.filter(([to]) => to === 'staff -1').map(([, delta]) => delta);
    expect(toStaff).toEqual([
      { ticketId, typing: true },
      { ticketId, lastNumber: 3, read: 3 },
      { ticketId, lastNumber: 3, read: 3 },
    ]);
    // Both realms of a person have the channel.
    const toPerson = bench.published.filter(([to]) => to === 'people 20').map(([, delta]) => delta);
    const own = [
      { ticketId, lastNumber: 3, read: 2 },
      { ticketId, typing: true },
      { ticketId, lastNumber: 3, read: 3 },
    ];
    expect(toPerson).toEqual(own.flatMap((delta) => [delta, delta]));
    expect(bench.published.filter(([to]) => to === 'staff -41')).toEqual([]);
    const missed = await messagesOf('p20', ticketId, 2);
    expect(missed.messages.map(({ number }: { number: number }) => number)).toEqual([3]);
    bench.readers.clear();
  });

  it('SUPP-021 an answer that stands unread for ten seconds is a message, once until it is read', async () => {
    const ticketId = await answered('p21');
    const unread = () => bench.facts.filter(({ userId }) => userId === 21);
    await bench.run('notifySupport');
    expect(unread()).toEqual([]);
    bench.clock.set(bench.clock.now() + 10 * SECOND);
    await bench.run('notifySupport');
    await bench.post('s1', 'answerSupport', { ticketId, text: 'And more.' });
    bench.clock.set(bench.clock.now() + 10 * SECOND);
    await bench.run('notifySupport');
    expect(unread()).toEqual([{ fact: 'supportUnread', userId: 21, ticketId }]);
    expect((await bench.get('p21', 'getSupport')).data.unread).toBe(2);
    await bench.post('p21', 'readSupport', { ticketId, number: 3 });
    expect(unread().at(-1)).toEqual({ fact: 'supportRead', userId: 21, ticketId });
    expect((await bench.get('p21', 'getSupport')).data.unread).toBe(0);
  });

  it('SUPP-030 of 32 that close, and of 32 that rate, one does', async () => {
    const ticketId = await answered('p30');
    const closes = await times(32, (at) =>
      at % 2 === 0
        ? bench.said('p30', 'closeSupport', { ticketId })
        : bench.said('s1', 'closeSupportCase', { ticketId }),
    );
    expect(closes.filter((said) => said === 0)).toHaveLength(1);
    expect(new Set(closes)).toEqual(new Set([0, 'ticketClosed']));
    const rate = { ticketId, rating: 4, text: 'Quick.' };
    const rates = await times(32, () => bench.said('p30', 'rateSupport', rate));
    expect(rates.filter((said) => said === 0)).toHaveLength(1);
    expect(new Set(rates)).toEqual(new Set([0, 'alreadyRated']));
    const { data } = await bench.get('s1', 'getSupportQueue');
    expect(data.ratings).toEqual({ count: 1, mean100: 400 });
    const late = await answered('p30');
    await bench.post('p30', 'closeSupport', { ticketId: late });
    bench.clock.set(bench.clock.now() + 30 * DAY);
    expect(await bench.said('p30', 'rateSupport', { ...rate, ticketId: late })).toBe('ratingOver');
  });

  it('SUPP-031 who is silent for a week is answered for good', async () => {
    const ticketId = await answered('p31');
    const waits = await bench.open('p31');
    bench.clock.set(bench.clock.now() + 7 * DAY);
    await bench.run('closeSilentSupport');
    const { data } = await bench.get('p31', 'getSupport');
    const of = (id: number) =>
      data.tickets.find((one: { ticketId: number }) => one.ticketId === id);
    expect([of(ticketId).status, of(ticketId).ratable, of(waits).status]).toEqual([
      ...['closed', true, 'waiting'],
    ]);
  });

  it('SUPP-032 what was said stays as it was said', async () => {
    const { app, pool } = bench.database;
    for (const table of ['support_message', 'support_look']) {
      await expect(app.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
      await expect(pool.query(`update ${table} set at = 0`)).rejects.toThrow('append-only');
    }
    const open = await bench.open('p32');
    const erase = `update support_message set body = '' where ticket_id = ${open}`;
    await expect(app.pool.query(erase)).rejects.toThrow('append-only');
  });

  it('SUPP-034 pictures go when the account is closed, texts when no law keeps them', async () => {
    const { data } = await bench.upload('p34');
    const ticketId = await bench.open('p34', { files: [data.fileId], text: 'I am leaving.' });
    const { read, close, erase } = bench.support.personalRecords;
    for (let times = 0; times < 2; times += 1) await close?.(34, bench.clock.now());
    expect(await bench.said('p34', 'openSupportFile', { fileId: data.fileId })).toBe('fileGone');
    const kept = { ticketId, status: 'closed', messages: [{ text: 'I am leaving.' }] };
    expect(await read(34)).toMatchObject({ conversations: [kept] });
    for (let times = 0; times < 2; times += 1) await erase?.(34, bench.clock.now());
    expect(await read(34)).toMatchObject({
      conversations: [{ ...kept, messages: [{ text: '' }] }],
    });
  });
});

describe('pictures', () => {
  it('SUPP-040 come in like documents, ten of a person, and go when their time is up', async () => {
    const raw = { type: 'image/png', text: Buffer.from('<svg/>') };
    const bad = await bench.client.send('POST', '/web/uploadSupportFile?fileName=a.png', {
      ...{ raw, token: 'p40' },
    });
    expect(bad.data.fields.file).toEqual(['imageKind']);
    expect((await bench.upload('demo40')).data.refusal).toBe('virtualAccount');
    const sent: Awaited<ReturnType<typeof bench.upload>>[] = [];
    while (sent.length < FILES_OF_PERSON_MAX) sent.push(await bench.upload('p40', sent.length));
    expect(sent.map(({ code }) => code)).toEqual(sent.map(() => 0));
    expect((await bench.upload('p40', 99)).data.refusal).toBe('tooManyFiles');
    const [first, second, draft] = sent.map(({ data }) => data.fileId);
    const ticketId = await bench.open('p40', { text: '', files: [first, second] });
    // A draft is sent once.
    const again = { topic: 'other', text: 'x', files: [first] };
    expect(await bench.said('p40', 'openSupport', again)).toBe('fileUnknown');
    await bench.post('p40', 'removeSupportFile', { fileId: draft });
    expect((await bench.upload('p40', 98)).code).toBe(0);
    const kept = async () => {
      await bench.files.forgetOld(bench.clock.now());
      const sql = 'select from stored_object where owner_id = 40 and shredded_at is null';
      return (await bench.database.pool.query(sql)).rowCount;
    };
    bench.clock.set(bench.clock.now() + DAY);
    expect(await kept()).toBe(2);
    expect(await bench.said('p40', 'sendSupport', { ticketId, text: '', files: [draft] })).toBe(
      'fileUnknown',
    );
    await bench.post('p40', 'closeSupport', { ticketId });
    bench.clock.set(bench.clock.now() + 90 * DAY);
    expect(await kept()).toBe(0);
    expect(await bench.said('p40', 'openSupportFile', { fileId: first })).toBe('fileGone');
    const { messages } = await messagesOf('p40', ticketId);
    expect(messages[0].files.map(({ gone }: { gone: boolean }) => gone)).toEqual([true, true]);
  });

  it('SUPP-041 a look of staff is recorded first, marked, and seen by the owner', async () => {
    const { data } = await bench.upload('p41');
    const { fileId } = data;
    const ticketId = await bench.open('p41', { files: [fileId] });
    const look = { ticketId, fileId };
    expect(await bench.said('s1', 'openSupportAttachment', look)).toBe('notClaimed');
    await bench.post('s1', 'claimSupport', { ticketId });
    const other = await answered('p42');
    expect(await bench.said('s1', 'openSupportAttachment', { ticketId: other, fileId })).toBe(
      'fileUnknown',
    );
    const opened = await bench.post('s1', 'openSupportAttachment', look);
    expect(opened.headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'content-disposition': 'attachment' },
    });
    const { messages } = await messagesOf('p41', ticketId);
    expect(messages[0].files[0].looks).toMatchObject([{ by: 'staff:1' }]);
    expect(bench.records.at(-1)).toEqual({
      ...{ action: 'supportFile', subject: `ticket:${ticketId}`, by: 's1' },
    });
  });
});
