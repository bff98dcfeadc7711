import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { machineOf, type RealmMachines } from '../../apps/server/realm.ts';
import { SavingsMachine } from '../../modules/ledger/testing/savings/machine.ts';
import { savings } from '../../modules/ledger/testing/savings/part.ts';
import {
  type SavingsCommand,
  SavingsModel,
  savingsCommand,
} from '../../modules/ledger/testing/savings-workload.ts';
import type { PlainModule } from '../../modules/orders/testing/reference/module.ts';
import type { World } from '../../modules/orders/testing/reference/state.ts';
import { expectThat } from '../history.ts';
import type { PartBooks, PartWorkload, SimPart } from './part.ts';

/** Savings boxes: a cold module beside the products. */
export const savingsPart: SimPart = {
  name: 'savings',
  realm: savings,
  markets: [],
  workload,
  twin() {
    const plain = new PlainSavings();
    return { plain, compare: (machines) => compare(plain, machines) };
  },
  books,
};

function workload(): PartWorkload {
  const boxes: { id: number; userId: number }[] = [];
  let lastSeq = 0;
  return {
    command: (dice, users) =>
      savingsCommand(dice, { users, assets: ['USDT', 'AAA'], boxes, lastSeq }),
    learn({ type, actor }, { ok, seq }) {
      lastSeq = seq;
      if (ok && type === 'openBox') boxes.push({ id: seq, userId: actor });
    },
  };
}

/** The model of the boxes, on the balances of the plain world. */
class PlainSavings implements PlainModule {
  readonly commands = ['openBox', 'closeBox'];
  #model: SavingsModel | null = null;

  get boxes() {
    return [...(this.#model?.boxes.values() ?? [])];
  }

  decide(world: World, type: string, actor: number, body: object): object {
    this.#model ??= new SavingsModel({
      assets: world.assets,
      available: (user, asset) => world.balance(user, asset).available,
    });
    const command = { type, actor, body } as SavingsCommand;
    const refusal = this.#model.decide(command, world.seq, world.at);
    if (refusal !== null) return { refusal };
    const id = command.type === 'openBox' ? world.seq : command.body.boxId;
    const box = this.#model.boxes.get(id);
    expectThat(box !== undefined, `the model has no box ${id}`);
    const { asset, amount, endsAt, isClosed } = box;
    world.balance(actor, asset).available += isClosed ? amount : -amount;
    const state = isClosed ? 'closed' : 'locked';
    return { id, endsAt, state, asset, amount: formatDecimal(amount, SCALE) };
  }
}

function compare(plain: PlainSavings, machines: RealmMachines): void {
  const rows = machineOf(machines, SavingsMachine).boxes;
  const { ledger } = machines.ledger;
  const pools = new Map<string, bigint>();
  for (const { id, asset, amount, isClosed } of plain.boxes) {
    const state = rows.get(id)?.state;
    expectThat(state === (isClosed ? 'closed' : 'locked'), `box ${id} is ${state}`);
    if (!isClosed) pools.set(asset, (pools.get(asset) ?? 0n) + amount);
  }
  for (const [asset, pool] of pools) {
    const id = machines.markets.assetId(asset) as number;
    const slot = ledger.find(accountId(OWNER.rounding, WALLET.contract, id));
    expectThat(ledger.available(slot) === pool, `the pool of ${asset} is not ${pool}`);
  }
}

function books(): PartBooks {
  return {
    command({ type, actor, outcome }, _marketOf, add) {
      if (type !== 'openBox' && type !== 'closeBox') return;
      const { asset, amount } = outcome as unknown as { asset: string; amount: string };
      const units = parseDecimal(amount, SCALE) as bigint;
      add(actor, asset, type === 'openBox' ? -units : units);
    },
  };
}
