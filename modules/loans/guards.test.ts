import { OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignLine } from '../purchases/store/lines.ts';
import { isProved } from '../wallet/proofs/store.ts';
import {
  applied,
  approve,
  asked,
  asStaff,
  close,
  DAY_MS,
  db,
  decide,
  detail,
  forget,
  funds,
  get,
  issued,
  later,
  open,
  post,
  realm,
  said,
  seen,
  sendDocuments,
  sign,
  upload,
  world,
} from './loans.suite.ts';

beforeAll(async () => {
  await open();
  await db.pool.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
       minutes, is_test, is_open, changed_at)
     values (1, 'Ethereum', '', 64, 96, 15, false, true, 1)`,
  );
});
afterAll(() => close());
beforeEach(forget);

const hash = (digits: string) => `0x${digits.repeat(32)}`;

/** A payment that somebody says they made, as staff see it. */
async function shown(user: number, applicationId: number, amount: string) {
  const fields = { applicationId: String(applicationId), amount };
  expect((await upload(user, 'sendRepaymentProof', fields)).code).toBe(0);
  const { data } = await asStaff(3, 'getLoanQueue');
  const { repaymentId, digest } = data.repayments.at(-1);
  return { repaymentId, digest, amount };
}

describe('loans and the law', () => {
  it('LOAN-039 where loans are not allowed none is quoted, applied for, approved or signed', async () => {
    const user = await realm.newUser({});
    const [waiting, borrower] = [await applied(user), await realm.newUser({})];
    const loan = await issued(borrower, { amount: '100' });
    const offered = await realm.newUser({});
    const offer = await applied(offered, { amount: '100' });
    expect(await approve(offer)).toBe('');
    world.isOffered = false;
    expect((await get(user, 'lendList')).data.isOffered).toBe(false);
    const preview = { product: 'quarter', amount: '10000' };
    expect(await said(get(user, 'previewLoan', preview))).toBe('loansNotOffered');
    const answer = await post(user, 'lendBuy', asked());
    expect(answer.data.refusal).toBe('loansNotOffered');
    expect(answer.text).toContain('not offered where you live');
    expect(await approve(waiting)).toBe('loansNotOffered');
    expect(await said(sign(offered, offer))).toBe('loansNotOffered');
    // What was lent is paid back everywhere, and nobody is kept in what they can leave.
    const pay = { applicationId: loan.applicationId, amount: '10' };
    expect((await post(borrower, 'repayLoan', pay)).code).toBe(0);
    for (const [who, { applicationId }] of [
      [user, waiting],
      [offered, offer],
    ] as const) {
      expect((await post(who, 'withdrawLoan', { applicationId })).code).toBe(0);
    }
  });
});

describe('one payment', () => {
  it('LOAN-043 is credited once: as a repayment, a deposit, its proof or a line of a bank', async () => {
    const user = await realm.newUser({});
    const { applicationId } = await issued(user, { product: 'short', amount: '1000' });
    await db.pool.query('insert into deposit_person (user_id) values ($1)', [user]);
    const deposited = (transaction: string, state: string) =>
      db.pool.query(
        `insert into deposit (chain_id, transaction_hash, place, user_id, address, amount,
           block_number, state, seen_at, changed_at)
         values (1, $1, 0, $2, '', 1, 1, $3, 1, 1)`,
        [transaction, user, state],
      );
    await deposited(hash('a1'), 'confirming');
    await deposited(hash('a2'), 'orphaned');
    await db.pool.query(
      `insert into deposit_proof (user_id, chain_id, asset, amount, description, digest, salt,
         sent_at, state, transaction_hash, rules)
       values ($1, 1, 'USDT', 1, '', 'd', '', 1, 'credited', $2, 1)`,
      [user, hash('a3')],
    );
    const line = async (entry: string, returned: string | null) => {
      const { rows } = await db.pool.query<{ id: number }>(
        `insert into bank_line (account, entry, currency, amount, payer, remittance, booked_on,
           imported_at, imported_by, salt, returned)
         values ('DE1', $1, 'EUR', 1, '', '', '2026-01-01', 1, 1, '', $2) returning line_id as id`,
        [entry, returned],
      );
      return rows[0]!.id;
    };
    await line('NTRY 77', 'BACK-1');
    // A line without a number of the bank's has its digest for one.
    await line('E5'.repeat(32), 'BACK-2');
    const lineId = await line('NTRY 78', null);
    const one = await shown(user, applicationId, '10');
    const confirm = (reference: string) => decide('confirmRepayment', { ...one, reference });
    expect(await confirm('a b')).toBe('badCommand');
    for (const used of [
      hash('a1'),
      hash('A1').replace('0X', '0x'),
      ` ${hash('a1').slice(2)}`,
      hash('a3'),
      'ntry77',
      'e5'.repeat(32),
      'N T R Y\u200B 77',
    ]) {
      expect(await confirm(used), used).toBe('repaymentReferenceUsed');
    }
    expect(await confirm('NTRY  78')).toBe('');
    const again = await shown(user, applicationId, '10');
    const twice = { ...again, reference: 'ntry78' };
    expect(await decide('confirmRepayment', twice)).toBe('repaymentReferenceUsed');
    expect(await decide('confirmRepayment', { ...again, reference: hash('A2') })).toBe('');
    // And the other way round: neither the chain nor a bank credits it again.
    expect(await isProved(db.app.pool, hash('a2'))).toBe(true);
    const order = { lineId, digest: 'none', ground: 'twoPeople', rules: 1 } as const;
    expect(await assignLine(db.app.pool as never, order, 1)).toBe(false);
  });

  it('LOAN-043 races: of two decisions with one reference at once, one is taken', async () => {
    const user = await realm.newUser({});
    const { applicationId } = await issued(user, { product: 'short', amount: '1000' });
    const two = [await shown(user, applicationId, '10'), await shown(user, applicationId, '20')];
    const said = await Promise.all(
      two.map((one, i) =>
        decide('confirmRepayment', { ...one, reference: ['Race-1', 'RACE -1'][i] }),
      ),
    );
    expect(said.sort()).toEqual(['', 'repaymentReferenceUsed']);
  });

  it('LOAN-044 what pays a loan is in no rule of withdrawals; only what is too much is', async () => {
    const user = await realm.newUser({});
    const loan = await issued(user, { product: 'short', amount: '100' });
    for (const [amount, reference] of [
      ['60', 'LOT-1'],
      ['60', 'LOT-2'],
    ] as const) {
      const one = await shown(user, loan.applicationId, amount);
      expect(await decide('confirmRepayment', { ...one, reference })).toBe('');
    }
    expect((await detail(user, loan)).loan.stage).toBe('repaid');
    const { rows } = await db.pool.query(
      'select amount::text from real.deposit_credit where user_id = $1',
      [user],
    );
    expect(rows).toEqual([{ amount: '1995000000' }]);
  });
});

it('LOAN-048 the same command id with another amount is refused, and pays nothing', async () => {
  const user = await realm.newUser({});
  const loan = await issued(user, { amount: '100' });
  const pay = (amount: string) =>
    post(user, 'repayLoan', {
      ...{ applicationId: loan.applicationId, amount, cid: `pay-${user}` },
    });
  expect((await pay('10')).code).toBe(0);
  const before = funds(user);
  expect((await pay('11')).data.refusal).toBe('idempotencyConflict');
  expect(funds(user)).toBe(before);
});

it('LOAN-049 what finds no room is credited later, once, and keeps nobody waiting', async () => {
  const user = await realm.newUser({});
  const loan = await issued(user, { product: 'short', amount: '100' });
  const one = await shown(user, loan.applicationId, '50');
  world.isFull = true;
  expect(await decide('confirmRepayment', { ...one, reference: 'ROOM-1' })).toBe('');
  await later(0);
  expect((await detail(user, loan)).loan.paidTotal).toBe('0');
  world.isFull = false;
  for (const _ of [1, 2]) await later(0);
  expect((await detail(user, loan)).loan.paidTotal).toBe('50');
  // More than a page of approved ones that the pool cannot hold, before one that it can.
  await db.pool.query(
    `insert into loan_application (digest, command_id, user_id, product, version, amount, lender,
       applied_at, deadline, salt, approved_at)
     select 'stuck' || n, 'stuck' || n, 900000 + n, 'quarter', 1, 1, '', 1, 1, '', 1
     from generate_series(1, 120) n`,
  );
  const last = await realm.newUser({});
  const good = await applied(last, { amount: '100' });
  const { data } = await asStaff(3, 'getLoanCase', { applicationId: String(good.applicationId) });
  const body = { applicationId: good.applicationId, digest: data.digest, amount: '100' };
  expect(await decide('approveLoan', body, true)).toBe('');
  await later(0);
  expect((await detail(last, good)).loan.stage).toBe('offered');
  await later(8 * DAY_MS);
  expect((await detail(last, good)).loan.stage).toBe('lapsed');
  expect(funds(OWNER.lending)).toBeGreaterThan(0n);
});

it('LOAN-056 what was approved can be taken back until it is offered, and is under review again when it was not in a day', async () => {
  const take = (user: number, { applicationId }: { applicationId: number }) =>
    post(user, 'withdrawLoan', { applicationId });
  const approved = async (user: number, amount: string) => {
    const loan = await applied(user, { amount });
    const body = { applicationId: loan.applicationId, digest: (await seen(loan)).digest, amount };
    expect(await decide('approveLoan', body, true)).toBe('');
    return loan;
  };
  const offersOf = (user: number) =>
    realm.machines.loans.rows().filter((row) => row.userId === user);
  // Against the job, whichever is first: nothing stays held.
  const before = funds(OWNER.lending);
  for (let round = 0; round < 4; round += 1) {
    const user = await realm.newUser({});
    const loan = await approved(user, '100');
    const [answer] = await Promise.all([take(user, loan), later(0)]);
    expect(['withdrawn', 'declined']).toContain(answer.data.loan.stage);
    await later(0);
    expect(offersOf(user)).toEqual([]);
  }
  expect(funds(OWNER.lending)).toBe(before);
  // Two are approved, and others get what the pool has.
  const [one, other] = [await realm.newUser({}), await realm.newUser({})];
  const [first, second] = [await approved(one, '20000'), await approved(other, '20000')];
  while (funds(OWNER.lending) >= parseDecimal('20000', SCALE)!) {
    await issued(await realm.newUser({}), { amount: '20000' });
  }
  await later(DAY_MS - 1);
  expect((await detail(one, first)).loan).toMatchObject({ stage: 'approved', canWithdraw: true });
  expect((await take(one, first)).data.loan).toMatchObject({ stage: 'withdrawn', reason: '' });
  await later(1);
  await later(0);
  const back = { stage: 'unreviewed', reason: 'poolShort', canWithdraw: true };
  expect((await detail(other, second)).loan).toMatchObject(back);
  expect((await seen(second)).loan).toMatchObject(back);
  const { data: queue } = await asStaff(3, 'getLoanQueue');
  const waiting = queue.applications.map((row: { applicationId: number }) => row.applicationId);
  expect(waiting).toContain(second.applicationId);
  // Once the pool has it again, two people decide again.
  expect(await approve(second)).toBe('lendingPoolShort');
  const more = { owner: OWNER.lending, asset: 'USDT', amount: '50000' };
  await realm.must(OWNER.setup, 'fundHouse', more);
  await later(60 * 60_000);
  expect(await approve(second)).toBe('');
  expect((await detail(other, second)).loan).toMatchObject({ stage: 'offered', reason: '' });
});

const pictures = async (user: number) => {
  const { rows } = await db.pool.query(
    `select count(*) filter (where shredded_at is null)::int as kept, count(*)::int as sent
     from stored_object where owner_id = $1`,
    [user],
  );
  return rows[0] as { kept: number; sent: number };
};

describe('pictures of loans', () => {
  it('LOAN-054 whoever was refused or has taken back five times can still send pictures', async () => {
    const user = await realm.newUser({});
    for (let round = 0; round < 5; round += 1) {
      const { applicationId } = await applied(user);
      if (round % 2 === 0) {
        expect((await post(user, 'withdrawLoan', { applicationId })).code).toBe(0);
        continue;
      }
      const { data } = await asStaff(3, 'getLoanCase', { applicationId: String(applicationId) });
      const body = { applicationId, digest: data.digest, reason: 'incomeShort' };
      expect(await decide('refuseLoan', body)).toBe('');
    }
    await sendDocuments(user);
    expect(await pictures(user)).toEqual({ kept: 5, sent: 30 });
    const { applicationId } = (await post(user, 'lendBuy', asked())).data.loan;
    expect((await post(user, 'withdrawLoan', { applicationId })).code).toBe(0);
    await later(DAY_MS);
    expect((await pictures(user)).kept).toBe(0);
  });

  it('LOAN-054 pictures of loans that run are kept, and leave room for more than four', async () => {
    const user = await realm.newUser({ USDT: '100' });
    for (let round = 0; round < 5; round += 1) {
      const loan = await issued(user, { product: 'short', amount: '100' });
      const { loanId, loan: of } = await seen(loan);
      await realm.must(user, 'repayLoan', { loanId, amount: of.owedTotal });
    }
    await sendDocuments(user);
    await later(DAY_MS);
    expect((await pictures(user)).kept).toBe(30);
  });

  it('LOAN-054 nobody sends pictures before they are verified', async () => {
    const user = await realm.newUser({});
    world.verified = 'none';
    const sent = upload(user, 'uploadLoanDocument', { kind: 'bank' });
    expect(await said(sent)).toBe('verificationNeeded');
    expect((await pictures(user)).sent).toBe(0);
  });

  it('LOAN-055 a payment above what any account holds is refused before its picture is stored', async () => {
    const user = await realm.newUser({});
    const { applicationId } = await issued(user, { amount: '100' });
    const before = await pictures(user);
    const proof = (amount: string) =>
      upload(user, 'sendRepaymentProof', { applicationId: String(applicationId), amount });
    for (const amount of ['1000000000000', '92233720368.54775808']) {
      const { code, text } = await proof(amount);
      expect([code, text]).toEqual([2, expect.stringContaining('too large')]);
    }
    expect(await pictures(user)).toEqual(before);
    for (const _ of [1, 2, 3]) expect((await proof('92233720368.54775807')).code).toBe(0);
    expect(await said(proof('1'))).toBe('tooManyRepayments');
    expect(await pictures(user)).toEqual({ kept: before.kept + 3, sent: before.sent + 4 });
  });
});
