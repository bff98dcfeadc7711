import { accountId, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { larger } from '@assay/core/num/integer';
import { type Direction, gainOver, ONE, quantityOf, SHORT } from '@assay/core/position/value';
import { Refusal } from '@assay/core/schema/outcome';
import { standingOf } from '@assay/modules/cfd';
import { type ContractDesk, SPOT_CONTRACT, type StrategyDesk } from '@assay/modules/earn';
import type { RealmOrders } from '@assay/modules/orders';
import type { RealmEngine } from './realm.ts';

/** Order entry and public prices: what the bot of a strategy has is what everybody has. */
export function strategyDesk(engine: RealmEngine, { realm, entry }: RealmOrders): StrategyDesk {
  const sender = (userId: number) => ({ userId, commandId: undefined });
  return {
    rules: (market) => realm.rules(market),
    assetId: (symbol) => engine.machines.markets.assetId(symbol),
    prices: { lastIndex: (name) => engine.machines.feeds.lastIndex(name) },
    hasOrder: (account, clientOrderId) => realm.openOrder(account, { clientOrderId }) !== undefined,
    place: async (account, order) =>
      !((await entry.place(sender(account), order)) instanceof Refusal),
    cancel: (account, clientOrderId) => entry.cancel(sender(account), { clientOrderId }),
  };
}

/**
 * The same with contracts: what getCfdContracts and getCfdAccount show, and the commands of
 * placeCfdOrder, closeCfdPositions and transferFunds, whose rules are those of everybody.
 */
export function contractDesk(engine: RealmEngine, orders: RealmOrders): ContractDesk {
  const of = (symbol: string) => engine.machines.cfd.state.bySymbol.get(symbol);
  const lotsOf = (symbol: string, quantity: bigint) =>
    formatDecimal((quantity * ONE) / of(symbol)!.row.contractSize, SCALE);
  return {
    ...strategyDesk(engine, orders),
    contract: (symbol) => contractLook(engine, symbol),
    contractsOf: (account) => ownContracts(engine, account),
    openShort: async (account, contract, quantity) => {
      const leverage = Math.min(SPOT_CONTRACT.leverage, of(contract)!.row.maxLeverage);
      const reply = await engine.submit({
        ...{ type: 'placeCfdOrder', actor: account },
        body: {
          ...{ contract, side: 'sell', kind: 'market', lots: lotsOf(contract, quantity) },
          ...{ leverage, policyLeverage: leverage },
        },
      } as const);
      return reply.ok;
    },
    closeShort: (account, id, quantity) => {
      const { contract } = engine.machines.cfd.state.tables.positions.get(id)!;
      const lots = lotsOf(engine.machines.cfd.state.of(contract).row.symbol, quantity);
      const body = { positionId: id, lots };
      return engine.submit({ type: 'closeCfdPositions', actor: account, body });
    },
    moveMargin: (account, asset, amount) => {
      const [from, to] = amount < 0n ? (['contract', 'currency'] as const) : CURRENCY_FIRST;
      const text = formatDecimal(amount < 0n ? -amount : amount, SCALE);
      const body = { asset: engine.machines.markets.assetSymbol(asset), from, to, amount: text };
      return engine.submit({ type: 'transferFunds', actor: account, body });
    },
  };
}

const CURRENCY_FIRST = ['currency', 'contract'] as const;

function contractLook({ machines: { cfd } }: RealmEngine, symbol: string) {
  const live = cfd.state.bySymbol.get(symbol);
  // Its rules compare the price of a contract with that of a book: both in USDT.
  if (live?.quote == null || live.conversion !== null) return undefined;
  const { bid, ask, at } = live.quote;
  const { lotStep, minLots, maxLots, contractSize, carry, carryDays, adminPpm } = live.row;
  const coins = (lots: bigint) => quantityOf(lots, contractSize);
  const isOpen = !cfd.state.isCloseOnly(live.row);
  return {
    ...{ bid, ask, at, step: coins(larger(lotStep, minLots)), most: coins(maxLots) },
    room: isOpen ? coins(cfd.availableLots(live, SHORT)) : 0n,
    ...{ carry, carryDays, adminPpm },
  };
}

function ownContracts({ machines }: RealmEngine, account: number) {
  const { cfd, ledger, markets } = machines;
  const { state } = cfd;
  const asset = markets.assetId('USDT')!;
  const slot = ledger.ledger.find(accountId(account, WALLET.contract, asset));
  const available = slot < 0 ? 0n : ledger.ledger.available(slot);
  const held = slot < 0 ? 0n : ledger.ledger.held(slot);
  const { owed, open } = standingOf(cfd, account);
  const gain = open.reduce((sum, { side, cost, exit, quantity, conversion }) => {
    return sum + gainOver(side, cost, exit, quantity, conversion?.rate);
  }, 0n);
  const claimed = cfd.claimOn(account, asset);
  return {
    open: state.positionsOf(account).map((row) => ({
      ...{ id: row.id, contract: state.of(row.contract).row.symbol, openedAt: row.openedAt },
      ...{ side: row.side as Direction, quantity: state.quantity(row, row.lots) },
      isClosing: row.closing > 0n,
    })),
    waiting: new Set(
      [...state.person(account).orders].map((id) => {
        const { contract } = state.tables.orders.get(id)!;
        return state.of(contract).row.symbol;
      }),
    ),
    equity: available + held + (owed < 0n ? owed : 0n) + gain,
    free: available > claimed ? available - claimed : 0n,
  };
}
