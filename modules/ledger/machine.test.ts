import { accountId, HOUSE_NAMES, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { MarketsMachine } from '@assay/modules/markets';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { beforeEach, describe, expect, it } from 'vitest';
import { approvals } from './approvals.ts';
import { LedgerMachine } from './machine.ts';
import { FUNDED } from './rules.ts';

const USER = 1000;
const MILLION_MILLIONS = '1000000000';

let sequencer: Sequencer;
let ledger: LedgerMachine;

function open(realm: Realm): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  sequencer = new Sequencer({ markets, ledger });
  for (const symbol of ['USDT', 'BTC']) {
    sequencer.decide('listAsset', OWNER.setup, { symbol, name: symbol }, 0);
  }
}

beforeEach(() => open('demo'));

function send(actor: number, type: string, body: object): Record<string, unknown> {
  const before = sequencer.stateHash();
  const outcome = sequencer.decide(type, actor, body, 0) as Record<string, unknown>;
  if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
  sequencer.audit();
  return outcome;
}

function refusal(actor: number, type: string, body: object): unknown {
  return send(actor, type, body).refusal;
}

function funds(owner: number, asset = 1): bigint[] {
  const slot = ledger.ledger.find(accountId(owner, WALLET.currency, asset));
  return [ledger.ledger.available(slot), ledger.ledger.held(slot)];
}

function grants(amounts: Readonly<Record<string, string>>) {
  return Object.entries(amounts).map(([asset, amount]) => ({ asset, amount }));
}

describe('commands of the ledger', () => {
  it('LEDG-040 capital comes from outside:capital into a named account of the house', () => {
    const body = { owner: OWNER.insurance, asset: 'USDT', amount: '1500.5' };
    expect(send(OWNER.setup, 'fundHouse', body)).toEqual({
      account: 'house:insurance',
      asset: 'USDT',
      amount: '1500.5',
    });
    expect(funds(OWNER.insurance)).toEqual([150_050_000_000n, 0n]);
    expect(funds(OWNER.outsideCapital)).toEqual([-150_050_000_000n, 0n]);
  });

  it('LEDG-047 two of staff put capital into any account that the house pays out of, and into no other', () => {
    const staff = staffActor(3);
    for (const account of FUNDED) {
      const body = { account, asset: 'USDT', amount: '2.5' };
      expect(refusal(USER, 'declareCapital', body)).toBe('notAllowed');
      expect(refusal(OWNER.setup, 'declareCapital', body)).toBe('notAllowed');
      expect(send(staff, 'declareCapital', body)).toEqual(body);
      expect(funds(HOUSE_NAMES.get(account)!)[0]).toBe(250_000_000n);
    }
    expect(funds(OWNER.outsideCapital)[0]).toBe(-250_000_000n * BigInt(FUNDED.length));
    for (const account of ['house:fees', 'house:rounding', 'outside:capital', 'user:1000', 3, '']) {
      const body = { account, asset: 'USDT', amount: '1' };
      expect(refusal(staff, 'declareCapital', body)).toBe('notAHouseAccount');
    }
    const cfd = { account: 'house:cfd', asset: 'USDT' };
    expect(refusal(staff, 'declareCapital', { ...cfd, asset: 'DOGE', amount: '1' })).toBe(
      'unknownAsset',
    );
    expect(refusal(staff, 'declareCapital', { ...cfd, amount: '-1' })).toBe('invalidAmount');
    expect(approvals.declareCapital).toMatchObject({ needs: 2, decide: 'house.approve' });
  });

  it('LEDG-043 capital is refused in order: who, asset, account, amount, room', () => {
    const body = { owner: 1001, asset: 'DOGE', amount: '0' };
    const set = (change: object) => Object.assign(body, change);
    expect(refusal(USER, 'fundHouse', body)).toBe('notAllowed');
    expect(refusal(OWNER.setup, 'fundHouse', body)).toBe('unknownAsset');
    set({ asset: 'USDT' });
    const nobody = [
      1001,
      0,
      -1,
      1.5,
      50,
      OWNER.setup,
      OWNER.feeds,
      OWNER.outsideCapital,
      Number.NaN,
    ];
    for (const owner of nobody) {
      expect(refusal(OWNER.setup, 'fundHouse', set({ owner }))).toBe('notAHouseAccount');
    }
    set({ owner: OWNER.fees });
    for (const amount of ['0', '-1', '1e9', '0.000000001', '1000000000.00000001', '', ' 1']) {
      expect(refusal(OWNER.setup, 'fundHouse', set({ amount })), amount).toBe('invalidAmount');
    }
    for (let i = 0; i < 92; i += 1) {
      expect(refusal(OWNER.setup, 'fundHouse', set({ amount: MILLION_MILLIONS }))).toBeUndefined();
    }
    expect(refusal(OWNER.setup, 'fundHouse', body)).toBe('noRoom');
    expect(
      refusal(OWNER.setup, 'fundHouse', set({ amount: '233720368.54775807' })),
    ).toBeUndefined();
    expect(refusal(OWNER.setup, 'fundHouse', set({ amount: '0.00000001' }))).toBe('noRoom');
    expect(funds(OWNER.fees)).toEqual([2n ** 63n - 1n, 0n]);
  });

  it('LEDG-041 a virtual account is opened once, with what it is granted', () => {
    const body = { userId: USER, grants: grants({ USDT: '100000', BTC: '0.5' }) };
    expect(send(USER, 'openVirtualAccount', body)).toEqual({ userId: USER });
    expect([funds(USER), funds(USER, 2)]).toEqual([
      [10_000_000_000_000n, 0n],
      [50_000_000n, 0n],
    ]);
    expect(funds(OWNER.outsideVirtual)).toEqual([-10_000_000_000_000n, 0n]);
    expect(refusal(USER, 'openVirtualAccount', body)).toBe('alreadyOpen');
    const other = { ...body, userId: USER + 1 };
    expect(refusal(OWNER.setup, 'openVirtualAccount', other)).toBeUndefined();
  });

  it('LEDG-042 a reset takes everything back and makes new grants; the sums outside stay right', () => {
    const first = { userId: USER, grants: grants({ USDT: '100000', BTC: '0.5' }) };
    send(USER, 'openVirtualAccount', first);
    const again = { userId: USER, grants: grants({ USDT: '7' }) };
    expect(send(USER, 'resetVirtualAccount', again)).toEqual({ userId: USER });
    expect([funds(USER), funds(USER, 2)]).toEqual([
      [700_000_000n, 0n],
      [0n, 0n],
    ]);
    expect([funds(OWNER.outsideVirtual), funds(OWNER.outsideVirtual, 2)]).toEqual([
      [-700_000_000n, 0n],
      [0n, 0n],
    ]);
    // An account that has nothing left is still an account.
    expect(refusal(USER, 'openVirtualAccount', first)).toBe('alreadyOpen');
  });

  it('IDEN-081 an account that is ended returns everything, makes room, and can be ended again', () => {
    const first = { userId: USER, grants: grants({ USDT: '100000', BTC: '0.5' }) };
    expect(refusal(OWNER.setup, 'endVirtualAccount', { userId: USER })).toBe('notOpen');
    send(USER, 'openVirtualAccount', first);
    const room = ledger.ledger.roomFor(1);
    for (const actor of [USER, 5, OWNER.feeds]) {
      expect(refusal(actor, 'endVirtualAccount', { userId: USER })).toBe('notAllowed');
    }
    for (let i = 0; i < 2; i += 1) {
      expect(send(OWNER.setup, 'endVirtualAccount', { userId: USER })).toEqual({ userId: USER });
      for (const asset of [1, 2]) {
        expect(funds(USER, asset)).toEqual([0n, 0n]);
        expect(funds(OWNER.outsideVirtual, asset)).toEqual([0n, 0n]);
      }
    }
    expect(ledger.ledger.roomFor(1) - room).toBe(10_000_000_000_000n);
    expect(refusal(OWNER.setup, 'endVirtualAccount', { userId: 999 })).toBe('unknownUser');
    expect(refusal(USER, 'openVirtualAccount', first)).toBe('alreadyOpen');
    open('real');
    expect(refusal(OWNER.setup, 'endVirtualAccount', { userId: 999 })).toBe('onlyVirtual');
  });

  it('LEDG-043 LEDG-045 virtual accounts are refused in order: realm, user, who, amounts, state, room', () => {
    const types = ['openVirtualAccount', 'resetVirtualAccount'];
    const good = grants({ USDT: '1' });
    open('real');
    for (const type of types) {
      expect(refusal(5, type, { userId: 1, grants: [] })).toBe('onlyVirtual');
    }
    open('demo');
    for (const type of types) {
      for (const userId of [1, 999, 1000.5, -1000, Number.MAX_SAFE_INTEGER + 1]) {
        expect(refusal(5, type, { userId, grants: [] })).toBe('unknownUser');
      }
      for (const actor of [5, USER + 1, OWNER.feeds]) {
        expect(refusal(actor, type, { userId: USER, grants: [] })).toBe('notAllowed');
      }
      const wrong = [
        [],
        grants({ USDT: '0' }),
        grants({ USDT: '-1' }),
        grants({ NOPE: '1' }),
        [...good, ...good],
        grants({ USDT: '1000000000.1' }),
      ];
      for (const list of wrong) {
        expect(refusal(USER, type, { userId: USER, grants: list })).toBe('invalidAmount');
      }
    }
    expect(refusal(USER, 'resetVirtualAccount', { userId: USER, grants: good })).toBe('notOpen');
    const capital = { owner: OWNER.fees, asset: 'USDT', amount: MILLION_MILLIONS };
    for (let i = 0; i < 92; i += 1) send(OWNER.setup, 'fundHouse', capital);
    const much = { userId: USER, grants: grants({ BTC: '1', USDT: '400000000' }) };
    expect(refusal(USER, 'openVirtualAccount', much)).toBe('noRoom');
    expect(refusal(USER, 'openVirtualAccount', { userId: USER, grants: good })).toBeUndefined();
    expect(refusal(USER, 'resetVirtualAccount', much)).toBe('noRoom');
  });

  it('LEDG-042 a reset has room for what it takes back, what is held included', () => {
    const capital = { owner: OWNER.fees, asset: 'USDT', amount: MILLION_MILLIONS };
    for (let i = 0; i < 92; i += 1) send(OWNER.setup, 'fundHouse', capital);
    const last = { userId: USER, grants: grants({ BTC: '1', USDT: '233720368.54775807' }) };
    send(USER, 'openVirtualAccount', last);
    expect(ledger.ledger.roomFor(1)).toBe(0n);
    const account = accountId(USER, WALLET.currency, 1);
    const slot = ledger.ledger.find(account);
    ledger.ledger.hold(slot, 5);
    ledger.addHoldOwner({
      claim: (add) => add(account, ledger.ledger.held(slot)),
      endAll: () => ledger.ledger.release(slot, 5),
    });
    const more = { userId: USER, grants: grants({ USDT: '233720368.54775808' }) };
    expect(refusal(USER, 'resetVirtualAccount', more)).toBe('noRoom');
    expect(refusal(USER, 'resetVirtualAccount', last)).toBeUndefined();
    expect([funds(USER), funds(USER, 2)]).toEqual([
      [23_372_036_854_775_807n, 0n],
      [100_000_000n, 0n],
    ]);
  });

  it('LEDG-045 nothing of a realm is in another one: two ledgers share no account and no number', () => {
    const demo = ledger;
    send(USER, 'openVirtualAccount', { userId: USER, grants: grants({ USDT: '5' }) });
    const hash = sequencer.stateHash();
    const first = sequencer;
    open('real');
    send(OWNER.setup, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: '9' });
    expect(first.stateHash()).toBe(hash);
    expect(demo.ledger.find(accountId(OWNER.fees, WALLET.currency, 1))).toBe(-1);
    expect(ledger.ledger.find(accountId(USER, WALLET.currency, 1))).toBe(-1);
  });

  it('LEDG-046 balances of customers, and of nobody else, are published once a batch with their last values', () => {
    const batch = () => {
      for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
      return sequencer.takeFacts().filter((fact) => fact.type === 'balanceChanged');
    };
    batch();
    send(USER, 'openVirtualAccount', { userId: USER, grants: grants({ USDT: '5' }) });
    send(USER, 'resetVirtualAccount', { userId: USER, grants: grants({ USDT: '7.25' }) });
    send(OWNER.setup, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: '9' });
    expect(batch()).toMatchObject([
      {
        type: 'balanceChanged',
        userId: USER,
        asset: 'USDT',
        wallet: 'currency',
        available: '7.25',
        held: '0',
      },
    ]);
    expect(batch()).toEqual([]);
  });

  it('LEDG-036 the machine’s audit asks every owner of holds what it claims', () => {
    send(USER, 'openVirtualAccount', { userId: USER, grants: grants({ USDT: '5' }) });
    const account = accountId(USER, WALLET.currency, 1);
    ledger.ledger.hold(ledger.ledger.find(account), 200n);
    expect(() => ledger.audit()).toThrow('holds what its intents claim');
    for (let i = 0; i < 2; i += 1) {
      ledger.addHoldOwner({ claim: (add) => add(account, 100n), endAll: () => undefined });
    }
    ledger.audit();
  });
});
