import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { transaction } from '@assay/platform/db/transaction';
import { lookThenWrite } from '@assay/platform/testing/race';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankDigest } from '../../wallet/withdrawals/digest.ts';
import { bankCustody, tradedForBankMoney } from '../index.ts';
import {
  asStaff,
  close,
  credited,
  db,
  debited,
  decide,
  forget,
  funds,
  get,
  HOUR_MS,
  IMPORTER,
  later,
  open,
  post,
  purchases,
  realm,
  withdrawals,
  world,
} from '../purchases.suite.ts';

beforeAll(async () => {
  await open();
  const capital = { owner: OWNER.purchases, asset: 'EUR', amount: '20000' };
  await realm.must(OWNER.setup, 'fundHouse', capital);
  // Some money of others, so that what leaves is no large part of all.
  await realm.newUser({ USDT: '90000000' });
});
afterAll(() => close());
beforeEach(forget);

const newUser = () => realm.newUser({ USDT: '50000' });
const PIN = '271845';

/** 202 USDT: 200 of them for 183.33 EUR, at 1.08 and one per cent. */
const asked = (change: object = {}) => ({
  ...{ asset: 'USDT', amount: '202', currency: 'EUR', kind: 'ordinary' },
  ...{ bankName: 'Second Bank', account: 'NL91 ABNA 0417 1643 00', bic: 'abnanl2a' },
  ...{ bankAddress: 'Amsterdam', payeeName: 'Ana Sousa', payeePhone: '+31 20 1234567' },
  ...{ payeeAddress: 'Keizersgracht 1, Amsterdam', ...change },
});
const ask = (user: number, change: object = {}) =>
  post(user, 'requestBankWithdrawal', {
    ...{ ...asked(), proceeds: '183.33', tradePassword: PIN, stepUp: 's'.repeat(43), ...change },
  });

type View = Record<string, unknown> & {
  withdrawalId: number;
  stage: string;
  bank: Record<string, unknown> & { reference: string };
};

async function requested(user: number, change: object = {}): Promise<View> {
  const { code, data, text } = await ask(user, change);
  if (code !== 0) throw new Error(text);
  return data.withdrawal as View;
}

async function seen(user: number, id: number) {
  const { data } = await get(user, 'getWithdrawal', { withdrawalId: String(id) });
  return data as { withdrawal: View; timeline: { what: string }[] };
}

/** Handed to staff, who have made the payment: what waits for the statement. */
async function paying(user: number, change: object = {}): Promise<View> {
  const one = await requested(user, change);
  const { withdrawalId } = one;
  // The account is new, so it is held for a day; then it goes by itself.
  await later(24 * HOUR_MS);
  await later(1);
  expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('paying');
  return one;
}

const claim = (withdrawalId: number, by = 3) => asStaff(by, 'claimWithdrawal', { withdrawalId });
const payAlone = (withdrawalId: number, lineId: number, by = 3) =>
  asStaff(by, 'payBankWithdrawalAlone', { withdrawalId, lineId });

async function digestOf(withdrawalId: number): Promise<string> {
  const { rows } = await db.pool.query(
    'select digest from withdrawal_destination where withdrawal_id = $1',
    [withdrawalId],
  );
  return rows[0].digest as string;
}

describe('a withdrawal to a bank', () => {
  it('WDRL-127 locks the rate of its request with tick and spread, holds both, and its digest binds every field', async () => {
    const user = await newUser();
    const terms = (await get(user, 'getBankTerms')).data.currencies;
    expect(terms).toEqual([
      expect.objectContaining({ currency: 'EUR', rate: '1.08', rateTick: 9, spreadPpm: 10_000 }),
    ]);
    const { accepted } = (await get(user, 'previewBankWithdrawal', asked())).data;
    expect(accepted).toMatchObject({ fee: '2', arrives: '200', proceeds: '183.33', rate: '1.08' });
    const { bank, withdrawalId, stage } = await requested(user);
    expect(bank).toMatchObject({
      ...{ currency: 'EUR', proceeds: '183.33', rate: '1.08', rateAt: world.rate!.at },
      ...{ account: 'NL91ABNA0417164300', bic: 'ABNANL2A', payeeName: 'Ana Sousa', back: null },
    });
    expect([stage, world.proved]).toEqual(['held', ['requestBankWithdrawal']]);
    expect(funds(user)[1]).toBe('49798/202');
    // Another rate later changes nothing of it.
    world.rate = { ...world.rate!, units: 200_000_000n };
    expect((await seen(user, withdrawalId)).withdrawal.bank).toMatchObject({ proceeds: '183.33' });
    const { rows } = await db.pool.query(
      `select d.address as account, d.recipient as "payeeName", d.salt, d.digest,
         b.reference, b.currency, b.proceeds, b.rate, b.rate_at as "rateAt",
         b.rate_source as "rateSource", b.rate_tick as "rateTick", b.spread_ppm as "spreadPpm",
         b.bank_name as "bankName", b.bic, b.bank_address as "bankAddress",
         b.payee_phone as "payeePhone", b.payee_address as "payeeAddress"
       from withdrawal_destination d join withdrawal_bank b using (digest)
       where d.withdrawal_id = $1`,
      [withdrawalId],
    );
    const [{ digest, ...row }] = rows;
    const exact = { ...row, proceeds: BigInt(row.proceeds), rate: BigInt(row.rate) };
    expect(bankDigest(exact)).toBe(digest);
    for (const name of Object.keys(exact)) {
      expect([name, bankDigest({ ...exact, [name]: 'x' })]).not.toEqual([name, digest]);
    }
    const changed = 'update withdrawal_bank set rate = rate + 1 where digest = $1';
    await expect(db.pool.query(changed, [digest])).rejects.toThrow('does not change');
  });

  it('WDRL-128 stands under the same rules as others: least, verification, day, known addresses only', async () => {
    const user = await newUser();
    const refusal = async (change: object) => (await ask(user, change)).data?.refusal;
    expect(await refusal({ amount: '99' })).toBe('belowLeast');
    expect(await refusal({ currency: 'GBP' })).toBe('notOffered');
    expect(await refusal({ proceeds: '183.34' })).toBe('proceedsMoved');
    world.verified = 'senior';
    expect(await refusal({ amount: '49000', proceeds: '1' })).toBe('bankMoneyShort');
    expect(await refusal({ stepUp: undefined })).toBe('stepUpNeeded');
    world.verified = 'none';
    expect(await refusal({})).toBe('verificationNeeded');
    world.verified = 'senior';
    world.whitelistOnly = true;
    expect(await refusal({})).toBe('unknownAddress');
    world.whitelistOnly = false;
    await requested(user);
    await requested(user);
    expect(await refusal({})).toBe('dailyLimit');
    const demo = await get(user, 'getBankTerms');
    expect(demo.code).toBe(0);
  });

  it('WDRL-141 locks its rate for a day ahead at most; those that are cancelled count on their day', async () => {
    const user = await newUser();
    const now = realm.clock.now();
    const refusal = async (change: object) => (await ask(user, change)).data?.refusal;
    expect(await refusal({ notBefore: now + 86_460_000 })).toBe('tooFarAhead');
    expect(await refusal({ notBefore: 4_070_908_800_000 })).toBe('tooFarAhead');
    for (const _ of [1, 2]) {
      const { withdrawalId } = await requested(user);
      expect((await post(user, 'cancelWithdrawal', { withdrawalId })).code).toBe(0);
    }
    expect(await refusal({})).toBe('dailyLimit');
    expect(await refusal({ notBefore: now + 80_000_000 })).toBe('dailyLimit');
  });

  it('WDRL-129 is refused by its field for an account, a code or a name that is none', async () => {
    const user = await newUser();
    const wrong = [
      ...[{ account: 'NL91ABNA0417164301' }, { account: 'x' }, { bic: 'ABNANL2' }, { bic: '' }],
      ...[{ payeeName: '' }, { payeePhone: '' }, { payeeAddress: '' }, { bankName: '' }],
      ...[{ bankAddress: '' }, { amount: '0' }, { currency: 'eur' }, { kind: 'return' }],
    ];
    for (const change of wrong) {
      expect([change, (await ask(user, change)).code]).toEqual([change, 2]);
    }
    expect(funds(user)[1]).toBe('50000/0');
  });

  it('WDRL-130 WDRL-156 the same command id asks once, and is refused for another payee', async () => {
    const user = await newUser();
    const cid = 'bank-once';
    const first = await requested(user, { cid });
    expect((await requested(user, { cid })).withdrawalId).toBe(first.withdrawalId);
    for (const change of [{ payeeName: 'Eva' }, { notBefore: '1900000000000' }]) {
      expect((await ask(user, { cid, ...change })).data.refusal).toBe('idempotencyConflict');
    }
    expect(funds(user)[1]).toBe('49798/202');
  });

  it('WDRL-131 goes to two people when the payee is not who was verified, and is cancelled until it is handed over', async () => {
    const user = await newUser();
    const { withdrawalId } = await requested(user, { payeeName: 'Eva Sousa' });
    const { withdrawal } = await seen(user, withdrawalId);
    expect(withdrawal.holds).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: 'payee', follows: 'escalate' })]),
    );
    await later(48 * HOUR_MS);
    expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('late');
    await claim(withdrawalId);
    const alone = await asStaff(3, 'approveWithdrawalAlone', { withdrawalId });
    expect(alone.data.refusal).toBe('needsTwoPeople');
    await asStaff(3, 'releaseWithdrawal', { withdrawalId });
    expect((await post(user, 'cancelWithdrawal', { withdrawalId })).code).toBe(0);
    expect(funds(user)[1]).toBe('50000/0');
  });
});

describe('paying it', () => {
  it('WDRL-132 one who has claimed it settles by a debit that fits in everything, and by no other', async () => {
    const user = await newUser();
    const { withdrawalId, bank } = await paying(user);
    const { reference } = bank;
    const other = await debited({ text: reference, amount: '183.32' });
    const unnamed = await debited({ text: 'Invoice', amount: '183.33' });
    const exact = await debited({ text: `Payout ${reference}`, amount: '183.33' });
    expect((await payAlone(withdrawalId, exact)).data.refusal).toBe('notClaimed');
    await claim(withdrawalId);
    expect((await payAlone(withdrawalId, other)).data.refusal).toBe('lineDiffers');
    expect((await payAlone(withdrawalId, unnamed)).data.refusal).toBe('needsTwoPeople');
    const shown = (await asStaff(3, 'getBankDebits', { withdrawalId: String(withdrawalId) })).data;
    expect(shown.debits[0]).toMatchObject({ lineId: exact, differences: [] });
    expect((await payAlone(withdrawalId, exact)).code).toBe(0);
    const { withdrawal, timeline } = await seen(user, withdrawalId);
    expect([withdrawal.stage, withdrawal.canCancel]).toEqual(['paid', false]);
    expect(timeline.map(({ what }) => what)).toEqual([
      ...['requested', 'held', 'released', 'approved', 'paying', 'paid'],
    ]);
    expect((await payAlone(withdrawalId, unnamed)).data.refusal).toBe('wrongState');
    expect(funds(user)[1]).toBe('49798/0');
  });

  it('WDRL-142 whoever has imported a debit does not settle by it, by no account of theirs', async () => {
    const user = await newUser();
    const { withdrawalId, bank } = await paying(user);
    const exact = await debited({ text: bank.reference, amount: '183.33' });
    const by = async (staff: number) => {
      await claim(withdrawalId, staff);
      const { code, data } = await payAlone(withdrawalId, exact, staff);
      await asStaff(staff, 'releaseWithdrawal', { withdrawalId });
      return data?.refusal ?? code;
    };
    expect(await by(IMPORTER)).toBe('ownImport');
    world.persons.set(IMPORTER, 4);
    expect(await by(4)).toBe('ownImport');
    expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('paying');
    expect(await by(3)).toBe(0);
    expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('paid');
  });

  it('WDRL-133 two people say that another debit paid it, and a transaction of a chain never does', async () => {
    const user = await newUser();
    const { withdrawalId } = await paying(user);
    const digest = await digestOf(withdrawalId);
    const byHand = { withdrawalId, digest, transaction: `0x${'ab'.repeat(32)}` };
    const { connect } = db.app;
    const bare = await connect();
    expect(await withdrawals.byHand.prepared(byHand, bare as never)).toBe('paidByBank');
    await bare.end();
    const lineId = await debited({ text: 'Invoice', amount: '183.33', payer: 'A. Sousa' });
    const body = { withdrawalId, digest, lineId, ground: 'twoPeople' };
    expect(await decide('payByBank', { ...body, digest: 'ab'.repeat(32) })).toBe('otherDigest');
    expect(await decide('payByBank', body)).toBe('');
    expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('paid');
    expect(await decide('payByBank', body)).toBe('wrongState');
  });

  it('WDRL-134 the race catches a handler that looks whether a debit is free before it writes', async () => {
    expect(await lookThenWrite(db.pool, 32)).toBeGreaterThan(1);
  });

  it.each([32, 256])(
    'WDRL-134 of %i at once a debit pays one withdrawal, and a withdrawal is paid once',
    async (parallel) => {
      const user = await newUser();
      const one = await paying(user);
      const lines: number[] = [];
      for (let n = 0; n < 8; n += 1) {
        lines.push(await debited({ text: one.bank.reference, amount: '183.33' }));
      }
      await claim(one.withdrawalId);
      const tries = Array.from({ length: parallel }, (_, n) =>
        payAlone(one.withdrawalId, lines[n % lines.length]!),
      );
      const codes = (await Promise.all(tries)).map(({ code }) => code);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      const used = 'select count(*)::int as n from bank_debit where withdrawal_id = $1';
      expect((await db.pool.query(used, [one.withdrawalId])).rows).toEqual([{ n: 1 }]);
      expect(funds(user)[1]).toBe('49798/0');
    },
  );
});

/** Until somebody waits for whoever ends a withdrawal; other databases have locks of their own. */
async function waiting(): Promise<void> {
  const text = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await db.pool.query(text)).rowCount === 0) await new Promise((go) => setTimeout(go, 5));
}

describe('two decisions, and a rate that waits', () => {
  it('WDRL-138 nobody says that a bank paid one while it is given back', async () => {
    const user = await newUser();
    const { withdrawalId, bank } = await paying(user);
    const lineId = await debited({ text: bank.reference, amount: '183.33' });
    await claim(withdrawalId);
    const body = { withdrawalId, digest: await digestOf(withdrawalId), reason: 'notSent' };
    const paid = await withdrawals.alone(withdrawalId, async () => {
      const answer = payAlone(withdrawalId, lineId);
      await waiting();
      await realm.must(staffActor(2), 'returnWithdrawal', body);
      return { answer };
    });
    expect((await paid.answer).data.refusal).toBe('wrongState');
    expect(funds(user)[1]).toBe('50000/0');
    const { rows } = await db.pool.query(
      'select withdrawal_id from bank_debit where line_id = $1',
      [lineId],
    );
    expect(rows).toEqual([{ withdrawal_id: null }]);
  });

  it('WDRL-139 a request that has not come to the engine keeps its rate for a minute, and no longer', async () => {
    const user = await newUser();
    const { withdrawalId } = await requested(user);
    const lost = async (name: string) => {
      const columns = `user_id, kind, asset, amount, fee, chain_id, token, address, memo, recipient,
        provider, sum, salt, queued_until, ground, risk`;
      const digest = (name === 'rate-soon' ? 'a1' : 'b2').repeat(32);
      await db.pool.query(
        `insert into withdrawal_destination (digest, command_id, requested_at, ${columns})
         select $2, $3, $4, ${columns} from withdrawal_destination where withdrawal_id = $1`,
        [withdrawalId, digest, `${user}:requestBankWithdrawal:${name}`, realm.clock.now()],
      );
      const details = `user_id, currency, proceeds, rate, rate_at, rate_source, rate_tick,
        spread_ppm, bank_name, bic, bank_address, payee_phone, payee_address`;
      await db.pool.query(
        `insert into withdrawal_bank (digest, reference, ${details})
         select $2, 'BW' || reverse(substr(reference, 3)) || $3, ${details} from withdrawal_bank
         where digest = (select digest from withdrawal_destination where withdrawal_id = $1)`,
        [withdrawalId, digest, name],
      );
    };
    await lost('rate-soon');
    await lost('rate-late');
    await post(user, 'cancelWithdrawal', { withdrawalId });
    realm.clock.advance(60_000);
    expect((await ask(user, { cid: 'rate-soon' })).code).toBe(0);
    realm.clock.advance(1);
    // The rate has fallen, so that the old one would be the worse; it is not taken all the same.
    world.rate = { ...world.rate!, at: realm.clock.now(), units: 100_000_000n };
    const { data } = await ask(user, { cid: 'rate-late' });
    expect(data).toMatchObject({ refusal: 'proceedsMoved' });
    expect(data.detail ?? data).toMatchObject({ proceeds: '198', currency: 'EUR' });
    expect((await ask(user, { cid: 'rate-soon' })).code).toBe(0);
    expect(funds(user)[1]).toBe('49798/202');
  });
});

describe('coming back', () => {
  it('WDRL-135 two people say that a line is it: the person has the USDT again, once, and its day', async () => {
    const user = await newUser();
    const { withdrawalId, bank } = await paying(user);
    const exact = await debited({ text: bank.reference, amount: '183.33' });
    await claim(withdrawalId);
    await payAlone(withdrawalId, exact);
    const digest = await digestOf(withdrawalId);
    const lineId = await credited({ text: `RETURN ${bank.reference}`, amount: '183.33' });
    const shown = (await asStaff(3, 'getBankDebits', { withdrawalId: String(withdrawalId) })).data;
    expect(shown.credits.map((line: { lineId: number }) => line.lineId)).toContain(lineId);
    const body = { withdrawalId, digest, lineId, amount: '183.33 EUR' };
    expect(await decide('returnByBank', { ...body, amount: '183.34 EUR' })).toBe('lineDiffers');
    expect(await decide('returnByBank', body)).toBe('');
    const { withdrawal, timeline } = await seen(user, withdrawalId);
    expect([withdrawal.stage, timeline.at(-1)!.what]).toEqual(['sentBack', 'sentBack']);
    expect(withdrawal.bank).toMatchObject({ back: { returned: '183.33', amount: '200' } });
    expect(funds(user)[1]).toBe('49998/0');
    await later(10_000);
    expect(await decide('returnByBank', body)).toBe('wrongState');
    expect(funds(user)[1]).toBe('49998/0');
  });

  it('WDRL-136 waits while the house has not the USDT for it, and is then given back', async () => {
    const user = await newUser();
    const { withdrawalId, bank } = await paying(user);
    const exact = await debited({ text: bank.reference, amount: '183.33' });
    await claim(withdrawalId);
    await payAlone(withdrawalId, exact);
    const { ledger } = realm.machines.ledger;
    const usdt = realm.machines.markets.assetId('USDT')!;
    const slot = ledger.find(accountId(OWNER.purchases, WALLET.currency, usdt));
    const all = ledger.available(slot);
    ledger.hold(slot, all);
    const lineId = await credited({ text: bank.reference, amount: '100' });
    const digest = await digestOf(withdrawalId);
    const body = { withdrawalId, digest, lineId, amount: '100 EUR' };
    expect(await decide('returnByBank', body)).toBe('');
    await later(10_000);
    expect(funds(user)[1]).toBe('49798/0');
    ledger.release(slot, all);
    await later(10_000);
    // 200 × 100 ÷ 183.33, rounded down.
    expect((await seen(user, withdrawalId)).withdrawal.bank).toMatchObject({
      back: { returned: '100', amount: '109.09289259' },
    });
  });

  it('WDRL-140 one that the engine refuses is tried each hour and keeps no other waiting; after 400 days none is taken', async () => {
    const user = await newUser();
    const never = await paying(user);
    forget();
    const { withdrawalId, bank } = await paying(user);
    await claim(withdrawalId);
    await payAlone(withdrawalId, await debited({ text: bank.reference, amount: '183.33' }));
    // Nothing was sent, so that the engine gives nothing back.
    const wrong = await credited({ text: 'x', amount: '10' });
    const mark = 'update bank_line set withdrawal_id = $1, decided_at = $2 where line_id = $3';
    await db.pool.query(mark, [never.withdrawalId, realm.clock.now(), wrong]);
    const lineId = await credited({ text: bank.reference, amount: '183.33' });
    const body = { withdrawalId, digest: await digestOf(withdrawalId), lineId };
    const wanted = { ...body, amount: '183.33 EUR' };
    const at = realm.clock.now() + 400 * 24 * HOUR_MS;
    const prepared = await transaction(db.app.pool, (tx) =>
      purchases.decided.returnByBank.prepared(wanted, tx, { now: at }),
    );
    expect(prepared).toBe('tooLate');
    expect(await decide('returnByBank', wanted)).toBe('');
    expect((await seen(user, withdrawalId)).withdrawal.stage).toBe('sentBack');
    const seq = async () => (await realm.send(user, 'cancelWithdrawal', { withdrawalId: 1 })).seq;
    const tries = async (ms: number) => {
      const before = await seq();
      await later(ms);
      return (await seq()) - before - 1;
    };
    await later(HOUR_MS - (realm.clock.now() % HOUR_MS));
    expect([await tries(2_000), await tries(2_000), await tries(HOUR_MS)]).toEqual([0, 0, 1]);
    await claim(never.withdrawalId);
    const debit = await debited({ text: never.bank.reference, amount: '183.33' });
    await payAlone(never.withdrawalId, debit);
    await later(HOUR_MS);
    expect((await seen(user, never.withdrawalId)).withdrawal.stage).toBe('sentBack');
  });

  it('WDRL-137 what statements say came in and went out is what the ledger has of it, to the unit', async () => {
    const [eur] = await bankCustody(db.pool);
    const { ledger } = realm.machines.ledger;
    const id = realm.machines.markets.assetId('EUR')!;
    const of = (owner: number) =>
      ledger.available(ledger.find(accountId(owner, WALLET.currency, id)));
    expect(eur).toMatchObject({ asset: 'EUR', bringing: 0n });
    expect(eur!.paidOut).toBe(of(OWNER.outsideWithdrawals));
    expect(eur!.broughtIn).toBe(-of(OWNER.outsideDeposits));
    // What the house took for it is what it has beside its capital of 50,000.
    const [usdt] = await tradedForBankMoney(db.pool);
    const coin = realm.machines.markets.assetId('USDT')!;
    const has = ledger.available(ledger.find(accountId(OWNER.purchases, WALLET.currency, coin)));
    expect(usdt).toEqual({ asset: 'USDT', sold: 0n, bought: has - 5_000_000_000_000n });
  });
});
