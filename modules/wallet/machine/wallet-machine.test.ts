import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CREDIT_DEPOSIT_REFUSALS,
  STEPS,
  type Step,
  TRANSFER_FUNDS_REFUSALS,
} from '../schema/commands.ts';
import {
  ALICE,
  credited,
  DIGEST,
  deposit,
  endBatch,
  funds,
  inOrder,
  ledger,
  now,
  open,
  request,
  requested,
  STAFF,
  send,
  sequencer,
  step,
  transfer,
} from './wallet.suite.ts';

beforeEach(() => open('real'));

describe('transferFunds', () => {
  it.each(['real', 'demo'] as const)(
    'WALL-001 moves an amount from one wallet to the other: %s',
    (realm) => {
      open(realm);
      if (realm === 'real') credited();
      else {
        const grants = [{ asset: 'USDT', amount: '500' }];
        send(ALICE, 'openVirtualAccount', { userId: ALICE, grants });
      }
      endBatch();
      expect(send(ALICE, 'transferFunds', transfer())).toEqual(transfer());
      expect([funds(ALICE), funds(ALICE, WALLET.contract)]).toEqual(['379.5/0', '120.5/0']);
      const { postings } = ledger.ledger;
      expect(postings.count).toBe(1);
      expect(purposeName(postings.purpose(0))).toBe('transfer');
      const back = transfer({ from: 'contract', to: 'currency', amount: '120.50' });
      expect(send(ALICE, 'transferFunds', back)).toEqual({ ...back, amount: '120.5' });
      expect([funds(ALICE), funds(ALICE, WALLET.contract)]).toEqual(['500/0', '0/0']);
    },
  );

  it('WALL-002 is refused in one order, and refused changes nothing', () => {
    credited();
    const attempt = {
      actor: STAFF,
      body: transfer({ asset: 'NOPE', from: 'savings', to: 'savings', amount: '0' }),
    };
    const set = (change: object) => () => {
      attempt.body = { ...attempt.body, ...change } as typeof attempt.body;
    };
    inOrder(
      'transferFunds',
      TRANSFER_FUNDS_REFUSALS,
      {
        notAllowed: () => {
          attempt.actor = ALICE;
        },
        unknownAsset: set({ asset: 'USDT' }),
        unknownWallet: set({ from: 'currency', to: 'currency' }),
        sameWallet: set({ to: 'contract' }),
        invalidAmount: set({ amount: '500.00000001' }),
        insufficientBalance: set({ amount: '500' }),
      },
      attempt,
    );
    expect([funds(ALICE), funds(ALICE, WALLET.contract)]).toEqual(['0/0', '500/0']);
    for (const amount of ['-1', '1e2', '', ' 1', '0.000000001', 1, null, ['1'], undefined]) {
      const { refusal } = send(ALICE, 'transferFunds', transfer({ amount }));
      expect(refusal, String(amount)).toBe('invalidAmount');
    }
    for (const actor of [OWNER.custody, OWNER.setup, OWNER.marketMaker, 0, -1]) {
      expect(send(actor, 'transferFunds', transfer()).refusal).toBe('notAllowed');
    }
  });

  it('WALL-003 what an order or a withdrawal holds is not moved', () => {
    credited();
    requested({ amount: '450' });
    expect(send(ALICE, 'transferFunds', transfer({ amount: '50.00000001' })).refusal).toBe(
      'insufficientBalance',
    );
    send(ALICE, 'transferFunds', transfer({ amount: '50' }));
    expect([funds(ALICE), funds(ALICE, WALLET.contract)]).toEqual(['0/450', '50/0']);
  });

  it('WALL-004 publishes what each wallet gained or gave, and nothing when it is refused', () => {
    credited();
    endBatch();
    send(ALICE, 'transferFunds', transfer());
    const at = now;
    send(ALICE, 'transferFunds', transfer({ amount: '9999' }));
    const fact = { type: 'walletChanged', userId: ALICE, asset: 'USDT', why: 'transfer', at };
    expect(endBatch().filter(({ type }) => type === 'walletChanged')).toEqual([
      { ...fact, wallet: 'currency', amount: '-120.5' },
      { ...fact, wallet: 'contract', amount: '120.5' },
    ]);
  });
});

describe('the virtual realm', () => {
  it('WALL-005 refuses all but transfers: virtual money neither comes in nor leaves', () => {
    open('demo');
    const grants = [{ asset: 'USDT', amount: '500' }];
    send(ALICE, 'openVirtualAccount', { userId: ALICE, grants });
    expect(send(OWNER.custody, 'creditDeposit', deposit()).refusal).toBe('onlyReal');
    expect(send(ALICE, 'requestWithdrawal', request()).refusal).toBe('onlyReal');
    for (const type of Object.keys(STEPS) as Step[]) {
      expect(step(type, 1).refusal, type).toBe('onlyReal');
    }
    expect(send(ALICE, 'transferFunds', transfer()).refusal).toBeUndefined();
  });
});

describe('creditDeposit', () => {
  it('DEPO-001 comes from outside:deposits into the currency wallet, and pins rules', () => {
    endBatch();
    expect(
      send(OWNER.custody, 'creditDeposit', deposit({ amount: '0.00000001', rules: 3 })),
    ).toEqual({ id: sequencer.seq, asset: 'USDT', amount: '0.00000001', at: now });
    credited('90000000000');
    expect(funds(ALICE)).toBe('90000000000.00000001/0');
    expect(funds(OWNER.outsideDeposits)).toBe('-90000000000.00000001/0');
    const { postings } = ledger.ledger;
    expect([0, 1].map((row) => purposeName(postings.purpose(row)))).toEqual(['deposit', 'deposit']);
    const changed = endBatch().filter(({ type }) => type === 'walletChanged');
    expect(changed[0]).toMatchObject({ userId: ALICE, amount: '0.00000001', why: 'deposit' });
  });

  it('DEPO-002 is refused in one order, and refused changes nothing', () => {
    send(OWNER.setup, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: '1000000000' });
    const attempt = {
      actor: STAFF,
      body: deposit({ userId: 999, asset: 'NOPE', amount: '0', digest: '', rules: 0 }),
    };
    const set = (change: object) => () => {
      attempt.body = { ...attempt.body, ...change } as typeof attempt.body;
    };
    const [onlyReal, ...refusals] = CREDIT_DEPOSIT_REFUSALS;
    expect(onlyReal).toBe('onlyReal');
    inOrder(
      'creditDeposit',
      refusals,
      {
        notAllowed: () => {
          attempt.actor = OWNER.custody;
        },
        unknownUser: set({ userId: ALICE }),
        unknownAsset: set({ asset: 'USDT' }),
        invalidAmount: set({ amount: '91233720368.54775808' }),
        invalidDigest: set({ digest: DIGEST }),
        invalidRules: set({ rules: 1 }),
        noRoom: set({ amount: '91233720368.54775807' }),
      },
      attempt,
    );
    for (const actor of [ALICE, OWNER.setup, OWNER.engine, STAFF, OWNER.outsideDeposits]) {
      expect(send(actor, 'creditDeposit', deposit()).refusal).toBe('notAllowed');
    }
    for (const digest of [DIGEST.toUpperCase(), `${DIGEST}0`, DIGEST.slice(1), null, 7]) {
      const { refusal } = send(OWNER.custody, 'creditDeposit', deposit({ digest }));
      expect(refusal, String(digest)).toBe('invalidDigest');
    }
    for (const rules of [1.5, -1, '1', null, 2 ** 31]) {
      const { refusal } = send(OWNER.custody, 'creditDeposit', deposit({ rules }));
      expect(refusal, String(rules)).toBe('invalidRules');
    }
  });
});
