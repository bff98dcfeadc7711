import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProved, prove } from '../../identity/security.suite.ts';
import { rulesText, SHIPPED } from '../rules/index.ts';
import {
  asked,
  type BookBench,
  CHAIN,
  DAY,
  HOUR,
  newPerson,
  startBook,
  visitorOf,
} from './addresses.suite.ts';

let bench: BookBench;
beforeAll(async () => {
  bench = await startBook();
});
afterAll(() => bench.stop());

const [MINE, ALIKE, OTHER] = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  `0x5290${'ab'.repeat(16)}9ee7`,
  `0x${'cd'.repeat(20)}`,
];
const codeOf = (answer: { code: number; data?: { refusal?: string } }) =>
  answer.code === 0 ? 'ok' : (answer.data?.refusal ?? answer.code);

describe('the address book', () => {
  it('WDRL-100 adds an address by a step-up for exactly this one, which cools for a day', async () => {
    const ada = await newPerson(bench, 'ada@example.com');
    const { data, code } = await bench.add(ada, { address: MINE, remark: 'cold' });
    const now = bench.clock.now();
    const row = { asset: 'USDT', chainId: CHAIN, chain: 'A test', address: MINE, memo: '' };
    const kept = { addressId: expect.any(Number), ...row, remark: 'cold', addedAt: now };
    expect([code, data]).toEqual([0, { ...kept, usableAt: now + DAY }]);
    const wanted = { chainId: CHAIN, address: MINE, memo: '' };
    expect(await bench.book.find(ada.userId, wanted)).toMatchObject({ addedAt: now });
    expect(await bench.book.find(ada.userId, { ...wanted, memo: '7' })).toBeNull();
    const proved = await prove(bench, ada, 'addAddress', asked({ address: OTHER }));
    const stepUp = proved.data.stepUp;
    const send = (fields: object) => bench.client.post('addAddress', fields, ada);
    expect(codeOf(await send(asked({ address: ALIKE, despite: true, stepUp })))).toBe(
      'stepUpWrong',
    );
    expect(codeOf(await send(asked({ address: OTHER })))).toBe('stepUpNeeded');
    expect(codeOf(await send(asked({ address: OTHER, stepUp })))).toBe('ok');
    expect((await bench.listed(ada)).addresses).toHaveLength(2);
  });

  it('WDRL-100 refuses what is no address, what is there, other networks, and accounts that may not', async () => {
    const ben = await newPerson(bench, 'ben@example.com');
    await bench.add(ben, { address: MINE });
    const send = async (fields: object, by: object = ben) =>
      codeOf(await bench.client.post('addAddress', asked(fields), by));
    for (const address of ['', '0x12', MINE.slice(2), `${MINE}0`, MINE.replace('E7', 'e7')]) {
      expect(await send({ address }), address).toBe(2);
    }
    // No chain carries a memo: who names one means another network.
    expect(await send({ address: OTHER, memo: '7' })).toBe(2);
    expect(await send({ address: OTHER, chainId: 1 })).toBe('notOffered');
    expect(await send({ address: OTHER, asset: 'BTC' })).toBe('notOffered');
    expect(await send({ address: OTHER, more: 1 })).toBe(2);
    expect(codeOf(await bench.add(ben, { address: MINE }))).toBe('addressKnown');
    expect(await send({ address: OTHER }, await visitorOf(bench))).toBe('virtualAccount');
    expect(await send({ address: OTHER }, {})).not.toBe('ok');
    await callProved(bench, ben, 'lockSettings', { days: 1 });
    expect(await send({ address: OTHER })).toBe('settingsLocked');
    expect((await bench.listed(ben)).addresses).toHaveLength(1);
  });

  it('WDRL-100 of many at once an address is added once', async () => {
    const cem = await newPerson(bench, 'cem@example.com');
    const proofs = [];
    for (let count = 0; count < 3; count += 1) {
      const fields = asked({ address: OTHER, remark: String(count) });
      const { data } = await prove(bench, cem, 'addAddress', fields);
      proofs.push({ ...fields, stepUp: data.stepUp });
    }
    const answers = await Promise.all(
      proofs.map((fields) => bench.client.post('addAddress', fields, cem)),
    );
    expect(answers.map(codeOf).sort()).toEqual(['addressKnown', 'addressKnown', 'ok']);
  });

  it('WDRL-101 warns of an address that looks like another one which this person has used', async () => {
    const dee = await newPerson(bench, 'dee@example.com');
    const { data: mine } = await bench.add(dee, { address: MINE });
    const refused = await bench.client.post('addAddress', asked({ address: ALIKE }), dee);
    expect([codeOf(refused), JSON.stringify(refused)]).toEqual([
      ...['addressAlike', expect.stringContaining(MINE)],
    ]);
    await bench.client.post('removeAddress', { addressId: mine.addressId }, dee);
    const later = await bench.client.post('addAddress', asked({ address: ALIKE }), dee);
    expect(codeOf(later)).toBe('addressAlike');
    expect(codeOf(await bench.add(dee, { address: ALIKE, despite: true }))).toBe('ok');
  });

  it('WDRL-102 whoever adds a removed address again waits again, and nobody removes another’s', async () => {
    const eva = await newPerson(bench, 'eva@example.com');
    const { data: first } = await bench.add(eva, { address: OTHER });
    const by = await newPerson(bench, 'foe@example.com');
    const remove = async (addressId: number, who: object) =>
      codeOf(await bench.client.post('removeAddress', { addressId }, who));
    expect(await remove(first.addressId, by)).toBe('noAddress');
    bench.clock.advance(5 * HOUR);
    expect(await remove(first.addressId, eva)).toBe('ok');
    expect(await remove(first.addressId, eva)).toBe('noAddress');
    const { data: again } = await bench.add(eva, { address: OTHER });
    expect(again.usableAt).toBe(bench.clock.now() + DAY);
    const { personalRecords } = bench.book;
    const { addresses } = (await personalRecords.read(eva.userId)) as { addresses: unknown[] };
    expect(addresses).toHaveLength(2);
    await personalRecords.erase?.(eva.userId, 0);
    expect((await bench.listed(eva)).addresses).toEqual([]);
    await expect(
      bench.database.pool.query('update withdrawal_address set added_at = 0'),
    ).rejects.toThrow('stays as it is');
  });

  it('WDRL-103 only known addresses: at once, off after two days, and new ones cool for two', async () => {
    const gus = await newPerson(bench, 'gus@example.com');
    const set = (isOn: boolean) => callProved(bench, gus, 'setWhitelistOnly', { isOn });
    const isOn = () => bench.book.isWhitelistOnly(gus.userId, bench.clock.now());
    expect(await isOn()).toBe(false);
    const unproved = await bench.client.post('setWhitelistOnly', { isOn: true }, gus);
    expect(codeOf(unproved)).toBe('stepUpNeeded');
    expect((await set(true)).data).toEqual({ isOn: true, endsAt: null });
    expect(await isOn()).toBe(true);
    const { data: added } = await bench.add(gus, { address: OTHER });
    expect(added.usableAt).toBe(bench.clock.now() + 2 * DAY);
    bench.clock.advance(1000);
    const endsAt = (await set(false)).data.endsAt;
    expect(endsAt).toBe(bench.clock.now() + 2 * DAY);
    expect((await bench.listed(gus)).whitelist).toEqual({ isOn: true, endsAt });
    bench.clock.advance(2 * DAY - 1);
    expect(await isOn()).toBe(true);
    bench.clock.advance(1);
    expect(await isOn()).toBe(false);
    await expect(bench.database.pool.query('delete from withdrawal_whitelist')).rejects.toThrow(
      /append-only|permission/,
    );
  });
});

describe('the rules as they are read', () => {
  const digest = createHash('sha256').update(rulesText(SHIPPED)).digest('hex');

  it('WDRL-110 everybody reads the numbers that hold now, with their version and digest', async () => {
    const { data } = await bench.client.get('getWithdrawalRules', {});
    expect(data).toMatchObject({
      ...{ version: 1, digest, least: '100', most: '200000', perDay: 2, turnoverMode: 'review' },
      ...{ windowFrom: 720, windowUntil: 1440, zone: 'Asia/Hong_Kong', turnoverPpm: 900_000 },
      ...{ readAt: null, firstReadAt: null },
    });
  });

  it('WDRL-111 a person ticks the version that was shown, once, and it stays on record', async () => {
    const han = await newPerson(bench, 'han@example.com');
    const tick = (fields: object, by: object = han) =>
      bench.client.post('readWithdrawalRules', fields, by);
    expect(await bench.book.hasReadRules(han.userId)).toBe(false);
    expect(codeOf(await tick({ version: 2, digest }))).toBe('otherRules');
    expect(codeOf(await tick({ version: 1, digest: 'ab'.repeat(32) }))).toBe('otherRules');
    expect(codeOf(await tick({ version: 1, digest }, await visitorOf(bench)))).toBe(
      'virtualAccount',
    );
    const at = bench.clock.now();
    expect((await tick({ version: 1, digest })).data).toEqual({ readAt: at });
    bench.clock.advance(HOUR);
    expect((await tick({ version: 1, digest })).data).toEqual({ readAt: at });
    expect(await bench.book.hasReadRules(han.userId)).toBe(true);
    bench.history.push({ ...SHIPPED, version: 2, fee: 1 });
    const { data } = await bench.client.get('getWithdrawalRules', {}, han);
    expect(data).toMatchObject({ version: 2, fee: '0.00000001', readAt: null, firstReadAt: at });
    bench.history.pop();
    await expect(
      bench.database.pool.query('update withdrawal_rules_read set at = 0'),
    ).rejects.toThrow(/append-only|permission/);
  });
});
