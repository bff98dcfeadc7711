import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { WalletMachine } from '@assay/modules/wallet';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { beforeEach, describe, expect, it } from 'vitest';
import { PurchasesMachine } from './machine.ts';
import { MAX_OPEN_PURCHASES } from './rules.ts';
import { ACCEPT_REFUSALS, RELEASE_REFUSALS } from './schema/commands.ts';

const [ALICE, BOB] = [1000, 1001];
const START = 1_763_640_000_000;
const DIGEST = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const { custody: CUSTODY, setup: SETUP, purchases: HOUSE } = OWNER;
const STAFF = staffActor(7);

type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

let sequencer: Sequencer;
let ledger: LedgerMachine;
let now: number;

function open(realm: Realm): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  const wallet = new WalletMachine({ realm, ledger, assets: markets });
  const purchases = new PurchasesMachine({ realm, ledger, assets: markets, wallet });
  sequencer = new Sequencer({ markets, ledger, wallet, purchases });
  now = START;
  for (const symbol of ['USDT', 'EUR']) send(SETUP, 'listAsset', { symbol, name: symbol });
  send(SETUP, 'fundHouse', { owner: HOUSE, asset: 'USDT', amount: '1000' });
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

function endBatch(): Fact[] {
  for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
  return sequencer.list.flatMap((machine) => machine.takeFacts());
}

const order = (change: object = {}) => ({
  ...{ asset: 'USDT', amount: '100', money: 'EUR', cost: '93.52', digest: DIGEST },
  ...{ deadline: now + 3_600_000, ...change },
});
const accepted = (change: object = {}, user: number = ALICE): number => {
  const { id, refusal } = send(user, 'acceptPurchase', order(change));
  expect(refusal).toBeUndefined();
  return id as number;
};
const release = (purchaseId: number, change: object = {}) => ({
  ...{ purchaseId, digest: DIGEST, payment: OTHER, rules: 3, ground: 'exactMatch', ...change },
});

beforeEach(() => open('real'));

describe('the machine of purchases', () => {
  it('BUYS-001 BUYS-002 holds what was ordered, and one command takes the money and pays it out', () => {
    const id = accepted();
    expect([funds(HOUSE), funds(ALICE)]).toEqual(['900/100', '0/0']);
    endBatch();
    const done = send(CUSTODY, 'releasePurchase', release(id));
    expect(done).toMatchObject({ id, state: 'released', amount: '100', cost: '93.52', reason: '' });
    expect([funds(HOUSE), funds(ALICE), funds(HOUSE, 'EUR'), funds(ALICE, 'EUR')]).toEqual([
      ...['900/0', '100/0', '93.52/0', '0/0'],
    ]);
    expect(funds(OWNER.outsideDeposits, 'EUR')).toBe('-93.52/0');
    const { postings } = ledger.ledger;
    expect([0, 1, 2].map((row) => purposeName(postings.purpose(row)))).toEqual([
      ...['purchasePayment', 'purchasePrice', 'purchase'],
    ]);
    expect(endBatch()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'walletChanged', why: 'deposit', amount: '100' }),
        expect.objectContaining({ type: 'purchaseChanged', userId: ALICE }),
      ]),
    );
    expect(send(BOB, 'acceptPurchase', order({ amount: '900.00000001' }))).toEqual({
      refusal: 'soldOut',
    });
    accepted({ amount: '900' }, BOB);
    expect(send(ALICE, 'acceptPurchase', order({ amount: '0.00000001' })).refusal).toBe('soldOut');
  });

  it('BUYS-003 the reasons come in one order', () => {
    const body: Record<string, unknown> = { ...order({ deadline: 0, digest: 'x' }) };
    Object.assign(body, { asset: 'ABC', money: 'USDT', amount: '0', cost: '-1' });
    const attempt = { actor: CUSTODY as number, body };
    const set = (change: object) => () => void Object.assign(body, change);
    const mine = Array.from({ length: MAX_OPEN_PURCHASES }, () => accepted({ amount: '1' }));
    const steps: Record<string, () => void> = {
      notAllowed: by(attempt, ALICE),
      unknownAsset: set({ asset: 'USDT' }),
      unknownMoney: set({ money: 'EUR' }),
      invalidAmount: set({ amount: '5000' }),
      invalidCost: set({ cost: '10' }),
      invalidDigest: set({ digest: DIGEST }),
      invalidDeadline: set({ deadline: now + 9_999 }),
      tooManyPurchases: () => void send(ALICE, 'cancelPurchase', { purchaseId: mine[0] }),
      soldOut: set({ amount: '5' }),
    };
    inOrder('acceptPurchase', ACCEPT_REFUSALS, steps, attempt);
    const id = accepted({ amount: '2' }, BOB);
    const wrong: Record<string, unknown> = release(0, { payment: 'x', rules: 0, ground: 'none' });
    const releasing = { actor: STAFF as number, body: wrong };
    const put = (change: object) => () => void Object.assign(wrong, change);
    wrong.digest = OTHER;
    const order2: Record<string, () => void> = {
      notAllowed: by(releasing, CUSTODY),
      unknownPurchase: put({ purchaseId: id }),
      otherDigest: put({ digest: DIGEST }),
      invalidPayment: put({ payment: OTHER }),
      invalidRules: put({ rules: 1 }),
      invalidGround: put({ ground: 'twoPeople' }),
    };
    const reached = RELEASE_REFUSALS.filter((code) => code !== 'noRoom');
    inOrder('releasePurchase', reached, order2, releasing);
    const last = accepted({ amount: '2' }, BOB);
    for (const type of ['expirePurchase', 'refundPurchase']) {
      const about = { purchaseId: last, digest: DIGEST, reason: 'because' };
      expect(send(STAFF, type, about).refusal).toBe('notAllowed');
      expect(send(CUSTODY, type, { ...about, purchaseId: 1 }).refusal).toBe('unknownPurchase');
      expect(send(CUSTODY, type, { ...about, digest: OTHER }).refusal).toBe('otherDigest');
      const why = type === 'expirePurchase' ? 'tooEarly' : 'unknownReason';
      expect(send(CUSTODY, type, about).refusal).toBe(why);
    }
  });

  it('BUYS-004 ends once, by whom it may be ended', () => {
    const ends: [string, number, object, string][] = [
      ['cancelPurchase', ALICE, {}, 'cancelled'],
      ['expirePurchase', CUSTODY, {}, 'expired'],
      ['refundPurchase', CUSTODY, { reason: 'otherAmount' }, 'refunded'],
      ['releasePurchase', CUSTODY, release(0), 'released'],
    ];
    for (const [type, actor, more, state] of ends) {
      const purchaseId = accepted({ amount: '10' });
      const body = { digest: DIGEST, ...more, purchaseId };
      expect(send(BOB, type, body).refusal).toMatch(/notAllowed|unknownPurchase/);
      if (type === 'expirePurchase') now += 3_600_000;
      expect(send(actor, type, body)).toMatchObject({ state });
      for (const [again, by, rest] of ends) {
        const answer = send(by, again, { digest: DIGEST, ...rest, purchaseId });
        expect(answer).toEqual({ refusal: 'unknownPurchase' });
      }
      expect(funds(HOUSE)).toBe(state === 'released' ? '990/0' : '1000/0');
    }
  });

  it('BUYS-005 a person has few open orders, and a virtual account none', () => {
    for (let n = 0; n < MAX_OPEN_PURCHASES; n += 1) accepted({ amount: '1' });
    expect(send(ALICE, 'acceptPurchase', order())).toEqual({
      ...{ refusal: 'tooManyPurchases', detail: { max: String(MAX_OPEN_PURCHASES) } },
    });
    accepted({ amount: '1' }, BOB);
    open('demo');
    for (const type of ['accept', 'cancel', 'expire', 'release', 'refund']) {
      const body = { ...order(), ...release(1), reason: 'notPaid' };
      expect(send(ALICE, `${type}Purchase`, body)).toEqual({ refusal: 'onlyReal' });
    }
  });
});

const by = (attempt: { actor: number }, actor: number) => () => {
  attempt.actor = actor;
};

/**
 * Sends a body that has everything wrong, correcting after each refusal what it complains of; the
 * refusals must come in the published order, and then the command is accepted.
 */
function inOrder(
  type: string,
  refusals: readonly string[],
  steps: Readonly<Record<string, () => void>>,
  attempt: { actor: number; body: object },
): void {
  expect(Object.keys(steps)).toEqual(refusals.filter((code) => code !== 'onlyReal'));
  for (const [refusal, correct] of Object.entries(steps)) {
    expect(send(attempt.actor, type, attempt.body).refusal).toBe(refusal);
    correct();
  }
  expect(send(attempt.actor, type, attempt.body).refusal).toBeUndefined();
}
