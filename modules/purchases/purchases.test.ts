import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { picture } from '@assay/platform/images/images.suite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankCustody } from './index.ts';
import {
  asked,
  asStaff,
  client,
  close,
  db,
  decide,
  forget,
  funds,
  get,
  HOUR_MS,
  IBAN,
  IMPORTER,
  later,
  open,
  ordered,
  PAYEE,
  paid,
  post,
  purchases,
  realm,
  stageOf,
  world,
} from './purchases.suite.ts';

beforeAll(open);
afterAll(() => close());
beforeEach(forget);

const said = async (answer: Promise<{ code: number; data: { refusal?: string } | null }>) => {
  const { code, data } = await answer;
  return data?.refusal ?? code;
};

const prove = async (user: number, purchaseId: number) =>
  client.send('POST', `/web/uploadPurchaseProof?purchaseId=${purchaseId}&fileName=a.jpg`, {
    token: `real-${user}`,
    raw: { type: 'image/jpeg', text: await picture(1, { width: 400, height: 300 }) },
  });

describe('orders', () => {
  it('BUYS-020 lock a rate with its tick, a deadline, an account and a reference', async () => {
    const user = await realm.newUser({});
    const preview = await get(user, 'previewPurchase', { currency: 'EUR', amount: '100' });
    expect(preview.data).toMatchObject({ cost: '93.52', rate: '1.08', rateTick: 9 });
    const one = await ordered(user);
    expect(one).toMatchObject({
      ...{ asset: 'USDT', amount: '100', currency: 'EUR', cost: '93.52', stage: 'waiting' },
      ...{ rate: '1.08', rateSource: 'index', rateTick: 9, marginPpm: 10_000 },
      ...{ payee: { account: IBAN, holder: 'Assay Ltd' }, payer: 'Ana Sousa', hasProof: false },
      deadline: realm.clock.now() + 24 * HOUR_MS,
    });
    expect(one.reference).toMatch(/^QB-[2-9A-Z]{10}$/);
    expect((await ordered(user)).reference).not.toBe(one.reference);
    // The rate moves against them: only for what they have agreed to.
    world.rate = { ...world.rate!, units: 107_000_000n };
    expect(await said(post(user, 'orderPurchase', asked()))).toBe('rateMoved');
    world.rate = { ...world.rate!, units: 109_000_000n };
    expect((await ordered(user)).cost).toBe('92.67');
    expect(await said(post(user, 'orderPurchase', asked()))).toBe('tooManyPurchases');
    const { data } = await get(user, 'getPurchases');
    expect(data.purchases).toHaveLength(3);
    expect(data.purchases[2]).toEqual(one);
  });

  it('BUYS-160 BUYS-161 a command id keeps an order for the same cost, and its rate for a minute', async () => {
    const user = await realm.newUser({});
    const order = (change: object) => post(user, 'orderPurchase', asked(change));
    const { purchaseId } = await ordered(user, { cid: 'agreed-000001' });
    expect(await said(order({ cid: 'agreed-000001', cost: '94' }))).toBe('idempotencyConflict');
    expect(await said(order({ cid: 'agreed-000001', cost: '93.520' }))).toBe(0);
    const lost = async (name: string, digest: string) => {
      const columns = `user_id, asset, amount, currency, cost, agreed, rate, rate_at, rate_source,
        rate_tick, margin_ppm, payee_id, payer, salt, deadline`;
      await db.pool.query(
        `insert into purchase_order (digest, command_id, reference, ordered_at, ${columns})
         select $2, $3, $3, $4, ${columns} from purchase_order where purchase_id = $1`,
        [purchaseId, digest, `${user}:orderPurchase:${name}`, realm.clock.now()],
      );
    };
    await lost('lost-soon', 'a1'.repeat(32));
    await lost('lost-late', 'b2'.repeat(32));
    realm.clock.advance(60_000);
    expect(await said(order({ cid: 'lost-soon' }))).toBe(0);
    realm.clock.advance(1);
    world.rate = { ...world.rate!, at: realm.clock.now(), units: 100_000_000n };
    const { data } = await order({ cid: 'lost-late' });
    expect(data).toMatchObject({ refusal: 'rateMoved' });
    expect(data.detail ?? data).toMatchObject({ cost: '101', currency: 'EUR' });
    expect(await said(order({ cid: 'lost-soon' }))).toBe(0);
    expect(await said(order({ cid: 'agreed-000001' }))).toBe(0);
  });

  it('BUYS-021 BUYS-022 take verification, the rules, a rate, an account, and an amount in bounds', async () => {
    const user = await realm.newUser({});
    const order = (change: object = {}) => said(post(user, 'orderPurchase', asked(change)));
    world.verified = 'none';
    expect(await order()).toBe('verificationNeeded');
    world.verified = 'junior';
    world.hasRead = false;
    expect(await order()).toBe('rulesUnread');
    world.hasRead = true;
    expect(await order({ currency: 'USD' })).toBe('currencyClosed');
    expect(await order({ amount: '9.99' })).toBe('belowLeast');
    expect(await order({ amount: '20000.01', cost: '99999' })).toBe('aboveMost');
    realm.clock.advance(HOUR_MS + 1);
    expect(await order()).toBe('currencyClosed');
    const terms = await get(user, 'getPurchaseTerms');
    expect(terms.data).toMatchObject({ currencies: [], verified: 'junior', hasReadRules: true });
    world.rate = null;
    expect(await order()).toBe('currencyClosed');
    forget();
    expect(await said(client.post('orderPurchase', asked(), { token: `demo-${user}` }))).toBe(
      'virtualAccount',
    );
    expect((await get(user, 'getPurchases')).data.purchases).toEqual([]);
  });

  it('BUYS-023 BUYS-024 BUYS-026 expire unpaid, and not once a picture says that they are paid', async () => {
    const user = await realm.newUser({});
    const [silent, proved] = [await ordered(user), await ordered(user)];
    const stranger = await realm.newUser({});
    for (const name of ['getPurchase', 'cancelPurchase']) {
      const ask = name === 'getPurchase' ? get : post;
      expect(await said(ask(stranger, name, { purchaseId: String(silent.purchaseId) }))).toBe(
        'unknownPurchase',
      );
    }
    expect(await said(prove(stranger, proved.purchaseId))).toBe('unknownPurchase');
    const bad = { type: 'image/jpeg', text: 'no picture' };
    const path = `/web/uploadPurchaseProof?purchaseId=${proved.purchaseId}&fileName=a.jpg`;
    const answer = await client.send('POST', path, { token: `real-${user}`, raw: bad });
    expect(answer.code).toBe(2);
    for (const _ of [1, 2]) expect((await prove(user, proved.purchaseId)).code).toBe(0);
    const { rows } = await db.pool.query(
      'select count(*)::int as count from stored_object where shredded_at is null',
    );
    expect(rows[0].count).toBe(1);
    expect(await said(post(user, 'cancelPurchase', { purchaseId: proved.purchaseId }))).toBe(
      'wrongState',
    );
    await later(24 * HOUR_MS - 1);
    expect(await stageOf(user, silent.purchaseId)).toBe('waiting');
    await later(1);
    expect(await stageOf(user, silent.purchaseId)).toBe('expired');
    expect(await stageOf(user, proved.purchaseId)).toBe('proved');
    const open = { purchaseId: proved.purchaseId };
    const seen = await asStaff(3, 'openPurchaseProof', open);
    expect(seen.headers['content-type']).toBe('image/jpeg');
    expect(world.records).toEqual(['purchaseProof']);
    const queue = await asStaff(3, 'getPurchaseQueue');
    const row = queue.data.purchases.find((one: typeof open) => one.purchaseId === open.purchaseId);
    expect(row).toMatchObject({ late: true, stage: 'proved' });
    expect(await said(prove(user, silent.purchaseId))).toBe('wrongState');
  });

  it('BUYS-025 a dispute opens one conversation, and the order stays', async () => {
    const user = await realm.newUser({});
    const { purchaseId } = await ordered(user);
    const text = { purchaseId, text: 'I have paid.' };
    // With the reference it is one message of support, which has 2,000 characters.
    expect(
      (await post(user, 'disputePurchase', { ...text, text: 'x'.repeat(1_901) })).code,
    ).not.toBe(0);
    expect((await post(user, 'disputePurchase', text)).data).toEqual({ ticketId: world.tickets });
    expect(await said(post(user, 'disputePurchase', text))).toBe('wrongState');
    await later(48 * HOUR_MS);
    expect(await stageOf(user, purchaseId)).toBe('disputed');
    const { data } = await get(user, 'getPurchase', { purchaseId: String(purchaseId) });
    expect(data.timeline.map(({ what }: { what: string }) => what)).toEqual([
      ...['ordered', 'disputed'],
    ]);
  });

  it('BUYS-027 every field of every call with every wrong value is refused and changes nothing', async () => {
    const user = await realm.newUser({});
    const before = realm.stateHash();
    const wrong: Record<string, readonly unknown[]> = {
      currency: ['', 'eur', 'ABC', 5, null, ['EUR']],
      amount: ['', '0', '-1', '1e3', '0.000000001', ' 1', 5, null, '١٠٠'],
      cost: ['', '0', '-1', '1e3', 5, null],
      payer: ['', ' ', 'a\u0007', 'x'.repeat(71), 5, null],
      purchaseId: [0, -1, 1.5, 'x', null, ''],
      text: ['', 'x'.repeat(2_001), null],
    };
    const good: Record<string, Record<string, unknown>> = {
      orderPurchase: asked(),
      cancelPurchase: { purchaseId: 1 },
      disputePurchase: { purchaseId: 1, text: 'hello' },
    };
    for (const [name, fields] of Object.entries(good)) {
      for (const field of Object.keys(fields)) {
        for (const value of wrong[field]!) {
          const { code } = await post(user, name, { ...fields, [field]: value });
          expect([name, field, value, code]).toEqual([name, field, value, 2]);
        }
        expect((await post(user, name, { ...fields, strange: 1 })).code).toBe(2);
      }
    }
    expect(realm.stateHash()).toBe(before);
    expect((await get(user, 'getPurchases')).data.purchases).toEqual([]);
  });
});

describe('releasing', () => {
  it('BUYS-030 one person releases what a line pays in every particular, and nothing else', async () => {
    const user = await realm.newUser({});
    const [one, other] = [await ordered(user), await ordered(user)];
    const lineId = await paid(one);
    const strange = await paid(other, { payer: 'Somebody Else' });
    const little = await paid(other, { amount: '90.00' });
    const by = (purchaseId: number, line: number, staff = 3) =>
      said(asStaff(staff, 'releasePurchaseAlone', { purchaseId, lineId: line }));
    expect(await by(one.purchaseId, lineId)).toBe('notClaimed');
    for (const { purchaseId } of [one, other]) await asStaff(3, 'claimPurchase', { purchaseId });
    expect(await said(asStaff(4, 'claimPurchase', { purchaseId: one.purchaseId }))).toBe(
      'claimedByOther',
    );
    expect(await by(other.purchaseId, lineId)).toBe('needsTwoPeople');
    expect(await by(other.purchaseId, strange)).toBe('needsTwoPeople');
    expect(await by(other.purchaseId, little)).toBe('needsTwoPeople');
    expect(await by(one.purchaseId, 999_999)).toBe('unknownLine');
    expect(await by(one.purchaseId, lineId)).toBe(0);
    expect(await stageOf(user, one.purchaseId)).toBe('released');
    expect(funds(user)[1]).toBe('100/0');
    expect(await by(one.purchaseId, lineId)).toBe('notClaimed');
    const { rows } = await db.pool.query(
      `select e.ground, c.rules, c.amount::text from real.ended_purchase e
       join real.deposit_credit c on c.seq = e.seq where e.id = $1`,
      [one.purchaseId],
    );
    expect(rows).toEqual([{ ground: 'exactMatch', rules: 7, amount: '10000000000' }]);
  });

  it('BUYS-037 whoever has imported a line does not release by it, by no account of theirs', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user);
    const { purchaseId } = one;
    const lineId = await paid(one);
    const by = async (staff: number) => {
      await asStaff(staff, 'claimPurchase', { purchaseId });
      const answer = await said(asStaff(staff, 'releasePurchaseAlone', { purchaseId, lineId }));
      await asStaff(staff, 'unclaimPurchase', { purchaseId });
      return answer;
    };
    expect(await by(IMPORTER)).toBe('ownImport');
    // The importer was another account of the person who is member 4.
    world.persons.set(IMPORTER, 4);
    expect(await by(4)).toBe('ownImport');
    expect([await stageOf(user, purchaseId), funds(user)[1]]).toEqual(['waiting', '0/0']);
    expect(await by(3)).toBe(0);
    expect(world.details.at(-1)).toEqual({ purchaseId, lineId, digest: expect.any(String) });
    // In a trial one person plays both, and the record says so.
    forget();
    world.isTrial = true;
    const two = await ordered(user);
    const given = { purchaseId: two.purchaseId, lineId: await paid(two) };
    await asStaff(IMPORTER, 'claimPurchase', { purchaseId: two.purchaseId });
    expect(await said(asStaff(IMPORTER, 'releasePurchaseAlone', given))).toBe(0);
    expect(world.details.at(-1)).toMatchObject({ ...given, selfApproved: true });
  });

  it('BUYS-035 whoever pays is compared with the name that was proved, not with what was typed', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user, { payer: 'Somebody Else' });
    const typed = await paid(one);
    const proved = await paid(one, { payer: 'ANA SOUSA' });
    const { purchaseId } = one;
    await asStaff(3, 'claimPurchase', { purchaseId });
    const { data } = await asStaff(3, 'getPurchaseCase', { purchaseId: String(purchaseId) });
    const differs = new Map(
      data.lines.map((line: { lineId: number; differences: string[] }) => {
        return [line.lineId, line.differences] as const;
      }),
    );
    expect([differs.get(typed), differs.get(proved)]).toEqual([['payer'], []]);
    const by = (lineId: number) => said(asStaff(3, 'releasePurchaseAlone', { purchaseId, lineId }));
    expect(await by(typed)).toBe('needsTwoPeople');
    expect(await by(proved)).toBe(0);
  });

  it('BUYS-036 what is booked after the day of the deadline is released by nobody, and goes back', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user);
    const { purchaseId, cost } = one;
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const late = await paid(one, { day: day(one.deadline + 24 * HOUR_MS) });
    await asStaff(3, 'claimPurchase', { purchaseId });
    const alone = asStaff(3, 'releasePurchaseAlone', { purchaseId, lineId: late });
    expect(await said(alone)).toBe('needsTwoPeople');
    const { data } = await asStaff(3, 'getPurchaseCase', { purchaseId: String(purchaseId) });
    const body = { purchaseId, digest: data.digest };
    const assign = { ...body, lineId: late, ground: 'twoPeople' };
    expect(await decide('assignLine', assign)).toBe('lineDiffers');
    expect(await decide('letPurchaseGo', { ...body, reason: 'paidLate' })).toBe('');
    expect(
      await decide('returnLine', { lineId: late, amount: `${cost} EUR`, bankReference: 'R' }),
    ).toBe('');
    expect(await stageOf(user, purchaseId)).toBe('refunded');
    expect(funds(user)[1]).toBe('0/0');
    const two = await ordered(user);
    const inTime = await paid(two, { day: day(two.deadline) });
    await asStaff(3, 'claimPurchase', { purchaseId: two.purchaseId });
    const given = { purchaseId: two.purchaseId, lineId: inTime };
    expect(await said(asStaff(3, 'releasePurchaseAlone', given))).toBe(0);
  });

  it('BUYS-031 two people assign, let go, send back, and keep the accounts', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user);
    const lineId = await paid(one, { payer: 'Partner of Ana', text: 'forgot the number' });
    const little = await paid(one, { amount: '1.00' });
    const { data } = await asStaff(3, 'getPurchaseCase', { purchaseId: String(one.purchaseId) });
    const { digest } = data;
    const body = { purchaseId: one.purchaseId, digest, lineId, ground: 'twoPeople' };
    expect(await decide('assignLine', { ...body, ground: 'exactMatch' })).toBe('badCommand');
    expect(await decide('assignLine', { ...body, digest: 'a'.repeat(64) })).toBe('otherDigest');
    expect(await decide('assignLine', { ...body, lineId: little })).toBe('lineDiffers');
    expect(await decide('assignLine', body)).toBe('');
    expect(await decide('assignLine', body)).toBe('wrongState');
    expect(await stageOf(user, one.purchaseId)).toBe('released');
    expect(funds(user)[1]).toBe('100/0');
    const sent = { lineId: little, amount: '1 EUR', bankReference: 'R1' };
    for (const amount of ['2 EUR', '1 USD', '1']) {
      expect(await decide('returnLine', { ...sent, amount })).toBe('lineDiffers');
    }
    expect(await decide('returnLine', { ...sent, lineId })).toBe('lineUsed');
    expect(await decide('returnLine', sent)).toBe('');
    expect(await decide('returnLine', sent)).toBe('lineUsed');

    const two = await ordered(user);
    const of = await asStaff(3, 'getPurchaseCase', { purchaseId: String(two.purchaseId) });
    const go = { purchaseId: two.purchaseId, digest: of.data.digest, reason: 'otherPayer' };
    expect(await decide('letPurchaseGo', { ...go, reason: 'because' })).toBe('badCommand');
    expect(await decide('letPurchaseGo', go)).toBe('');
    expect(await decide('letPurchaseGo', go)).toBe('wrongState');
    const seen = await get(user, 'getPurchase', { purchaseId: String(two.purchaseId) });
    expect(seen.data.purchase).toMatchObject({ stage: 'refunded', reason: 'otherPayer' });

    expect(await decide('setPayee', PAYEE)).toBe('unchanged');
    expect(await decide('setPayee', { ...PAYEE, bic: 'no' })).toBe('badCommand');
    expect(await decide('setPayee', { ...PAYEE, bankName: 'Second Bank' })).toBe('');
    const { payees } = (await asStaff(3, 'getPayees')).data;
    expect(payees.map((payee: typeof PAYEE & { isOpen: boolean }) => payee.isOpen)).toEqual([
      ...[true, false],
    ]);
    const { payeeId } = payees[0];
    expect(await decide('closePayee', { payeeId, account: 'OTHER' })).toBe('unknownAccount');
    expect(await decide('closePayee', { payeeId, account: IBAN })).toBe('');
    expect(await said(post(user, 'orderPurchase', asked()))).toBe('currencyClosed');
    expect(await decide('setPayee', PAYEE)).toBe('');
    for (const account of [IBAN, 'GB29NWBK60161331926819']) {
      const changed = { ...PAYEE, account, bankName: 'Third Bank' };
      const both = await Promise.all([decide('setPayee', changed), decide('setPayee', changed)]);
      expect(both.toSorted()).toEqual(['', 'unchanged']);
    }
  });

  it('BUYS-032 what was decided is done once, also where the server died in between', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user);
    const lineId = await paid(one);
    await db.pool.query(
      `update bank_line set order_digest = (select digest from purchase_order
         where purchase_id = $1), ground = 'exactMatch', rules = 7, decided_at = 1
       where line_id = $2`,
      [one.purchaseId, lineId],
    );
    expect(await stageOf(user, one.purchaseId)).toBe('matched');
    await Promise.all([later(0), later(0), later(0)]);
    expect(await stageOf(user, one.purchaseId)).toBe('released');
    expect(funds(user)[1]).toBe('100/0');
    // The answer of an order was lost.
    const two = await ordered(user);
    await db.pool.query('alter table purchase_order disable trigger all');
    await db.pool.query('update purchase_order set purchase_id = null where purchase_id = $1', [
      two.purchaseId,
    ]);
    await db.pool.query('alter table purchase_order enable trigger all');
    expect(await said(get(user, 'getPurchase', { purchaseId: String(two.purchaseId) }))).toBe(
      'unknownPurchase',
    );
    await later(20_000);
    expect(await stageOf(user, two.purchaseId)).toBe('waiting');
  });

  it('BUYS-044 nobody changes in the database what was ordered, paid or said', async () => {
    const user = await realm.newUser({});
    const one = await ordered(user);
    await paid(one);
    const changes = [
      `update purchase_order set cost = cost + 1000000`,
      `update purchase_order set reference = 'QB-X' where purchase_id = ${one.purchaseId}`,
      `update purchase_payee set account = 'DE00'`,
      `update bank_line set amount = amount * 2`,
      `update bank_line set order_digest = null, ground = null, rules = null
         where order_digest is not null`,
    ];
    for (const change of changes) {
      await expect(db.app.pool.query(change)).rejects.toThrow('does not change');
    }
    for (const table of ['purchase_order', 'purchase_payee', 'bank_line']) {
      await expect(db.app.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    }
    const own = (await purchases.personalRecords.read(user)) as { reference: string }[];
    expect(own.map(({ reference }) => reference)).toEqual([one.reference]);
    await purchases.personalRecords.close!(user, 1);
    expect(await stageOf(user, one.purchaseId)).toBe('cancelled');
    await purchases.personalRecords.erase!(user, 1);
    const { rows } = await db.pool.query('select payer from purchase_order where user_id = $1', [
      user,
    ]);
    expect(rows).toEqual([{ payer: '' }]);
  });

  it('BUYS-045 RECO-020 what statements say came in is what outside:deposits gave, to the unit', async () => {
    const one = await ordered(await realm.newUser({}));
    const lineId = await paid(one);
    const { data } = await asStaff(3, 'getPurchaseCase', { purchaseId: String(one.purchaseId) });
    const before = (await bankCustody(db.pool))[0]?.broughtIn ?? 0n;
    expect(
      await decide('assignLine', {
        ...{ purchaseId: one.purchaseId, digest: data.digest, lineId, ground: 'twoPeople' },
      }),
    ).toBe('');
    await later(0);
    const [custody] = await bankCustody(db.pool);
    const { rows } = await db.pool.query<{ gave: string }>(
      `select (-b.available - b.held)::text as gave from real.balance b join real.asset a
         on a.symbol = 'EUR' and b.account = $1::bigint + a.id`,
      [accountId(OWNER.outsideDeposits, WALLET.currency, 0)],
    );
    expect(custody).toMatchObject({ asset: 'EUR', bringing: 0n, paidOut: 0n });
    expect(custody!.broughtIn).toBe(before + parseDecimal(one.cost, SCALE)!);
    expect(rows).toEqual([{ gave: String(custody!.broughtIn) }]);
  });
});
