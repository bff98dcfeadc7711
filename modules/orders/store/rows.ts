import { OWNER } from '@assay/core/ledger/owners';
import { copyOrders, Mark, Num, type OrderRef, refOf } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { endedOrder, openOrder, trade } from '@assay/core/order/life/tables';
import type { RowWriter } from '@assay/platform/engine/machine';
import { recordWriters, rowWriters, type Selection } from '@assay/platform/engine/tables/writers';

/** What became of the orders that a batch touched, as they stood when it ended. */
interface OrderRows {
  readonly placed: Selection;
  readonly changed: Selection;
  /** Changed, and their sender calls them by another name. */
  readonly renamed: Selection;
  /** Rows that leave the table of open orders. */
  readonly gone: Selection;
  readonly ended: Selection;
}

/**
 * Copies the touched orders and sorts the copies by what the database must do. An order that came
 * and went is only history. Records of orders that ended are free from here on.
 */
function sortOut(state: TradingState): OrderRows {
  const { orders } = state;
  const dirty = state.dirty.all;
  const copies = copyOrders(orders, dirty);
  const { records } = copies;
  const [placed, changed, renamed, gone, ended]: OrderRef[][] = [[], [], [], [], []];
  for (let n = 0; n < dirty.length; n += 1) {
    const order = dirty[n]!;
    const copy = refOf(n + 1);
    const isStored = orders.has(order, Mark.stored);
    if (orders.isOpen(order)) {
      if (!isStored) placed!.push(copy);
      else (orders.formerNames.has(order) ? renamed! : changed!).push(copy);
      continue;
    }
    if (isStored) gone!.push(copy);
    // Quotes of the house that nobody took are not history; there would be millions of them.
    const isQuote = orders.numbers[order + Num.userId] === OWNER.marketMaker;
    if (!isQuote || orders.numbers[order + Num.filled]! > 0) ended!.push(copy);
  }
  state.changed = copies;
  state.settleDirty();
  const of = (refs: readonly OrderRef[] = []) => ({ records, refs });
  return {
    placed: of(placed),
    changed: of(changed),
    renamed: of(renamed),
    gone: of(gone),
    ended: of(ended),
  };
}

/** Writers of orders. The first one drained sorts the batch's orders out for all of them. */
export function orderWriters(state: TradingState): RowWriter[] {
  let rows: OrderRows;
  const open = recordWriters(openOrder);
  return [
    open.insert(() => {
      rows = sortOut(state);
      return rows.placed;
    }),
    open.update(() => rows.changed),
    // Apart from the others: names are long texts, and hardly any order gets another one.
    open.updateAll(() => rows.renamed),
    open.delete(() => rows.gone),
    recordWriters(endedOrder).insert(() => rows.ended),
  ];
}

/** Rows of trades. */
export function tradeWriter(state: TradingState): RowWriter {
  return rowWriters(trade).insert(() => state.trades);
}
