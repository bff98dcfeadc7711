import { OWNER } from '@assay/core/ledger/owners';
import { copyOrders, Mark, Num, type OrderRef, refOf } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { amendment, endedOrder, openOrder, trade } from '@assay/core/order/life/tables';
import type { RowOf } from '@assay/core/schema/record';
import type { RowWriter } from '@assay/platform/engine/machine';
import {
  itemWriters,
  recordWriters,
  rowWriters,
  type Selection,
} from '@assay/platform/engine/tables/writers';

/** The orders that a batch touched, as they are at its end, by what happens to their rows. */
interface OrderRows {
  readonly placed: Selection;
  readonly changed: Selection;
  /** Changed, also in fields that change rarely. */
  readonly rewritten: Selection;
  /** Rows to delete from the table of open orders. */
  readonly gone: Selection;
  readonly ended: Selection;
}

/**
 * Copies the touched orders and sorts the copies by what the database must do. An order that was
 * placed and ended in the batch only has a row in the history. From here on the records of ended
 * orders are free.
 */
function sortOut(state: TradingState): OrderRows {
  const { orders } = state;
  const dirty = state.dirty.all;
  const copies = copyOrders(orders, dirty);
  const { records } = copies;
  const [placed, changed, rewritten, gone, ended]: OrderRef[][] = [[], [], [], [], []];
  for (let n = 0; n < dirty.length; n += 1) {
    const order = dirty[n]!;
    const copy = refOf(n + 1);
    const isStored = orders.has(order, Mark.stored);
    if (orders.isOpen(order)) {
      if (!isStored) placed!.push(copy);
      else (orders.has(order, Mark.rewritten) ? rewritten! : changed!).push(copy);
      continue;
    }
    if (isStored) gone!.push(copy);
    // Quotes of the house without a fill are not history: there would be millions of them.
    const isQuote = orders.numbers[order + Num.userId] === OWNER.marketMaker;
    if (!isQuote || orders.numbers[order + Num.filled]! > 0) ended!.push(copy);
  }
  state.changed = copies;
  state.settleDirty();
  const of = (refs: readonly OrderRef[] = []) => ({ records, refs });
  return {
    placed: of(placed),
    changed: of(changed),
    rewritten: of(rewritten),
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
    // A statement of its own: client order ids are long texts that hardly ever change.
    open.updateAll(() => rows.rewritten),
    open.delete(() => rows.gone),
    recordWriters(endedOrder).insert(() => rows.ended),
  ];
}

/** Rows of amendments. */
export function amendmentWriter(state: TradingState): RowWriter {
  const rows = itemWriters<typeof amendment, RowOf<typeof amendment>>(amendment, {
    orderId: (row) => row.orderId,
    seq: (row) => row.seq,
    userId: (row) => row.userId,
    at: (row) => row.at,
    formerName: (row) => row.formerName,
    name: (row) => row.name,
    formerLots: (row) => row.formerLots,
    lots: (row) => row.lots,
  });
  return rows.insert(
    () => state.amendments,
    () => {
      state.amendments = [];
    },
  );
}

/** Rows of trades. */
export function tradeWriter(state: TradingState): RowWriter {
  return rowWriters(trade).insert(() => state.trades);
}
