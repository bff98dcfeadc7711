import { PriceQueue } from '@assay/core/position/price-queue';
import { afterEach, expect, it } from 'vitest';
import { type AccountRow, LiveContract } from './contract.ts';
import { CfdFills } from './fill.ts';
import { CfdMoney } from './money.ts';
import { hunt, type Method, nothing, plant, unplant } from './planted.suite.ts';
import { CfdRisk } from './risk.ts';
import { CfdState } from './state.ts';
import { CfdTicks } from './ticks.ts';
import { Trail } from './trail.ts';

afterEach(unplant);

function ask(): Method {
  return function () {
    return (this as LiveContract).quote!.ask;
  };
}

const BUGS: Readonly<Record<string, () => void>> = {
  'prices are reached late': () =>
    plant(PriceQueue, 'reached', (real) => {
      return function (price) {
        return real.call(this, (price as number) * 0.999);
      };
    }),
  'what is removed still waits': () => plant(PriceQueue, 'remove', nothing),
  'a long is sold at the ask': () => plant(LiveContract, 'exit', ask),
  'a short is opened at the ask': () => plant(LiveContract, 'entry', ask),
  'exposure is not counted': () => plant(LiveContract, 'net', () => () => 0n),
  'gains of customers are not counted': () => plant(LiveContract, 'gain', () => () => 0n),
  'trailing stops do not follow': () => plant(Trail, 'follow', nothing),
  'everything is available': () => plant(CfdRisk, 'isAvailable', () => () => true),
  'unrealised losses can be moved out': () =>
    plant(CfdRisk, 'available', () => {
      return function (account) {
        return (this as CfdRisk).equity(account as AccountRow);
      };
    }),
  'a deficit is forgotten': () =>
    plant(CfdMoney, 'debit', (real) => {
      return function (account, ...rest) {
        real.call(this, account, ...rest);
        Object.assign(account as object, { deficit: 0n });
      };
    }),
  'a debt is paid from nowhere': () => plant(CfdMoney, 'payOwed', () => () => true),
  'a premium stays in escrow': () => plant(CfdMoney, 'returnPremium', nothing),
  'an earned premium is kept in escrow': () => plant(CfdMoney, 'earnPremium', nothing),
  'margin is not held': () =>
    plant(CfdMoney, 'hold', (real) => {
      return function (account) {
        return real.call(this, account);
      };
    }),
  'guards are not set': () => plant(CfdState, 'setGuards', nothing),
  'accounts are not looked at again': () =>
    plant(CfdRisk, 'refresh', (real) => {
      return function (account, tick = 0) {
        if ((tick as number) > 0) real.call(this, account, tick);
      };
    }),
  'stops are taken in further away': () =>
    plant(CfdTicks, 'waitPosition', (real) => {
      return function (live, row) {
        const { stopLoss } = row as { readonly stopLoss: number };
        const far = { ...(row as object), stopLoss: Math.floor(stopLoss * 0.95) };
        return real.call(this, live, far);
      };
    }),
  'a closing closes half': () =>
    plant(CfdFills, 'close', (real) => {
      return function (row, lots, ...rest) {
        const isLarge = (lots as bigint) > 100_000_000n;
        return real.call(this, row, isLarge ? (lots as bigint) / 2n : lots, ...rest);
      };
    }),
};

it.each(Object.keys(BUGS))(
  'CFDS-084 is found: %s',
  (name) => {
    BUGS[name]!();
    expect(() => hunt()).toThrow();
  },
  180_000,
);
