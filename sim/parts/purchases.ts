import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { PurchasesMachine } from '@assay/modules/purchases';
import type { AnyReply } from '@assay/platform/engine/command';
import { machineOf, type RealmMachines } from '../../apps/server/realm.ts';
import type { PlainBody, PlainModule } from '../../modules/orders/testing/reference/module.ts';
import type { World } from '../../modules/orders/testing/reference/state.ts';
import type { Tables } from '../database/tables.ts';
import { type ClientCommand, expectThat } from '../history.ts';
import type { Moment, PartBooks, PartWorkload, SimPart } from './part.ts';
import { realMoney } from './real-money.ts';

/** People of the real realm: what they have is never taken back as virtual money is. */
const BUYERS = [1_500, 1_501];
const OUTSIDE_DEPOSITS = 101;
const MOST_OPEN = 3;
const DIGESTS = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(32));
const REASONS = [
  'notPaid',
  'otherAmount',
  'otherPayer',
  'sourceUnclear',
  'requiredByLaw',
  'paidLate',
];

/** Quick purchases: what is ordered is held at the house until bank money has come for it. */
export const purchasesPart: SimPart = {
  name: 'purchases',
  realm: realMoney,
  markets: [],
  workload: () => new PurchasesWorkload(),
  twin: () => new PlainPurchases(),
  books: () => new PurchasesBooks(),
};

interface Known {
  readonly id: number;
  readonly user: number;
  readonly digest: string;
}

class PurchasesWorkload implements PartWorkload {
  readonly weight = 2;
  readonly #known: Known[] = [];

  setUp(dice: Dice): ClientCommand[] {
    const body = { owner: OWNER.purchases, asset: 'USDT', amount: dice.pick(['30', '4000']) };
    return [{ actor: OWNER.setup, type: 'fundHouse', body }];
  }

  command(dice: Dice, _users: readonly number[], { at }: Moment): ClientCommand {
    const command = this.#sensible(dice, at);
    if (dice.int(0, 7) > 0) return command;
    const { actor, type, body } = command;
    if (dice.int(0, 2) === 0)
      return { actor: dice.pick([OWNER.custody, OWNER.setup, -3]), type, body };
    const field = dice.pick(Object.keys(body));
    return { actor, type, body: { ...body, [field]: dice.pick(['', '0', 'x', null, -1, 'USDT']) } };
  }

  learn({ type, actor, body }: ClientCommand, reply: AnyReply): void {
    if (!reply.ok || type !== 'acceptPurchase') return;
    this.#known.push({ id: reply.seq, user: actor, digest: (body as { digest: string }).digest });
  }

  #sensible(dice: Dice, at: number): ClientCommand {
    if (this.#known.length === 0 || dice.int(0, 9) < 4) {
      const actor = dice.pick(BUYERS);
      const [amount, cost] = [
        dice.pick(['1', '12.5', '0.00000001', '29']),
        dice.pick(['1', '11.7']),
      ];
      const digest = dice.pick(DIGESTS);
      const deadline = at + dice.pick([5_000, 60_000, 86_400_000]);
      const body = { asset: 'USDT', amount, money: 'CCC', cost, digest, deadline };
      return { actor, type: 'acceptPurchase', body };
    }
    const { id: purchaseId, user, digest } = dice.pick(this.#known.slice(-6));
    const way = dice.int(0, 9);
    if (way < 2) return { actor: user, type: 'cancelPurchase', body: { purchaseId } };
    const named = { purchaseId, digest };
    const actor = OWNER.custody;
    if (way < 4) return { actor, type: 'expirePurchase', body: named };
    if (way < 6) {
      return { actor, type: 'refundPurchase', body: { ...named, reason: dice.pick(REASONS) } };
    }
    const ground = dice.pick(['exactMatch', 'twoPeople']);
    const body = { ...named, payment: dice.pick(DIGESTS), rules: 3, ground };
    return { actor, type: 'releasePurchase', body };
  }
}

interface PlainPurchase extends Known {
  readonly amount: bigint;
  readonly asset: string;
  readonly money: string;
  readonly cost: bigint;
  readonly acceptedAt: number;
  readonly deadline: number;
}

/** Purchases in plain objects and bigints, from specs/BUYS.md alone. */
class PlainPurchases implements PlainModule {
  readonly plain = this;
  readonly commands = [
    ...['acceptPurchase', 'cancelPurchase', 'expirePurchase', 'releasePurchase'],
    'refundPurchase',
  ];
  #open: PlainPurchase[] = [];
  readonly #ended = new Map<number, string>();

  decide(world: World, type: string, actor: number, body: PlainBody): object {
    if (type === 'acceptPurchase') return this.#accept(world, actor, body);
    const isOwners = type === 'cancelPurchase';
    if (isOwners ? actor < 1_000 : actor !== OWNER.custody) return { refusal: 'notAllowed' };
    const one = this.#open.find(({ id }) => id === body.purchaseId);
    if (one === undefined || (isOwners && one.user !== actor))
      return { refusal: 'unknownPurchase' };
    if (!isOwners && one.digest !== body.digest) return { refusal: 'otherDigest' };
    if (isOwners) return this.#end(world, one, 'cancelled');
    if (type === 'expirePurchase') {
      return world.at < one.deadline ? { refusal: 'tooEarly' } : this.#end(world, one, 'expired');
    }
    if (type === 'releasePurchase') return this.#release(world, one, body);
    const { reason } = body;
    if (!REASONS.includes(reason as string)) return { refusal: 'unknownReason' };
    return this.#end(world, one, 'refunded', reason as string);
  }

  compare(machines: RealmMachines, tables: Tables): void {
    const rows = machineOf(machines, PurchasesMachine).rows();
    const open = rows.map(({ id, amount, cost }) => `${id} ${amount} ${cost}`).join();
    const due = this.#open.map(({ id, amount, cost }) => `${id} ${amount} ${cost}`).join();
    expectThat(open === due, `open purchases are ${open}, in the model ${due}`);
    const ended = tables.rows('ended_purchase');
    expectThat(ended.length === this.#ended.size, 'the model has as many purchases that ended');
    for (const { id, state } of ended) {
      const is = this.#ended.get(Number(id));
      expectThat(state === is, `purchase ${id} is ${state}, in the model ${is}`);
    }
  }

  #accept(world: World, actor: number, body: PlainBody): object {
    if (actor < 1_000) return { refusal: 'notAllowed' };
    const [asset, money] = [body.asset as string, body.money as string];
    if (!world.assets.includes(asset)) return { refusal: 'unknownAsset' };
    if (!world.assets.includes(money) || money === asset) return { refusal: 'unknownMoney' };
    const [amount, cost] = [units(body.amount), units(body.cost)];
    if (amount === null || amount === 0n) return { refusal: 'invalidAmount' };
    if (cost === null || cost === 0n) return { refusal: 'invalidCost' };
    if (!isDigest(body.digest)) return { refusal: 'invalidDigest' };
    const deadline = body.deadline as number;
    if (!Number.isSafeInteger(deadline) || deadline <= world.at) {
      return { refusal: 'invalidDeadline' };
    }
    const own = this.#open.filter(({ user }) => user === actor);
    if (own.length >= MOST_OPEN) return { refusal: 'tooManyPurchases' };
    const house = world.balance(OWNER.purchases, asset);
    if (house.available < amount) return { refusal: 'soldOut' };
    house.available -= amount;
    house.held += amount;
    const { seq: id, at: acceptedAt } = world;
    const row = { id, user: actor, asset, amount, money, cost, digest: body.digest as string };
    const one = { ...row, acceptedAt, deadline };
    this.#open.push(one);
    return view(one, 'open', acceptedAt);
  }

  #release(world: World, one: PlainPurchase, body: PlainBody): object {
    if (!isDigest(body.payment)) return { refusal: 'invalidPayment' };
    const rules = body.rules as number;
    if (!Number.isSafeInteger(rules) || rules < 1) return { refusal: 'invalidRules' };
    if (body.ground !== 'exactMatch' && body.ground !== 'twoPeople') {
      return { refusal: 'invalidGround' };
    }
    world.balance(OUTSIDE_DEPOSITS, one.money).available -= one.cost;
    world.balance(OWNER.purchases, one.money).available += one.cost;
    const outcome = this.#end(world, one, 'released');
    world.balance(OWNER.purchases, one.asset).available -= one.amount;
    world.balance(one.user, one.asset).available += one.amount;
    return outcome;
  }

  /** What was held is free again. */
  #end(world: World, one: PlainPurchase, state: string, reason = ''): object {
    this.#open = this.#open.filter((other) => other !== one);
    this.#ended.set(one.id, state);
    const house = world.balance(OWNER.purchases, one.asset);
    house.held -= one.amount;
    house.available += one.amount;
    return view(one, state, world.at, reason);
  }
}

/** What each command that ends one moves, by what its acceptance said. */
class PurchasesBooks implements PartBooks {
  readonly #users = new Map<number, number>();

  command: NonNullable<PartBooks['command']> = (entry, _marketOf, add) => {
    const { type, actor, seq, body, outcome } = entry;
    if (type === 'acceptPurchase') this.#users.set(seq, actor);
    if (type !== 'releasePurchase') return;
    const { asset, amount, money, cost } = outcome as unknown as Record<string, string>;
    const user = this.#users.get(body.purchaseId as number)!;
    add(user, asset!, units(amount)!);
    add(OWNER.purchases, asset!, -units(amount)!);
    add(OWNER.purchases, money!, units(cost)!);
  };
}

function view(one: PlainPurchase, state: string, changedAt: number, reason = ''): object {
  const { id, acceptedAt, deadline, asset, money } = one;
  return {
    ...{ id, acceptedAt, deadline, asset, amount: formatDecimal(one.amount, SCALE), money },
    ...{ cost: formatDecimal(one.cost, SCALE), state, changedAt, reason },
  };
}

function units(value: unknown): bigint | null {
  return typeof value === 'string' ? parseDecimal(value, SCALE) : null;
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
