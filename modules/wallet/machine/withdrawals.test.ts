import { OWNER } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CANCEL_WITHDRAWAL_REFUSALS,
  END_STATES,
  GIVE_BACK_REFUSALS,
  GO_ON_REFUSALS,
  OPEN_STATES,
  REQUEST_WITHDRAWAL_REFUSALS,
  SETTLE_WITHDRAWAL_REFUSALS,
  STEPS,
  type Step,
} from '../schema/commands.ts';
import {
  ACTOR_OF,
  ALICE,
  BOB,
  BODY_OF,
  credited,
  DIGEST,
  endBatch,
  funds,
  inOrder,
  ledger,
  now,
  OTHER,
  open,
  request,
  requested,
  STAFF,
  send,
  step,
  wallet,
} from './wallet.suite.ts';
import { MAX_OPEN_WITHDRAWALS } from './wallet-machine.ts';

beforeEach(() => open('real'));

describe('requestWithdrawal', () => {
  it('WDRL-001 holds amount and fee, which leave together when it is settled', () => {
    credited();
    const id = requested();
    expect(funds(ALICE)).toBe('400/100');
    step('approveWithdrawal', id);
    step('payWithdrawal', id);
    expect(funds(ALICE)).toBe('400/100');
    endBatch();
    expect(step('settleWithdrawal', id)).toMatchObject({ id, state: 'paid', changedAt: now });
    expect([funds(ALICE), funds(OWNER.outsideWithdrawals), funds(OWNER.fees)]).toEqual([
      ...['400/0', '98.5/0', '1.5/0'],
    ]);
    const { postings } = ledger.ledger;
    expect([0, 1].map((row) => purposeName(postings.purpose(row)))).toEqual([
      ...['withdrawal', 'withdrawalFee'],
    ]);
    expect(wallet.withdrawals.rows()).toEqual([]);
    const [changed] = endBatch().filter(({ type }) => type === 'walletChanged');
    expect(changed).toMatchObject({ amount: '-100', why: 'withdrawal', wallet: 'currency' });
  });

  it('WDRL-001 without a fee makes one posting', () => {
    credited();
    const id = requested({ fee: '0', amount: '500' });
    step('approveWithdrawal', id);
    step('payWithdrawal', id);
    endBatch();
    step('settleWithdrawal', id);
    expect(ledger.ledger.postings.count).toBe(1);
    expect([funds(ALICE), funds(OWNER.outsideWithdrawals)]).toEqual(['0/0', '500/0']);
  });

  it('WDRL-002 is refused in one order, and refused changes nothing', () => {
    credited('2000');
    const ids = Array.from({ length: MAX_OPEN_WITHDRAWALS }, () => requested({ amount: '2' }));
    const attempt = {
      actor: OWNER.custody as number,
      body: request({ asset: 'NOPE', amount: '0', fee: '-1', digest: 'x' }),
    };
    const set = (change: object) => () => {
      attempt.body = { ...attempt.body, ...change } as typeof attempt.body;
    };
    const [onlyReal, ...refusals] = REQUEST_WITHDRAWAL_REFUSALS;
    expect(onlyReal).toBe('onlyReal');
    inOrder(
      'requestWithdrawal',
      refusals,
      {
        notAllowed: () => {
          attempt.actor = ALICE;
        },
        unknownAsset: set({ asset: 'USDT' }),
        invalidAmount: set({ amount: '5000' }),
        invalidFee: set({ fee: '0' }),
        invalidDigest: set({ digest: DIGEST }),
        tooManyWithdrawals: () => step('cancelWithdrawal', ids[0]!),
        insufficientBalance: set({ amount: '1' }),
      },
      attempt,
    );
    for (const fee of ['2', '2.1', null, 1, '1e0']) {
      const { refusal } = send(ALICE, 'requestWithdrawal', request({ amount: '2', fee }));
      expect(refusal, String(fee)).toBe('invalidFee');
    }
  });

  it('WDRL-005 of one person so many are open at once, and others do not count', () => {
    credited('1000');
    credited('1000', BOB);
    const ids = Array.from({ length: MAX_OPEN_WITHDRAWALS }, () => requested({ amount: '2' }));
    const max = String(MAX_OPEN_WITHDRAWALS);
    expect(send(ALICE, 'requestWithdrawal', request({ amount: '2' }))).toEqual({
      ...{ refusal: 'tooManyWithdrawals', detail: { max } },
    });
    expect(send(BOB, 'requestWithdrawal', request()).refusal).toBeUndefined();
    step('refuseWithdrawal', ids[3]!);
    requested({ amount: '2' });
  });
});

/** Brings a new withdrawal into the state. */
function inState(state: (typeof OPEN_STATES)[number] | (typeof END_STATES)[number]): number {
  const id = requested({ amount: '2' });
  const ways: Record<typeof state, readonly Step[]> = {
    requested: [],
    approved: ['approveWithdrawal'],
    paying: ['approveWithdrawal', 'payWithdrawal'],
    paid: ['approveWithdrawal', 'payWithdrawal', 'settleWithdrawal'],
    cancelled: ['cancelWithdrawal'],
    refused: ['refuseWithdrawal'],
    returned: ['approveWithdrawal', 'payWithdrawal', 'returnWithdrawal'],
  };
  for (const type of ways[state]) expect(step(type, id).refusal).toBeUndefined();
  return id;
}

describe('the states of a withdrawal', () => {
  it('WDRL-003 every allowed step is taken, and every other one refused', () => {
    credited('1000');
    const reached = new Set<string>();
    for (const state of [...OPEN_STATES, ...END_STATES]) {
      for (const type of Object.keys(STEPS) as Step[]) {
        const id = inState(state);
        const { from, to } = STEPS[type];
        const outcome = step(type, id);
        if ((from as readonly string[]).includes(state)) {
          expect(outcome, `${type} in ${state}`).toMatchObject({ id, state: to });
          reached.add(`${state} ${to}`);
        } else if ((OPEN_STATES as readonly string[]).includes(state)) {
          expect(outcome, `${type} in ${state}`).toEqual({
            ...{ refusal: 'wrongState', detail: { state } },
          });
        } else expect(outcome.refusal, `${type} in ${state}`).toBe('unknownWithdrawal');
        const left = wallet.withdrawals.get(id);
        if (left === undefined) continue;
        // Make room for the next one.
        if (left.state === 'paying') step('returnWithdrawal', id);
        else step('cancelWithdrawal', id);
      }
    }
    expect([...reached].toSorted()).toEqual(
      [
        ...['requested approved', 'requested cancelled', 'requested refused'],
        ...['approved paying', 'approved cancelled', 'approved refused'],
        ...['paying paid', 'paying returned', 'paying cancelled'],
      ].toSorted(),
    );
  });

  it.each([
    ['cancelWithdrawal', CANCEL_WITHDRAWAL_REFUSALS, 'paying', 'requested'],
    ['approveWithdrawal', GO_ON_REFUSALS, 'approved', 'requested'],
    ['refuseWithdrawal', GIVE_BACK_REFUSALS, 'paying', 'approved'],
    ['payWithdrawal', GO_ON_REFUSALS, 'requested', 'approved'],
    ['settleWithdrawal', SETTLE_WITHDRAWAL_REFUSALS, 'approved', 'paying'],
    ['returnWithdrawal', GIVE_BACK_REFUSALS, 'approved', 'paying'],
    ['recallWithdrawal', GO_ON_REFUSALS, 'approved', 'paying'],
  ] as const)('WDRL-004 %s is refused in one order', (type, refusals, wrong, right) => {
    credited();
    const ids = { wrong: inState(wrong), right: inState(right) };
    const body: Record<string, unknown> = {
      ...BODY_OF[type],
      ...{ withdrawalId: 1, digest: OTHER, reason: 'because', payout: 'x' },
    };
    const attempt = { actor: OWNER.setup as number, body };
    const corrections: Record<string, () => void> = {
      notAllowed: () => {
        attempt.actor = ACTOR_OF[type];
      },
      unknownWithdrawal: () => {
        body.withdrawalId = ids.wrong;
      },
      otherDigest: () => {
        body.digest = DIGEST;
      },
      unknownReason: () => {
        body.reason = 'turnoverOpen';
      },
      invalidPayout: () => {
        body.payout = DIGEST;
      },
      wrongState: () => {
        body.withdrawalId = ids.right;
      },
    };
    const [onlyReal, ...others] = refusals;
    expect(onlyReal).toBe('onlyReal');
    const steps = Object.fromEntries(others.map((name) => [name, corrections[name]!]));
    inOrder(type, others, steps, attempt);
  });

  it('WDRL-006 who may take which step: its owner, custody, staff, by the ground they name', () => {
    credited();
    const id = requested();
    const everybody = [ALICE, BOB, STAFF, OWNER.custody, OWNER.setup, OWNER.engine, 0];
    for (const type of Object.keys(STEPS) as Step[]) {
      for (const actor of everybody) {
        if (actor === ACTOR_OF[type]) continue;
        const { refusal } = send(actor, type, { withdrawalId: id, ...BODY_OF[type] });
        const due =
          type === 'cancelWithdrawal' && actor === BOB ? 'unknownWithdrawal' : 'notAllowed';
        expect(refusal, `${type} by ${actor}`).toBe(due);
      }
    }
    const approve = (actor: number, ground: unknown) =>
      send(actor, 'approveWithdrawal', { withdrawalId: id, digest: DIGEST, ground }).refusal;
    for (const ground of ['onePerson', 'twoPeople', '', null, ['tier']]) {
      expect(approve(OWNER.custody, ground)).toBe('notAllowed');
    }
    for (const ground of ['tier', 'threePeople', undefined]) {
      expect(approve(STAFF, ground)).toBe('notAllowed');
    }
    expect(approve(STAFF, 'onePerson')).toBeUndefined();
    expect(wallet.withdrawals.get(id)?.approvedBy).toBe(STAFF);
  });

  it('WDRL-007 publishes each change to its owner, with the reason of a refusal', () => {
    credited();
    const id = requested();
    const [at] = [now];
    step('refuseWithdrawal', id);
    step('refuseWithdrawal', id);
    const withdrawal = { id, asset: 'USDT', amount: '100', fee: '1.5', requestedAt: at };
    expect(endBatch().filter(({ type }) => type === 'withdrawalChanged')).toEqual([
      {
        ...{ type: 'withdrawalChanged', userId: ALICE },
        withdrawal: { ...withdrawal, state: 'requested', changedAt: at, reason: '' },
      },
      {
        ...{ type: 'withdrawalChanged', userId: ALICE },
        withdrawal: { ...withdrawal, state: 'refused', changedAt: at + 1, reason: 'addressAtRisk' },
      },
    ]);
    expect(funds(ALICE)).toBe('500/0');
  });
});
