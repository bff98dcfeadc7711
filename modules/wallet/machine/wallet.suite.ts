import { accountId, OWNER, staffActor, WALLET, type Wallet } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';
import type { Step } from '../schema/commands.ts';
import { WalletMachine } from './wallet-machine.ts';

/** A ledger and wallets in memory, with short methods: what tests of the machine share. */

export const [ALICE, BOB] = [1000, 1001];
export const STAFF = staffActor(7);
const USDT = 1;
const START = 1_763_640_000_000;
export const DIGEST = 'ab'.repeat(32);
export const OTHER = 'cd'.repeat(32);

type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

export let sequencer: Sequencer;
export let ledger: LedgerMachine;
export let wallet: WalletMachine;
export let now: number;

export function open(realm: Realm): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  wallet = new WalletMachine({ realm, ledger, assets: markets });
  sequencer = new Sequencer({ markets, ledger, wallet });
  now = START;
  for (const symbol of ['USDT', 'BTC']) {
    send(OWNER.setup, 'listAsset', { symbol, name: symbol });
  }
}

/** Decides a command; a refused one must have changed nothing. */
export function send(actor: number, type: string, body: object): Answer {
  const before = sequencer.stateHash();
  now += 1;
  const outcome = sequencer.decide(type, actor, body, now) as Answer;
  if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
  sequencer.audit();
  return outcome;
}

export const deposit = (change: object = {}) => ({
  ...{ userId: ALICE, asset: 'USDT', amount: '500', digest: DIGEST, rules: 1 },
  ...change,
});
export const transfer = (change: object = {}) => ({
  ...{ asset: 'USDT', from: 'currency', to: 'contract', amount: '120.5' },
  ...change,
});
export const request = (change: object = {}) => ({
  ...{ asset: 'USDT', amount: '100', fee: '1.5', digest: DIGEST },
  ...change,
});

export function credited(amount = '500', userId: number = ALICE): void {
  const { refusal } = send(OWNER.custody, 'creditDeposit', deposit({ amount, userId }));
  expect(refusal).toBeUndefined();
}

export function requested(change: object = {}): number {
  const { id, refusal } = send(ALICE, 'requestWithdrawal', request(change));
  expect(refusal).toBeUndefined();
  return id as number;
}

/** `available/held`. */
export function funds(owner: number, where: Wallet = WALLET.currency, asset = USDT): string {
  const slot = ledger.ledger.find(accountId(owner, where, asset));
  const amounts = [ledger.ledger.available(slot), ledger.ledger.held(slot)];
  return amounts.map((units) => formatDecimal(units, SCALE)).join('/');
}

export function endBatch(): Fact[] {
  for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
  return sequencer.list.flatMap((machine) => machine.takeFacts());
}

/**
 * Sends a body that has everything wrong, correcting after each refusal what it complains of; the
 * refusals must come in the published order, and then the command is accepted.
 */
export function inOrder(
  type: string,
  refusals: readonly string[],
  steps: Readonly<Record<string, () => void>>,
  attempt: { actor: number; body: object },
): Answer {
  expect(Object.keys(steps)).toEqual(refusals);
  for (const [refusal, correct] of Object.entries(steps)) {
    expect(send(attempt.actor, type, attempt.body).refusal).toBe(refusal);
    correct();
  }
  const outcome = send(attempt.actor, type, attempt.body);
  expect(outcome.refusal).toBeUndefined();
  return outcome;
}

export const BODY_OF: Readonly<Record<Step, object>> = {
  cancelWithdrawal: {},
  approveWithdrawal: { digest: DIGEST, ground: 'tier' },
  refuseWithdrawal: { digest: DIGEST, reason: 'addressAtRisk' },
  payWithdrawal: { digest: DIGEST },
  settleWithdrawal: { digest: DIGEST, payout: OTHER },
  returnWithdrawal: { digest: DIGEST, reason: 'notSent' },
  recallWithdrawal: { digest: DIGEST },
};
export const ACTOR_OF: Readonly<Record<Step, number>> = {
  cancelWithdrawal: ALICE,
  approveWithdrawal: OWNER.custody,
  refuseWithdrawal: STAFF,
  payWithdrawal: OWNER.custody,
  settleWithdrawal: OWNER.custody,
  returnWithdrawal: STAFF,
  recallWithdrawal: OWNER.custody,
};

export function step(type: Step, withdrawalId: number, change: object = {}): Answer {
  return send(ACTOR_OF[type], type, { withdrawalId, ...BODY_OF[type], ...change });
}
