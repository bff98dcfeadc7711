import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyCollateral } from '../../examples/verify-collateral.mjs';
import { paperSigner } from '../options/testing/paper-log.ts';
import { receiptOf } from './collateral-receipts.ts';
import {
  asStaff,
  close,
  DAY_MS,
  db,
  forget,
  get,
  open,
  post,
  realm,
  said,
  signer,
  ticks,
  world,
} from './loans.suite.ts';
import { COLLATERAL_TERMS } from './machine/collateral-terms.ts';
import { type CollateralReceipt, recomputed } from './rules/index.ts';
import type { SecuredLoanView } from './schema/index.ts';

const [BTC] = COLLATERAL_TERMS;

beforeAll(async () => {
  await open();
  await realm.must(OWNER.setup, 'listCollateral', BTC!);
});
afterAll(() => close());
beforeEach(async () => {
  forget();
  await realm.quote({ BTCUSDT: '100000' });
});

/** A quote whose tick the log has. */
async function tick(price: string): Promise<void> {
  await realm.quote({ BTCUSDT: price });
  const { n } = realm.machines.feeds.lastIndex('BTC-USDT')!;
  while (ticks.add('BTC-USDT', realm.clock.now(), parseDecimal(price, SCALE)!).n < n);
}

const ASKED = { asset: 'BTC', amount: '6000', collateral: '0.1', periodDays: 30 };
const texts = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const preview = (user: number, change: object = {}) =>
  get(user, 'previewCollateralLoan', texts({ ...ASKED, ...change }));

async function borrow(user: number, change: object = {}) {
  const named = Object.entries(change).filter(([name]) => name in ASKED);
  const { data } = await preview(user, Object.fromEntries(named));
  const { version, contractDigest: contract } = data;
  return post(user, 'openCollateralLoan', {
    ...{ ...ASKED, version, contract, agreement: true, ...change },
  });
}

async function lent(user: number, change: object = {}): Promise<SecuredLoanView> {
  const { code, data, text } = await borrow(user, change);
  if (code !== 0) throw new Error(text);
  return data.loan as SecuredLoanView;
}

const seen = async (user: number, loanId: number) =>
  (await get(user, 'getCollateralLoan', { loanId: String(loanId) })).data;

describe('before it is agreed to', () => {
  it('LOAN-075 cost, share, prices and contract stand there; it is agreed to by its digest, once', async () => {
    const user = await realm.newUser({ BTC: '1' });
    const { data: offer } = await get(user, 'getCollateralTerms');
    expect(offer).toMatchObject({ lentAsset: 'USDT', isOffered: true });
    expect(offer.terms).toMatchObject([
      { asset: 'BTC', initialPpm: 650_000, price: '100000', room: '50000', announced: null },
    ]);
    const { data } = await preview(user);
    expect(data).toMatchObject({
      ...{ apr: '8.76', interest: '43.2', total: '6043.2', interestMost: '47.52' },
      ...{ price: '100000', ltvPpm: 600_006, leastCollateral: '0.09230862' },
      ...{ callPrice: '80000.8', liquidationPrice: '72289.87951807' },
    });
    for (const said of ['0.1 BTC', '8.76 % a year', '43.2 USDT', '47.52 USDT', '83 %']) {
      expect(data.contract).toContain(said);
    }
    expect((await preview(user, { amount: '49' })).data.refusal).toBe('loanBelowLeast');
    expect((await preview(user, { asset: 'ETH' })).data.refusal).toBe('unknownCollateral');
    expect((await preview(user, { periodDays: 31 })).data.refusal).toBe('invalidLoanPeriod');
    expect(await said(borrow(user, { agreement: false }))).toBe(2);
    expect(await said(borrow(user, { contract: 'ab'.repeat(32) }))).toBe('otherLoanContract');
    expect(await said(borrow(user, { version: 2 }))).toBe('loanTermsMoved');
    expect(await said(borrow(user, { collateral: '0.09' }))).toBe('ltvTooHigh');
    expect(await said(borrow(user, { collateral: '1.1' }))).toBe('insufficientCollateral');
    const soldOut = { amount: '60000', collateral: '1' };
    expect(await said(borrow(user, soldOut))).toBe('collateralSoldOut');
    const cid = { cid: `once-${user}` };
    const [one, again] = [await borrow(user, cid), await borrow(user, cid)];
    expect(one.data.loan.loanId).toBe(again.data.loan.loanId);
    const detail = await seen(user, one.data.loan.loanId);
    expect([detail.contract, detail.contractDigest]).toEqual([data.contract, data.contractDigest]);
    expect((await get(user, 'getCollateralLoans')).data.open).toHaveLength(1);
  });

  it('LOAN-077 where the law does not allow loans none is lent; what is lent stays open', async () => {
    const user = await realm.newUser({ BTC: '1' });
    const { loanId } = await lent(user);
    world.isOffered = false;
    expect((await get(user, 'getCollateralTerms')).data.isOffered).toBe(false);
    expect(await said(preview(user))).toBe('loansNotOffered');
    const fields = { ...ASKED, version: 1, contract: 'ab'.repeat(32), agreement: true };
    expect(await said(post(user, 'openCollateralLoan', fields))).toBe('loansNotOffered');
    const change = { loanId, amount: '0.001' };
    for (const name of ['addCollateral', 'releaseCollateral', 'repayCollateralLoan']) {
      expect((await post(user, name, change)).code, name).toBe(0);
    }
  });
});

describe('a loan', () => {
  it('LOAN-072 LOAN-078 holds its collateral alone, and is unknown to others', async () => {
    const [user, other] = await realm.newUsers(2, { BTC: '1' });
    const { loanId } = await lent(user!);
    const balances = await realm.must(OWNER.custody, 'creditDeposit', {
      ...{ userId: user!, asset: 'BTC', amount: '0.5', digest: '1'.repeat(64), rules: 1 },
    });
    expect(balances).toBeDefined();
    const id = { loanId: String(loanId) };
    expect(await said(get(other!, 'getCollateralLoan', id))).toBe('unknownLoan');
    const receipt = { ...id, seq: '1' };
    expect(await said(get(other!, 'getCollateralReceipt', receipt))).toBe('unknownLoan');
    expect(await said(get(user!, 'getCollateralReceipt', receipt))).toBe('noReceipt');
    for (const name of ['addCollateral', 'releaseCollateral', 'repayCollateralLoan']) {
      expect(await said(post(other!, name, { loanId, amount: '1' })), name).toBe('unknownLoan');
    }
    const all = { loanId, amount: '0.1' };
    expect(await said(post(user!, 'releaseCollateral', all))).toBe('invalidCollateral');
    const { data } = await post(user!, 'repayCollateralLoan', { loanId, amount: '5000' });
    expect(data.paid).toEqual({ interest: '0.06', principal: '4999.94' });
    expect(data.loan).toMatchObject({ owed: '1000.06', paid: '5000' });
    expect(Number(data.loan.releasable)).toBeGreaterThan(0.08);
    await realm.must(OWNER.custody, 'creditDeposit', {
      ...{ userId: user!, asset: 'USDT', amount: '1', digest: '2'.repeat(64), rules: 1 },
    });
    const done = await post(user!, 'repayCollateralLoan', { loanId, amount: '2000' });
    expect(done.data.loan).toMatchObject({ state: 'repaid', owed: '0', paid: '6000.06' });
    const again = { loanId, amount: '1' };
    expect(await said(post(user!, 'repayCollateralLoan', again))).toBe('wrongLoanState');
    const { data: list } = await get(user!, 'getCollateralLoans');
    expect([list.open, list.ended.length, list.next]).toEqual([[], 1, null]);
  });

  it('LOAN-083 what ends it at once with other changes answers none of them as a fault', async () => {
    const user = await realm.newUser({ BTC: '1', USDT: '100000' });
    for (let round = 0; round < 3; round += 1) {
      const { loanId } = await lent(user);
      const change = { loanId, amount: '0.0001' };
      const changes = Array.from({ length: 12 }, (_, n) => [
        post(user, n % 2 === 0 ? 'addCollateral' : 'releaseCollateral', change),
        post(user, 'repayCollateralLoan', { loanId, amount: '2000' }),
      ]);
      for (const { code, data, text } of await Promise.all(changes.flat())) {
        if (code !== 0) expect(data.refusal, text).toBe('wrongLoanState');
      }
      expect((await seen(user, loanId)).loan).toMatchObject({ state: 'repaid', paid: '6000.06' });
    }
  });

  it('LOAN-074 LOAN-076 is called and converted once, also after a restart, and computed again', async () => {
    const user = await realm.newUser({ BTC: '1' });
    const { loanId } = await lent(user);
    await realm.quote({ BTCUSDT: '79000' });
    const { loan } = await seen(user, loanId);
    expect(loan).toMatchObject({ calls: 1, calledAt: realm.clock.now(), isFresh: true });
    const before = realm.stateHash();
    await realm.restart();
    expect(realm.stateHash()).toBe(before);
    await realm.quote({ BTCUSDT: '79000' });
    await realm.quote({ BTCUSDT: '72000' });
    await realm.restart();
    await realm.quote({ BTCUSDT: '72000' });
    const { events } = await seen(user, loanId);
    expect(events.map(({ what }: { what: string }) => what)).toEqual(['taken', 'called', 'opened']);
    const { seq } = events[0];
    const { data } = await get(user, 'getCollateralReceipt', texts({ loanId, seq }));
    const receipt = data as CollateralReceipt;
    expect(recomputed(receipt)).toEqual({ reached: true, amounts: true, postings: true });
    const wrong = (change: object) =>
      recomputed({ ...receipt, event: { ...receipt.event, ...change } });
    expect(wrong({ collateral: '0.06' })).toMatchObject({ amounts: false, postings: false });
    expect(wrong({ price: '71000' })).toMatchObject({ amounts: false });
    expect(wrong({ price: '90000' })).toMatchObject({ reached: false });
    expect(wrong({ fee: '1' })).toMatchObject({ amounts: false });
    expect(recomputed({ ...receipt, feePpm: 4_999 })).toMatchObject({ amounts: false });
  });

  it('LOAN-076 of two loans that convert as much each has its own posting, and one that is missing or too many is seen', async () => {
    const user = await realm.newUser({ BTC: '1' });
    const ids = [await lent(user), await lent(user)].map(({ loanId }) => loanId);
    await realm.quote({ BTCUSDT: '72000' });
    const postings = async () => {
      const seqs = await Promise.all(ids.map(async (id) => (await seen(user, id)).events[0].seq));
      expect(seqs[0]).toBe(seqs[1]);
      const asked = ids.map((loanId, at) => texts({ loanId, seq: seqs[at] }));
      const all = await Promise.all(asked.map((one) => get(user, 'getCollateralReceipt', one)));
      return { seq: seqs[0], receipts: all.map(({ data }) => data as CollateralReceipt) };
    };
    const { seq, receipts } = await postings();
    const holds = (all: CollateralReceipt[]) => all.map((one) => recomputed(one).postings);
    expect(receipts[0]!.event.collateral).toBe(receipts[1]!.event.collateral);
    expect(holds(receipts)).toEqual([true, true]);
    const counted = async (change: string) => {
      await db.pool.query(change, [seq]);
      return holds((await postings()).receipts);
    };
    const more = `insert into real.posting select * from real.posting where seq = $1 limit 1`;
    expect(await counted(more)).toEqual([true, false]);
    const one = `ctid = (select ctid from real.posting where seq = $1 limit 1)`;
    const less = async () => {
      await db.pool.query('alter table real.posting disable trigger all');
      return counted(`delete from real.posting where ${one}`);
    };
    expect(await less()).toEqual([true, true]);
    expect(await less()).toEqual([true, false]);
    await counted(more);
    await db.pool.query('alter table real.posting enable trigger all');
  });

  it('LOAN-082 a signed receipt is computed again by a program of its own, and lies are refused', async () => {
    const more = { owner: OWNER.lending, asset: 'USDT', amount: '20000' };
    await realm.must(OWNER.setup, 'fundHouse', more);
    const [one, two, three] = await realm.newUsers(3, { BTC: '1' });
    const part = [one!, (await lent(one!)).loanId] as const;
    const short = [two!, (await lent(two!, { amount: '6400' })).loanId] as const;
    const matured = [
      three!,
      (await lent(three!, { amount: '500', periodDays: 7 })).loanId,
    ] as const;
    await tick('72000');
    const proofOf = async ([user, loanId]: readonly [number, number]) => {
      const { seq } = (await seen(user, loanId)).events[0];
      return (await get(user, 'getCollateralReceipt', texts({ loanId, seq }))).data;
    };
    const first = await proofOf(part);
    await tick('40000');
    const second = await proofOf(short);
    realm.clock.advance(11 * DAY_MS);
    await tick('100000');
    const proofs = [first, second, await proofOf(matured)];
    const made = [];
    for (const proof of proofs) made.push(await verifyCollateral(proof, signer.publicKey));
    expect(made.map(({ kind, hasTick }) => [kind, hasTick])).toEqual([
      ...[
        ['taken', true],
        ['taken', true],
        ['matured', true],
      ],
    ]);
    expect(made[0]).toMatchObject({ asset: 'BTC', collateral: 5_314_252n, paid: 380_713_013_280n });
    expect(second.event.lost).not.toBe('0');
    for (const proof of proofs) {
      await expect(verifyCollateral(proof, paperSigner().publicKey)).rejects.toThrow('another key');
      const { format, publicKey, tick: itsTick, head, signature, ...said } = proof;
      const { event, postings } = said;
      const lie = { ...proof, event: { ...event, fee: '1' } };
      await expect(verifyCollateral(lie)).rejects.toThrow('not signed');
      const moved = { ...postings[0], amount: '0.00000001' };
      // What the house itself would sign, against what follows from its terms and tick.
      const changes = [
        ...['collateral', 'value', 'fee', 'interest', 'principal', 'lost'].map((name) => ({
          event: { ...event, [name]: `${Number(event[name]) + 1}` },
        })),
        { event: { ...event, price: '71999' } },
        { event: { ...event, hadCollateral: '0.001' } },
        { event: { ...event, tick: event.tick - 1 } },
        { event: { ...event, what: event.what === 'taken' ? 'matured' : 'taken' } },
        { feePpm: said.feePpm + 1 },
        { index: 'ETH-USDT' },
        ...[{ postings: [] }, { postings: [moved] }, { postings: [...postings, ...postings] }],
        { postings: [{ ...postings[0], to: 'house:fees currency' }] },
      ];
      for (const change of changes) {
        const signed = receiptOf({ ...said, ...change }, itsTick, signer);
        await expect(verifyCollateral(signed), JSON.stringify(change)).rejects.toThrow();
      }
      for (const wrong of [
        { ...itsTick, price: '1' },
        { ...itsTick, parts: '' },
      ]) {
        await expect(verifyCollateral(receiptOf(said, wrong, signer))).rejects.toThrow();
      }
      await expect(verifyCollateral({ ...proof, head: null })).rejects.toThrow('head');
      const archived = receiptOf(said, null, signer);
      expect(await verifyCollateral(archived)).toMatchObject({ hasTick: false });
      expect([format, publicKey, head.n]).toEqual([
        ...['assay-collateral-receipt-2', signer.publicKey, event.tick],
      ]);
      expect(signature).toBe(archived.signature);
    }
  });

  it('LOAN-070 after 40 days the first tick decides, with every hour charged', async () => {
    const user = await realm.newUser({ BTC: '1' });
    const { loanId } = await lent(user, { periodDays: 180 });
    realm.clock.advance(40 * DAY_MS);
    await realm.restart();
    const stale = await seen(user, loanId);
    expect(stale.loan).toMatchObject({ isFresh: false, interest: '57.6', calls: 0 });
    expect(await said(post(user, 'releaseCollateral', { loanId, amount: '0.001' }))).toBe(
      'noCollateralPrice',
    );
    expect((await preview(user)).data).toMatchObject({ price: '', ltvPpm: null });
    await realm.quote({ BTCUSDT: '72000' });
    const { events, loan } = await seen(user, loanId);
    expect(events[0]).toMatchObject({ what: 'taken', interest: '57.6', price: '72000' });
    expect(loan.ltvPpm).toBeLessThanOrEqual(650_000);
  });

  it('LOAN-081 staff see cover, losses and the loans nearest to repayment', async () => {
    const [one, two] = await realm.newUsers(2, { BTC: '1' });
    const { data: before } = await asStaff(3, 'getCollateralPool');
    const near = await lent(one!, { amount: '6400' });
    const far = await lent(two!, { amount: '1000' });
    const { data } = await asStaff(3, 'getCollateralPool');
    const lentNow = Number(data.assets[0].lent) - Number(before.assets[0].lent);
    expect(lentNow).toBeCloseTo(7400);
    const order = data.near.map(({ loanId }: { loanId: number }) => loanId);
    expect(order.indexOf(near.loanId)).toBeLessThan(order.indexOf(far.loanId));
    await realm.quote({ BTCUSDT: '10000' });
    const { data: after } = await asStaff(3, 'getCollateralPool');
    // 6,400.064 less 0.1 × 10,000 × 0.995, and 1,000.01 less the same, at least.
    expect(Number(after.lost)).toBeGreaterThan(5_405 + 4);
    expect(Number(after.assets[0].converted)).toBeGreaterThan(0.2);
    expect((await seen(one!, near.loanId)).loan).toMatchObject({ state: 'short', owed: '0' });
    await realm.must(staffActor(1), 'setCollateral', { ...BTC!, aprPpm: 100_000 });
    const { data: offer } = await get(one!, 'getCollateralTerms');
    expect(offer.terms[0].announced).toMatchObject({
      ...{ version: 2, aprPpm: 100_000, from: realm.clock.now() + DAY_MS },
    });
  });
});
