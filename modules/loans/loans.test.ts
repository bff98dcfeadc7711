import { OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loanCustody } from './index.ts';
import {
  applied,
  approve,
  asked,
  asStaff,
  client,
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
  loans,
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

beforeAll(open);
afterAll(() => close());
beforeEach(forget);

const units = (text: string) => parseDecimal(text, SCALE)!;

describe('applications', () => {
  it('LOAN-030 LOAN-031 show all costs and days first, and take five documents and the agreement', async () => {
    const user = await realm.newUser({});
    const { data: list } = await get(user, 'lendList');
    expect(
      list.products.find((one: { product: string }) => one.product === 'quarter'),
    ).toMatchObject({
      dailyRate: '0.05',
      apr: '18.25',
      periodDays: 90,
      instalments: 3,
      isOpen: true,
    });
    const preview = await get(user, 'previewLoan', { product: 'quarter', amount: '10000' });
    expect(preview.data).toMatchObject({
      ...{ apr: '18.25', interestTotal: '301.4887881', totalRepayable: '10301.4887881' },
      penaltyMost: '5000',
    });
    expect(preview.data.schedule[0]).toMatchObject({
      ...{ n: 1, amount: '3433.83', interest: '150', dueAt: realm.clock.now() + 30 * DAY_MS },
    });
    const order = (change: object = {}) => said(post(user, 'lendBuy', asked(change)));
    expect(await order({ agreement: false })).toBe(2);
    world.verified = 'none';
    expect(await order()).toBe('verificationNeeded');
    world.verified = 'junior';
    expect(await order({ product: 'none' })).toBe('unknownLoanProduct');
    expect(await order({ amount: '99.99' })).toBe('loanBelowLeast');
    expect(await order({ amount: '20000.1' })).toBe('loanAboveMost');
    expect(await order({ version: 2 })).toBe('loanTermsMoved');
    expect(await order()).toBe('loanDocumentsMissing');
    await sendDocuments(user);
    await upload(user, 'uploadLoanDocument', { kind: 'bank' });
    const { data: sent } = await get(user, 'lend_img');
    expect(sent.documents).toHaveLength(sent.needed.length);
    const wrong = { token: `real-${user}`, raw: { type: 'image/jpeg', text: 'no picture' } };
    const path = '/web/uploadLoanDocument?kind=bank&fileName=a.jpg';
    expect((await client.send('POST', path, wrong)).code).toBe(2);
    const once = { ...asked(), cid: `one-${user}` };
    const [one, again] = [await post(user, 'lendBuy', once), await post(user, 'lendBuy', once)];
    expect(one.data).toEqual(again.data);
    expect(one.data.loan).toMatchObject({
      ...{ stage: 'unreviewed', amount: '10000', currency: 'USD', asset: 'USDT', canSign: false },
      deadline: realm.clock.now() + 3 * DAY_MS,
    });
    await sendDocuments(user);
    expect(await order()).toBe('loanUnderReview');
    const { data: mine } = await get(user, 'lendMy');
    expect(mine.loans).toHaveLength(1);
  });

  it('LOAN-032 two people decide; one that is refused says why, and costs nothing', async () => {
    const user = await realm.newUser({});
    const loan = await applied(user);
    const { digest } = await seen(loan);
    const about = { applicationId: loan.applicationId, digest };
    const wrong = { ...about, digest: '0'.repeat(64), reason: 'incomeShort' };
    expect(await decide('refuseLoan', wrong)).toBe('otherDigest');
    expect(await decide('refuseLoan', { ...about, reason: 'because' })).toBe('badCommand');
    expect(await decide('approveLoan', { ...about, amount: '9' })).toBe('otherLoanAmount');
    expect(await decide('refuseLoan', { ...about, reason: 'incomeShort' })).toBe('');
    expect(await decide('approveLoan', { ...about, amount: '10000' })).toBe('wrongLoanState');
    const { loan: after } = await detail(user, loan);
    expect(after).toMatchObject({ stage: 'refused', reason: 'incomeShort', canWithdraw: false });
    // What was refused can be applied for again.
    const other = await applied(user);
    expect(await said(post(user, 'withdrawLoan', other))).toBe(2);
    const id = { applicationId: other.applicationId };
    expect((await post(user, 'withdrawLoan', id)).data.loan.stage).toBe('withdrawn');
    expect(await said(post(user, 'withdrawLoan', id))).toBe('wrongLoanState');
  });

  it('LOAN-033 staff see documents of what they have claimed, marked and recorded', async () => {
    const user = await realm.newUser({});
    const { applicationId } = await applied(user);
    const id = { applicationId: String(applicationId) };
    const { data } = await asStaff(3, 'getLoanCase', id);
    expect(data.documents).toHaveLength(5);
    const document = { applicationId, documentId: data.documents[0].documentId };
    expect(await said(asStaff(3, 'openLoanDocument', document))).toBe('notClaimed');
    expect((await asStaff(3, 'claimLoan', { applicationId })).code).toBe(0);
    expect(await said(asStaff(4, 'claimLoan', { applicationId }))).toBe('claimedByOther');
    const response = await asStaff(3, 'openLoanDocument', document).catch(() => null);
    expect(response === null || response.data === undefined || response.data === null).toBe(true);
    expect(world.records).toEqual(['loanOpened', 'loanDocument']);
    const strange = { applicationId, documentId: 999_999 };
    expect(await said(asStaff(3, 'openLoanDocument', strange))).toBe('fileGone');
    const { data: queue } = await asStaff(4, 'getLoanQueue');
    const row = queue.applications.find((one: { userId: number }) => one.userId === user);
    expect(row).toMatchObject({ claimedBy: 'staff:3', claimedByMe: false, late: false });
    expect((await asStaff(3, 'unclaimLoan', { applicationId })).code).toBe(0);
    await post(user, 'withdrawLoan', { applicationId });
  });

  it('LOAN-036 LOAN-037 nothing of it is in a virtual account, or of somebody else', async () => {
    const [user, stranger] = [await realm.newUser({}), await realm.newUser({})];
    const { applicationId } = await applied(user);
    const id = { applicationId };
    expect(await said(get(stranger, 'getLoan', { applicationId: String(applicationId) }))).toBe(
      'unknownLoan',
    );
    const contract = '0'.repeat(64);
    for (const [name, fields] of Object.entries({
      withdrawLoan: id,
      signLoan: { ...id, contract },
      repayLoan: { ...id, amount: '1' },
    })) {
      expect(await said(post(stranger, name, fields)), name).toBe('unknownLoan');
    }
    const proof = { applicationId: String(applicationId), amount: '1' };
    expect(await said(upload(stranger, 'sendRepaymentProof', proof))).toBe('unknownLoan');
    const token = `demo-${user}`;
    expect(await said(client.post('lendBuy', asked(), { token }))).toBe('virtualAccount');
    expect(await said(client.post('signLoan', { ...id, contract }, { token }))).toBe('unknownLoan');
    const path = '/web/uploadLoanDocument?kind=bank&fileName=a.jpg';
    const raw = { type: 'image/jpeg', text: 'x' };
    expect(await said(client.send('POST', path, { token, raw }))).toBe('virtualAccount');
    expect((await client.get('lendMy', {}, { token })).data.loans).toEqual([]);
    await post(user, 'withdrawLoan', id);
  });
});

describe('loans', () => {
  it('LOAN-034 the contract is signed by its digest and a step-up, and the money is there at once', async () => {
    const user = await realm.newUser({});
    const loan = await applied(user);
    const { contract, contractDigest } = await detail(user, loan);
    expect(contract).toContain(loan.number);
    expect(await approve(loan)).toBe('');
    const about = { applicationId: loan.applicationId };
    const stepUp = 'p'.repeat(43);
    const other = { ...about, contract: '0'.repeat(64), stepUp };
    expect(await said(post(user, 'signLoan', other))).toBe('otherLoanContract');
    expect(await said(post(user, 'signLoan', { ...about, contract: contractDigest }))).toBe(
      'stepUpNeeded',
    );
    expect(await said(sign(user, loan, 'q'.repeat(43)))).toBe('stepUpWrong');
    const pool = funds(OWNER.lending);
    const { data } = await sign(user, loan);
    expect(data.loan).toMatchObject({ stage: 'issued', owedTotal: '10005', canRepay: true });
    expect([funds(user), pool - funds(OWNER.lending)]).toEqual([units('10000'), units('10000')]);
    expect(await said(sign(user, loan))).toBe('wrongLoanState');
  });

  it('LOAN-035 an approval whose server died is offered by the job, once; unsigned it lapses', async () => {
    const user = await realm.newUser({});
    const loan = await applied(user, { amount: '100' });
    const { digest } = await seen(loan);
    const body = { applicationId: loan.applicationId, digest, amount: '100' };
    expect(await decide('approveLoan', body, true)).toBe('');
    expect((await detail(user, loan)).loan.stage).toBe('approved');
    for (const _ of [1, 2]) await later(0);
    // The answer of the engine is lost: the row learns the number from the table.
    expect((await detail(user, loan)).loan.stage).toBe('offered');
    const mine = realm.machines.loans.rows().filter(({ userId }) => userId === user);
    expect(mine).toHaveLength(1);
    await later(8 * DAY_MS);
    expect((await detail(user, loan)).loan).toMatchObject({ stage: 'lapsed', canSign: false });
  });

  it('LOAN-038 nobody approves what the pool does not have', async () => {
    const user = await realm.newUser({});
    const large = await applied(user, { product: 'half-year', amount: '50000' });
    expect(await approve(large)).toBe('lendingPoolShort');
    await post(user, 'withdrawLoan', { applicationId: large.applicationId });
  });

  it('LOAN-040 LOAN-041 reminders, overdue, a part, the rest: and the days are charged once', async () => {
    const user = await realm.newUser({});
    const loan = await issued(user);
    const id = { applicationId: loan.applicationId };
    await later(27 * DAY_MS + 1);
    await later(1);
    const mine = world.notices.filter(({ userId }) => userId === user);
    expect(mine.map(({ key, details }) => [key, details.amount])).toEqual([
      ['loan.remind.due', '3433.83'],
    ]);
    await later(40 * DAY_MS);
    const { loan: late, schedule } = await detail(user, loan);
    expect(late).toMatchObject({ stage: 'overdue', overdueDays: 38, canRepay: true });
    expect(schedule.map(({ state }) => state)).toEqual(['late', 'late', 'open']);
    await realm.restart();
    await later(0);
    const { rows } = await db.pool.query(
      'select count(*)::int as days, count(distinct day)::int as once from real.loan_day where loan_id = $1',
      [(await seen(loan)).loanId],
    );
    expect(rows[0]).toEqual({ days: 68, once: 68 });
    const part = await post(user, 'repayLoan', { ...id, amount: late.lateAmount });
    expect(part.data.loan).toMatchObject({ stage: 'issued', lateAmount: '0', overdueDays: 0 });
    const short = await post(user, 'repayLoan', { ...id, amount: '999999' });
    expect(short.data.refusal).toBe('insufficientToRepay');
    expect(short.text).toContain('Insufficient balance, please recharge first and then repay.');
    const deposit = {
      userId: user,
      asset: 'USDT',
      amount: '1000',
      digest: 'ab'.repeat(32),
      rules: 1,
    };
    await realm.must(OWNER.custody, 'creditDeposit', deposit);
    const all = await post(user, 'repayLoan', { ...id, amount: '999999' });
    expect(all.data.loan).toMatchObject({ stage: 'repaid', owedTotal: '0', canRepay: false });
    const { payments, timeline } = await detail(user, loan);
    expect(payments).toHaveLength(2);
    expect(timeline.map(({ what }) => what)).toEqual(['applied', 'approved', 'issued', 'repaid']);
  });

  it('LOAN-042 LOAN-043 a shown payment pays once two have confirmed it, under one reference once', async () => {
    const user = await realm.newUser({});
    const loan = await issued(user, { product: 'short', amount: '100' });
    const { applicationId } = loan;
    const send = (amount: string) =>
      upload(user, 'sendRepaymentProof', { applicationId: String(applicationId), amount });
    const before = funds(user);
    for (const amount of ['60', '60', '5']) expect((await send(amount)).code).toBe(0);
    expect(await said(send('1'))).toBe('tooManyRepayments');
    expect(funds(user)).toBe(before);
    const { data: queue } = await asStaff(3, 'getLoanQueue');
    const [first, second, third] = queue.repayments;
    const about = ({ repaymentId, digest }: { repaymentId: number; digest: string }) => ({
      ...{ repaymentId, digest },
    });
    const confirm = { amount: '60', reference: 'BANK-0001' };
    expect(await decide('confirmRepayment', { ...about(first), ...confirm, amount: '61' })).toBe(
      'otherLoanAmount',
    );
    // The server dies between the decision and the engine.
    expect(await decide('confirmRepayment', { ...about(first), ...confirm }, true)).toBe('');
    expect(await decide('confirmRepayment', { ...about(second), ...confirm })).toBe(
      'repaymentReferenceUsed',
    );
    for (const _ of [1, 2]) await later(0);
    expect((await detail(user, loan)).loan).toMatchObject({ paidTotal: '60', stage: 'issued' });
    const next = { ...about(second), ...confirm, reference: 'BANK-0002' };
    expect(await decide('confirmRepayment', next)).toBe('');
    const { loan: done, repayments } = await detail(user, loan);
    expect(done).toMatchObject({ stage: 'repaid', paidTotal: '100.05' });
    expect(funds(user) - before).toBe(units('19.95'));
    expect(await decide('refuseRepayment', { ...about(third), reason: 'notArrived' })).toBe('');
    expect(await decide('refuseRepayment', { ...about(third), reason: 'notArrived' })).toBe(
      'wrongLoanState',
    );
    expect(repayments.map(({ state }) => state)).toEqual(['review', 'credited', 'credited']);
    expect(await loanCustody(db.pool, 'USDT')).toEqual([
      { asset: 'USDT', broughtIn: units('120'), bringing: 0n, paidOut: 0n },
    ]);
  });

  it('LOAN-044 a loan keeps nobody from taking out what they have', async () => {
    const user = await realm.newUser({});
    await issued(user, { amount: '1000' });
    await later(31 * DAY_MS);
    const out = { asset: 'USDT', amount: '1000', fee: '1', digest: 'ef'.repeat(32) };
    await realm.must(user, 'requestWithdrawal', out);
  });
});

it('LOAN-045 what was applied for, confirmed and decided cannot be changed in the database', async () => {
  const changes = [
    'update loan_application set amount = amount + 1',
    "update loan_application set contract = 'other'",
    'update loan_application set approved_at = 1 where refused_at is not null',
    'update loan_repayment set amount = amount + 1',
    "update loan_repayment set state = 'review' where state = 'refused'",
  ];
  for (const change of changes) {
    await expect(db.pool.query(change), change).rejects.toThrow(/change/);
  }
});

it('LOAN-046 people download what is known of their loans, and pictures are destroyed', async () => {
  const user = await realm.newUser({});
  await issued(user, { amount: '100' });
  await upload(user, 'uploadLoanDocument', { kind: 'bank' });
  const read = (await loans.personalRecords.read(user)) as {
    applications: { contract: string; payments: object[] }[];
    documents: object[];
  };
  expect(read.applications[0]!.contract).toContain('LOAN CONTRACT');
  expect(read.documents).toHaveLength(1);
  await loans.personalRecords.erase!(user, realm.clock.now());
  const { rows } = await db.pool.query(
    `select count(*)::int as count from loan_document where user_id = $1 and picture <> ''`,
    [user],
  );
  expect(rows[0].count).toBe(0);
});

it('LOAN-047 staff see what the pool has, has promised and has lent', async () => {
  const { data } = await asStaff(3, 'getLoanPool');
  const lent = realm.machines.loans.rows().filter(({ state }) => state !== 'offered');
  expect(data).toMatchObject({ asset: 'USDT', loans: lent.length, promised: '0' });
  const sum = lent.reduce((all, { amount, repaid }) => all + amount - repaid, 0n);
  expect(units(data.lent)).toBe(sum);
  const { interestPaid, available } = data;
  expect(units(available) + sum).toBe(units('50000') + units(interestPaid));
  expect(data.products).toHaveLength(4);
});
