import type { Dice } from '@assay/core/testing/dice';
import type { ContractListing } from '../rules/terms.ts';

/** What commands are made of. */
export interface CfdScope {
  readonly users: readonly number[];
  readonly contracts: readonly ContractListing[];
  readonly positions: readonly {
    readonly id: number;
    readonly user: number;
    readonly index: string;
    readonly side: number;
  }[];
  /** The present price of each index. */
  readonly prices: Readonly<Record<string, number>>;
  readonly orders: readonly { readonly id: number; readonly user: number }[];
  readonly now: number;
}

export interface CfdCommand {
  readonly type: string;
  readonly actor: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A random command of a person; one of ten has one thing wrong. */
export function cfdCommand(dice: Dice, scope: CfdScope): CfdCommand {
  const command = sensible(dice, scope);
  if (dice.int(0, 9) > 0) return command;
  if (dice.int(0, 4) === 0) return { ...command, actor: dice.pick([0, 3, 91, -4, 1999]) };
  const field = dice.pick(Object.keys(command.body).concat('slippage'));
  return { ...command, body: { ...command.body, [field]: dice.pick(WRONG) } };
}

const WRONG = ['', '0', '-1', 'x', '0.001', '99999999', '0.000000001', 0, 1.5, -1, null, true];

function sensible(dice: Dice, scope: CfdScope): CfdCommand {
  const { users, contracts, positions, orders } = scope;
  const actor = dice.pick(users);
  const way = dice.int(0, 9);
  if (way < 6 || positions.length === 0) {
    return { type: 'placeCfdOrder', actor, body: placed(dice, scope) };
  }
  if (way === 6) {
    if (orders.length === 0) {
      return { type: 'setCfdMode', actor, body: { mode: dice.pick(['hedged', 'netted']) } };
    }
    const { id: orderId, user } = dice.pick(orders);
    return { type: 'cancelCfdOrder', actor: user, body: { orderId } };
  }
  const { id: positionId, user, index, side } = dice.pick(positions);
  const { tickSize } = contracts.find((one) => one.index === index)!;
  if (way < 9) {
    const body = { positionId, ...protection(dice, scope.prices[index]!, side, tickSize) };
    return { type: 'protectCfdPosition', actor: user, body };
  }
  const body = dice.pick<Readonly<Record<string, unknown>>>([
    { positionId },
    { positionId, lots: dice.pick(['0.01', '0.25', '1']) },
    { positionId, slippage: steps('0.5', tickSize) },
    { side: dice.pick(['buy', 'sell']) },
    { contract: dice.pick(contracts).symbol },
    {},
  ]);
  return { type: 'closeCfdPositions', actor: user, body };
}

function placed(dice: Dice, scope: CfdScope): Readonly<Record<string, unknown>> {
  const { symbol, index, tickSize } = dice.pick(scope.contracts);
  const now = scope.prices[index]!;
  const kind = dice.pick(['market', 'market', 'market', 'limit', 'stop']);
  const side = dice.pick(['buy', 'sell']);
  const direction = side === 'buy' ? 1 : -1;
  const away = (kind === 'limit' ? -direction : direction) * dice.int(-1, 6);
  const price = now * (1 + away / 100);
  const isTimed = kind !== 'market' && dice.int(0, 1) === 0;
  const leverage = dice.pick([1, 5, 10, 20, 20]);
  return {
    ...{ contract: symbol, side, kind, lots: dice.pick(['0.01', '0.5', '1', '1', '2.5', '7']) },
    ...{ leverage, policyLeverage: dice.pick([20, 20, 20, 100, 10]) },
    // Not by a die of its own: what schedules were found with stays the same.
    ...(leverage > 10 ? {} : { policyCloseOut: leverage === 5 ? 100 : 50 }),
    price: kind === 'market' ? '' : toStep(price, tickSize),
    slippage: kind === 'limit' ? '' : steps(dice.pick(['', '', '0.5', '2']), tickSize),
    expiresAt: isTimed ? scope.now + dice.int(1, 60_000) : 0,
    ...(dice.int(0, 1) === 0 ? protection(dice, price, direction, tickSize) : {}),
  };
}

/** Stops behind the price and profits ahead of it, nearly always. */
function protection(dice: Dice, price: number, side: number, tickSize: string) {
  const away = (percent: number) => toStep(price * (1 + percent / 100), tickSize);
  const way = dice.int(0, 3);
  return {
    takeProfit: dice.int(0, 1) === 0 ? away(side * dice.int(3, 12)) : '',
    stopLoss: way < 2 ? away(-side * dice.int(2, 12)) : '',
    trailing: way === 2 ? steps(dice.pick(['0.5', '1', '3']), tickSize) : '',
    guaranteed: way === 0,
  };
}

/** A price in the digits of its contract. */
function toStep(price: number, tickSize: string): string {
  return price.toFixed(tickSize.length - 2);
}

/** A distance that is given for steps of a hundredth. */
function steps(distance: string, tickSize: string): string {
  return distance === '' ? '' : toStep(Number(distance) * Number(tickSize) * 100, tickSize);
}
