import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { WalletMachine } from '@assay/modules/wallet';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { beforeEach, describe, expect, it } from 'vitest';
import { proceedsOf, refundOf } from '../rules.ts';
import { REQUEST_BANK_REFUSALS, RETURN_BANK_REFUSALS } from '../schema/bank-withdrawals.ts';
import { BankWithdrawalsMachine } from './machine.ts';

const [ALICE, BOB] = [1000, 1001];
const START = 1_763_640_000_000;
const DIGEST = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const { custody: CUSTODY, setup: SETUP, purchases: HOUSE } = OWNER;
const DAY_MS = 86_400_000;

type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

let sequencer: Sequencer;
let ledger: LedgerMachine;
let banks: BankWithdrawalsMachine;
let now: number;

function open(realm: Realm): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  const wallet = new WalletMachine({ realm, ledger, assets: markets });
  banks = new BankWithdrawalsMachine({ realm, ledger, assets: markets, wallet });
  sequencer = new Sequencer({ markets, ledger, wallet, banks });
  now = START;
  for (const symbol of ['USDT', 'EUR']) send(SETUP, 'listAsset', { symbol, name: symbol });
  if (realm === 'demo') return;
  send(SETUP, 'fundHouse', { owner: HOUSE, asset: 'EUR', amount: '500' });
  for (const userId of [ALICE, BOB]) {
    const credit = { userId, asset: 'USDT', amount: '1000', digest: OTHER, rules: 1 };
    send(CUSTODY, 'creditDeposit', credit);
  }
}

/** Decides a command; a refused one must have changed nothing. */
function send(actor: number, type: string, body: object): Answer {
  const before = sequencer.stateHash();
  now += 1;
  const outcome = sequencer.decide(type, actor, body, now) as Answer;
  if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
  sequencer.audit();
  return outcome;
}

/** `available/held`. */
function funds(owner: number, asset = 'USDT'): string {
  const slot = ledger.ledger.find(accountId(owner, WALLET.currency, asset === 'USDT' ? 1 : 2));
  const amounts = [ledger.ledger.available(slot), ledger.ledger.held(slot)];
  return amounts.map((units) => formatDecimal(units, SCALE)).join('/');
}

const request = (change: object = {}) => ({
  ...{ asset: 'USDT', amount: '102', fee: '2', digest: DIGEST, money: 'EUR', proceeds: '91.66' },
  ...change,
});
const requested = (change: object = {}, user: number = ALICE): number => {
  const { id, refusal } = send(user, 'requestBankWithdrawal', request(change));
  expect(refusal).toBeUndefined();
  return id as number;
};
const about = (withdrawalId: number) => ({ withdrawalId, digest: DIGEST });
function paid(change: object = {}): number {
  const id = requested(change);
  send(CUSTODY, 'approveWithdrawal', { ...about(id), ground: 'tier' });
  send(CUSTODY, 'payWithdrawal', about(id));
  send(CUSTODY, 'settleWithdrawal', { ...about(id), payout: OTHER });
  return id;
}
const back = (withdrawalId: number, change: object = {}) => ({
  ...{ ...about(withdrawalId), returned: '91.66', payment: OTHER, ...change },
});

beforeEach(() => open('real'));

describe('withdrawals to banks in the engine', () => {
  it('WDRL-120 holds both from the request on, and one entry exchanges them when it is settled', () => {
    const id = requested();
    expect([funds(ALICE), funds(HOUSE, 'EUR')]).toEqual(['898/102', '408.34/91.66']);
    send(CUSTODY, 'approveWithdrawal', { ...about(id), ground: 'tier' });
    send(CUSTODY, 'payWithdrawal', about(id));
    for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
    expect(send(CUSTODY, 'settleWithdrawal', { ...about(id), payout: OTHER })).toMatchObject({
      ...{ id, state: 'paid', amount: '102', fee: '2' },
    });
    expect([funds(ALICE), funds(HOUSE), funds(OWNER.fees)]).toEqual(['898/0', '100/0', '2/0']);
    expect([funds(HOUSE, 'EUR'), funds(OWNER.outsideWithdrawals, 'EUR')]).toEqual([
      ...['408.34/0', '91.66/0'],
    ]);
    // Nothing of the USDT has left: it is the house's.
    expect(funds(OWNER.outsideWithdrawals)).toBe('0/0');
    const { postings } = ledger.ledger;
    expect([0, 1, 2].map((row) => purposeName(postings.purpose(row)))).toEqual([
      ...['bankWithdrawal', 'withdrawalFee', 'bankPayment'],
    ]);
  });

  it('WDRL-121 a cancelled, refused or returned one lets both go at once', () => {
    const cancelled = requested();
    expect(send(ALICE, 'cancelWithdrawal', { withdrawalId: cancelled }).state).toBe('cancelled');
    const refused = requested();
    send(-3, 'refuseWithdrawal', { ...about(refused), reason: 'requiredByLaw' });
    const returned = requested();
    send(CUSTODY, 'approveWithdrawal', { ...about(returned), ground: 'tier' });
    send(CUSTODY, 'payWithdrawal', about(returned));
    send(-3, 'returnWithdrawal', { ...about(returned), reason: 'notSent' });
    expect([funds(ALICE), funds(HOUSE, 'EUR'), banks.rows()]).toEqual(['1000/0', '500/0', []]);
  });

  it('WDRL-122 the reasons for refusing are checked in one order, and refused changes nothing', () => {
    const refusal = (actor: number, change: object) =>
      send(actor, 'requestBankWithdrawal', request(change)).refusal;
    const wrong: readonly (readonly [number, object])[] = [
      [CUSTODY, { money: 'ABC' }],
      [ALICE, { money: 'ABC', proceeds: '0' }],
      [ALICE, { proceeds: '1.234', asset: 'ABC' }],
      [ALICE, { proceeds: '501', asset: 'ABC' }],
      [ALICE, { asset: 'ABC', amount: '0' }],
      [ALICE, { amount: '0', fee: '-1' }],
      [ALICE, { fee: '102', digest: '' }],
      [ALICE, { digest: '' }],
    ];
    expect(wrong.map(([actor, change]) => refusal(actor, change))).toEqual(
      REQUEST_BANK_REFUSALS.slice(1, -2),
    );
    expect(refusal(ALICE, { amount: '1000.00000001' })).toBe('insufficientBalance');
    expect(refusal(ALICE, { money: 'USDT' })).toBe('unknownMoney');
    open('demo');
    expect(refusal(ALICE, {})).toBe('onlyReal');
    expect(send(CUSTODY, 'returnBankWithdrawal', back(1)).refusal).toBe('onlyReal');
  });

  it('WDRL-123 what a bank sends back is the same part of what was taken, at the rate of the request, once', () => {
    const whole = paid();
    expect(send(CUSTODY, 'returnBankWithdrawal', back(whole))).toMatchObject({
      ...{ id: whole, amount: '100', returned: '91.66', asset: 'USDT', money: 'EUR' },
    });
    expect([funds(ALICE), funds(HOUSE), funds(HOUSE, 'EUR')]).toEqual(['998/0', '0/0', '500/0']);
    expect(send(CUSTODY, 'returnBankWithdrawal', back(whole)).refusal).toBe('unknownWithdrawal');
    const part = paid();
    const answer = send(CUSTODY, 'returnBankWithdrawal', back(part, { returned: '45.83' }));
    expect(answer).toMatchObject({ amount: '50' });
    expect([funds(ALICE), funds(HOUSE)]).toEqual(['946/0', '50/0']);
  });

  it('WDRL-124 refuses in one order what was not sent back', () => {
    const waiting = requested();
    const id = paid();
    send(BOB, 'transferFunds', { asset: 'USDT', from: 'currency', to: 'contract', amount: '1' });
    const refusal = (actor: number, body: object) =>
      send(actor, 'returnBankWithdrawal', body).refusal;
    expect([
      refusal(ALICE, back(0)),
      refusal(CUSTODY, back(0, { digest: OTHER })),
      refusal(CUSTODY, back(waiting, { digest: OTHER })),
      refusal(CUSTODY, back(waiting, { returned: '0' })),
      refusal(CUSTODY, back(id, { returned: '91.67', payment: '' })),
      refusal(CUSTODY, back(id, { payment: '' })),
    ]).toEqual(RETURN_BANK_REFUSALS.slice(1, 7));
    // Whoever has it meanwhile, the house pays from what it has.
    send(SETUP, 'fundHouse', { owner: HOUSE, asset: 'USDT', amount: '1' });
    expect(refusal(CUSTODY, back(id))).toBeUndefined();
  });

  it('WDRL-125 one that no bank can send back any more is forgotten', () => {
    const first = paid();
    now += 400 * DAY_MS;
    paid();
    expect(banks.rows()).toHaveLength(1);
    expect(send(CUSTODY, 'returnBankWithdrawal', back(first)).refusal).toBe('unknownWithdrawal');
  });

  it('WDRL-126 what it brings is rounded down to what a bank carries, and a part of it back too', () => {
    // 100 × 0.99 ÷ 1.08 = 91.666…; 1 cent of it back: 100 × 0.01 ÷ 91.66 = 0.0109098…
    const rate = { units: 108_000_000n };
    expect(proceedsOf(10_000_000_000n, rate, 10_000)).toBe(9_166_000_000n);
    expect(refundOf(10_000_000_000n, 1_000_000n, 9_166_000_000n)).toBe(1_090_988n);
    // Two withdrawals never bring more than one.
    const [one, half] = [12_345_678_900n, 6_172_839_450n];
    const parts = 2n * proceedsOf(half, rate, 10_000);
    expect(parts <= proceedsOf(one, rate, 10_000)).toBe(true);
  });
});
