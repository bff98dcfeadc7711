import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import { transaction } from '@assay/platform/db/database';
import type { Fact, Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { checkTables } from '@assay/platform/engine/tables/check';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { silentLog } from '@assay/platform/log';
import type { AccountDelta } from '@assay/platform/streams/account-channel';
import { createTestDatabase } from '@assay/platform/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import {
  createEngine,
  createRealmMachines,
  declaredTables,
  machineOf,
} from '../../apps/server/realm.ts';
import { SavingsMachine } from './testing/savings/machine.ts';
import { boxesPart, savings } from './testing/savings/part.ts';
import type { BoxView } from './testing/savings/schema.ts';
import { type SavingsCommand, SavingsModel, savingsCommand } from './testing/savings-workload.ts';

const START = 1_763_640_000_000;
const SECOND_MS = 1_000;
const USERS = [1000, 1001, 1002] as const;
const ASSETS = ['USDT', 'BTC'] as const;
const GRANTED = 500_000_000_000n;
const [ALICE, BOB] = USERS;

interface Sent {
  readonly type: string;
  readonly actor: number;
  readonly body: object;
}

const SET_UP: readonly Sent[] = [
  ...ASSETS.map((symbol) => {
    return { type: 'listAsset', actor: OWNER.setup, body: { symbol, name: symbol } };
  }),
  ...USERS.map((userId) => {
    const grants = ASSETS.map((asset) => ({ asset, amount: '5000' }));
    return { type: 'openVirtualAccount', actor: userId, body: { userId, grants } };
  }),
  // The pool is not the account that capital comes into.
  {
    type: 'fundHouse',
    actor: OWNER.setup,
    body: { owner: OWNER.rounding, asset: 'USDT', amount: '7' },
  },
];

/** A realm with savings boxes, and beside it their model. */
class Pair {
  readonly machines = createRealmMachines('demo', [savings]);
  readonly savings = machineOf(this.machines, SavingsMachine);
  readonly sequencer = new Sequencer(this.machines);
  readonly model = new SavingsModel({
    assets: ASSETS,
    available: (userId, asset) => GRANTED - this.model.locked(asset, userId),
  });
  now = START;

  constructor() {
    for (const one of SET_UP) expect(this.send(one).refusal).toBeUndefined();
  }

  send({ type, actor, body }: Sent): Outcome {
    return this.sequencer.decide(type, actor, body, this.now);
  }

  /** Sends a command to both, which answer the same and then are the same. */
  both(command: SavingsCommand): Outcome {
    const outcome = this.send(command);
    const refusal = this.model.decide(command, this.sequencer.seq, this.now);
    const isSame = (outcome.refusal ?? null) === refusal;
    if (!isSame) expect(outcome, JSON.stringify(command)).toEqual({ refusal });
    this.sequencer.audit();
    for (const asset of ASSETS) {
      for (const user of USERS) {
        same(this.available(user, asset), GRANTED - this.model.locked(asset, user));
      }
      const pool = this.available(OWNER.rounding, asset, WALLET.contract);
      same(pool, this.model.locked(asset));
    }
    return outcome;
  }

  available(owner: number, asset: string, wallet: 0 | 1 = WALLET.currency): bigint {
    const { ledger } = this.machines.ledger;
    const id = this.machines.markets.assetId(asset) ?? 0;
    return ledger.available(ledger.find(accountId(owner, wallet, id)));
  }

  random(dice: ReturnType<typeof createDice>): SavingsCommand {
    const boxes = [...this.model.boxes.values()];
    const scope = { users: USERS, assets: ASSETS, boxes, lastSeq: this.sequencer.seq };
    if (dice.int(0, 9) === 0) this.now += dice.int(0, 2 * SECOND_MS);
    return savingsCommand(dice, scope);
  }

  endBatch(): Fact[] {
    for (const machine of this.sequencer.list) for (const writer of machine.writers) writer.drain();
    return this.sequencer.list.flatMap((machine) => machine.takeFacts());
  }

  /** The boxes of a user as the model has them, in the words of the account channel. */
  boxesOf(user: number) {
    const boxes = [...this.model.boxes.values()].filter(({ userId }) => userId === user);
    return boxes.map(({ isClosed, userId: _, ...box }) => {
      return { ...box, state: isClosed ? 'closed' : 'locked' };
    });
  }
}

/** Views with the amount in units, to be compared with the model's. */
function inUnits(views: Iterable<BoxView>) {
  return Array.from(views, (view) => ({ ...view, amount: parseDecimal(view.amount, SCALE) }));
}

function idOf(outcome: Outcome): unknown {
  return 'id' in outcome ? outcome.id : undefined;
}

function same(got: bigint, wanted: bigint): void {
  if (got !== wanted) expect(got).toBe(wanted);
}

const open = (change: object = {}, actor: number = ALICE): Sent => {
  const body = { asset: 'USDT', amount: '100', termMs: SECOND_MS, ...change };
  return { type: 'openBox', actor, body };
};
const close = (boxId: unknown, actor: number = ALICE): Sent => {
  return { type: 'closeBox', actor, body: { boxId } };
};

describe('a cold module', () => {
  let pair: Pair;
  beforeEach(() => {
    pair = new Pair();
  });

  it.each([1, 2, 3])('LEDG-070 does what its model does, seed %i', (seed) => {
    const dice = createDice(seed);
    const outcomes = new Map<string, number>();
    for (let i = 0; i < 1_500; i += 1) {
      const command = pair.random(dice);
      const key = `${command.type} ${pair.both(command).refusal ?? 'done'}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
    for (const user of USERS) {
      const views = pair.savings.boxes.rows().filter(({ userId }) => userId === user);
      expect(inUnits(views.map((row) => pair.savings.view(row)))).toEqual(pair.boxesOf(user));
    }
    // Every outcome was there, and often.
    expect(outcomes.size).toBe(10);
    for (const [outcome, count] of outcomes) expect(count, outcome).toBeGreaterThan(5);
  });

  it('LEDG-071 refuses in one order, and refused changes nothing', () => {
    const refusal = (sent: Sent) => {
      const before = pair.sequencer.stateHash();
      const { refusal } = pair.send(sent);
      expect(pair.sequencer.stateHash()).toBe(before);
      return refusal;
    };
    // Each has what is wrong with all that follow it.
    const wrong = { asset: 'NOPE', amount: '0', termMs: 1 };
    expect(refusal(open(wrong))).toBe('unknownAsset');
    expect(refusal(open({ ...wrong, asset: 'USDT' }))).toBe('invalidAmount');
    const most = '90071992.54740991';
    expect(refusal(open({ ...wrong, asset: 'USDT', amount: most }))).toBe('invalidTerm');
    expect(refusal(open({ amount: most }))).toBe('insufficientBalance');
    expect(refusal(open({ amount: '5000.00000001' }))).toBe('insufficientBalance');
    for (const actor of [9_999, OWNER.setup, -7]) {
      expect(refusal(open({}, actor))).toBe('insufficientBalance');
    }

    const id = idOf(pair.send(open({ amount: '5000' })));
    for (const boxId of [0, String(id), [id], null]) {
      expect(refusal(close(boxId))).toBe('unknownBox');
    }
    expect(refusal(close(id, BOB))).toBe('notYours');
    pair.now += SECOND_MS - 1;
    expect(refusal(close(id))).toBe('notYet');
    pair.now += 1;
    expect(pair.send(close(id))).toMatchObject({ id, amount: '5000', state: 'closed' });
    expect(refusal(close(id, BOB))).toBe('notYours');
    expect(refusal(close(id))).toBe('alreadyClosed');
  });

  it('LEDG-072 its audit finds a pool that is not what the locked boxes pay back', () => {
    pair.send(open());
    pair.sequencer.audit();
    const row = pair.savings.boxes.rows()[0];
    if (row === undefined) throw new Error('no box was opened');
    pair.savings.boxes.change(row, { state: 'closed' });
    expect(() => pair.sequencer.audit()).toThrow('the pool of 1 is what it owes');
  });

  it('LEDG-073 goes on with the same state after a stop and after a kill', async () => {
    const db = await createTestDatabase(engineTables([savings]));
    await checkTables(db.pool, 'demo', declaredTables('demo', [savings]));
    const clock = settableClock(START);
    const make = () => {
      return createEngine({ realm: 'demo', db, clock, log: silentLog, parts: [savings] });
    };
    let engine = make();
    await engine.start();
    const changes = new Map<number, BoxView>();
    const part = () => boxesPart('demo', machineOf(engine.machines, SavingsMachine));
    const follow = () => {
      engine.onCommit(({ facts }) => {
        const delta: AccountDelta = {};
        for (const fact of facts) {
          if ('userId' in fact && fact.userId === ALICE) part().add(delta, fact);
        }
        for (const box of delta.boxes ?? []) changes.set(box.id, box);
      });
    };
    follow();
    const dice = createDice(9);
    let sent = SET_UP.length;
    for (const [n, one] of SET_UP.entries()) await engine.submitAny({ ...one, id: `s${n}` });
    for (let round = 0; round < 6; round += 1) {
      for (let i = 0; i < 60; i += 1) {
        const command = pair.random(dice);
        pair.both(command);
        clock.set(pair.now);
        sent += 1;
        await insist(() => engine.submitAny({ ...command, id: `c${sent}` }));
      }
      expect(engine.sequencer.stateHash()).toBe(pair.sequencer.stateHash());
      if (round % 2 === 0) {
        await db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
        continue;
      }
      await engine.stop();
      engine = make();
      await engine.start();
      engine.audit();
      expect(engine.sequencer.stateHash()).toBe(pair.sequencer.stateHash());
      follow();
    }
    const stored = await transaction(db.pool, (client) => part().snapshot(client, ALICE));
    expect(inUnits(stored.boxes ?? [])).toEqual(pair.boxesOf(ALICE));
    expect(inUnits(changes.values())).toEqual(pair.boxesOf(ALICE));
    await engine.stop();
    await db.drop();
  });

  it('LEDG-074 publishes each change with its owner, and nothing when it refuses', () => {
    const id = idOf(pair.send(open({ amount: '1.50' }, BOB)));
    const endsAt = START + SECOND_MS;
    const box = { id, asset: 'USDT', amount: '1.5', endsAt };
    pair.send(close(id, BOB));
    pair.now = endsAt;
    pair.send(close(id, BOB));
    pair.send(close(id, BOB));
    const facts = pair.endBatch().filter(({ type }) => type === 'boxChanged');
    expect(facts).toEqual([
      { type: 'boxChanged', userId: BOB, box: { ...box, state: 'locked' } },
      { type: 'boxChanged', userId: BOB, box: { ...box, state: 'closed' } },
    ]);
    expect(pair.endBatch()).toEqual([]);
  });

  it('LEDG-075 moves money by postings of its own purposes: into the pool, and back', () => {
    const { postings } = pair.machines.ledger.ledger;
    pair.endBatch();
    const id = idOf(pair.send(open({ asset: 'BTC', amount: '2' })));
    pair.now += SECOND_MS;
    pair.send(close(id));
    const own = accountId(ALICE, WALLET.currency, 2);
    const pool = accountId(OWNER.rounding, WALLET.contract, 2);
    const made = Array.from({ length: postings.count }, (_, row) => {
      const [from, to] = [postings.from(row), postings.to(row)];
      return [from, to, BigInt(postings.amount(row)), purposeName(postings.purpose(row))];
    });
    expect(made).toEqual([
      [own, pool, 200_000_000n, 'earnSubscription'],
      [pool, own, 200_000_000n, 'earnRedemption'],
    ]);
  });
});
