import { isOpen } from '@assay/core/order/order';
import { create } from 'zustand';
import type { BalanceView, FillView, OrderView } from '../../lib/api/wire.ts';
import type { BookStream } from '../book/book-feed.ts';

/** What the `account` channel sends: everything once, then what changed. */
interface AccountData {
  readonly seq: number;
  readonly orders?: readonly OrderView[];
  readonly fills?: readonly FillView[];
  readonly balances?: readonly BalanceView[];
}

interface Account {
  /** The command up to which this holds: a delta that is not above it is in it already. */
  readonly seq: number;
  /** False until the first snapshot after a log-in. */
  readonly ready: boolean;
  /** Open orders, newest first. */
  readonly orders: readonly OrderView[];
  readonly balances: readonly BalanceView[];
  /** Fills since this page was opened, newest first. */
  readonly fills: readonly FillView[];
  /** Rises when an order ends or fills, so that lists of the past know to ask again. */
  readonly pastVersion: number;
}

/** Fills kept for the chart's marks; older ones are on the history tab. */
const FILLS_KEPT = 500;

const NOTHING: Account = {
  seq: 0,
  ready: false,
  orders: [],
  balances: [],
  fills: [],
  pastVersion: 0,
};

/** Orders, balances and fills of who is logged in, in the realm of the session. */
export const useAccount = create<Account>(() => NOTHING);

/** What happened on the account, for toasts and sounds; called after the store has changed. */
export type AccountListener = (event: {
  readonly orders: readonly OrderView[];
  readonly fills: readonly FillView[];
}) => void;

const listeners = new Set<AccountListener>();

/** Returns the undo. */
export function onAccountEvent(listener: AccountListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the account while a screen that shows it is on. Returns the undo, which forgets it. */
export function followAccount(stream: BookStream): () => void {
  const leave = stream.subscribe('account', {
    snapshot: (data) => useAccount.setState((account) => replaced(account, data as AccountData)),
    delta: (data) => {
      const change = data as AccountData;
      if (change.seq <= useAccount.getState().seq) return;
      useAccount.setState((account) => changed(account, change));
      const event = { orders: change.orders ?? [], fills: change.fills ?? [] };
      for (const listener of listeners) listener(event);
    },
  });
  return () => {
    leave();
    useAccount.setState(NOTHING);
  };
}

/**
 * How an open order belongs to others: it waits for one, others wait for it, it is one of two of
 * which one cancels the other, or it is alone.
 */
export type ListPlace = 'waits' | 'triggers' | 'pair' | 'alone';

export function placeInList(order: OrderView, orders: readonly OrderView[]): ListPlace {
  if (order.status === 'dormant') return 'waits';
  const others = orders.filter(({ oco, id }) => oco === order.oco && id !== order.id);
  if (order.oco === 0 || others.length === 0) return 'alone';
  return others.some(({ status }) => status === 'dormant') ? 'triggers' : 'pair';
}

/**
 * Of two orders of which one cancels the other: the other, as long as both are open. What is left
 * alone is an order like any other (SPOT-123).
 */
export function partnerOf(order: OrderView, orders: readonly OrderView[]): OrderView | undefined {
  if (order.oco === 0) return undefined;
  return orders.find(({ oco, id }) => oco === order.oco && id !== order.id);
}

function replaced(account: Account, data: AccountData): Account {
  return {
    ...account,
    seq: data.seq,
    ready: true,
    orders: newestFirst(data.orders ?? []),
    balances: data.balances ?? [],
    pastVersion: account.pastVersion + 1,
  };
}

/** Exported for its test: the account after one delta. */
export function changed(account: Account, data: AccountData): Account {
  const orders = data.orders ?? [];
  const fills = data.fills ?? [];
  const ended = orders.some((order) => !isOpen(order));
  return {
    seq: data.seq,
    ready: account.ready,
    orders: orders.length === 0 ? account.orders : mergeOrders(account.orders, orders),
    balances: data.balances ? mergeBalances(account.balances, data.balances) : account.balances,
    fills:
      fills.length === 0
        ? account.fills
        : [...fills].reverse().concat(account.fills).slice(0, FILLS_KEPT),
    pastVersion: account.pastVersion + (ended || fills.length > 0 ? 1 : 0),
  };
}

/**
 * An answer and the stream may cross on the way: of two views of an order the later seq holds.
 */
function mergeOrders(known: readonly OrderView[], news: readonly OrderView[]): OrderView[] {
  const byId = new Map(known.map((order) => [order.id, order]));
  for (const order of news) {
    const before = byId.get(order.id);
    if (before !== undefined && before.seq > order.seq) continue;
    if (isOpen(order)) byId.set(order.id, order);
    else byId.delete(order.id);
  }
  return newestFirst([...byId.values()]);
}

function mergeBalances(known: readonly BalanceView[], news: readonly BalanceView[]): BalanceView[] {
  const key = ({ asset, wallet }: BalanceView) => `${wallet} ${asset}`;
  const byKey = new Map(known.map((balance) => [key(balance), balance]));
  for (const balance of news) byKey.set(key(balance), balance);
  return [...byKey.values()];
}

function newestFirst(orders: readonly OrderView[]): OrderView[] {
  return [...orders].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
}

/** Free and held amount of an asset in a wallet; "0" when there is none. */
export function balanceOf(
  balances: readonly BalanceView[],
  wallet: BalanceView['wallet'],
  asset: string,
): BalanceView {
  const found = balances.find((each) => each.asset === asset && each.wallet === wallet);
  return found ?? { asset, wallet, available: '0', held: '0', total: '0', valueUsdt: '0' };
}
