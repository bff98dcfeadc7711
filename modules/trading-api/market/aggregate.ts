import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { TradeMade, TradeView } from '@assay/modules/orders/schema';

/** A trade with the sequence number of its command, from the fact or from the database. */
export type SequencedTrade = Pick<TradeMade, 'seq' | 'trade'>;

/** Trades shown as one. Its id is that of its first trade: stable, rising, with gaps. */
export interface AggregateTrade {
  readonly seq: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly price: string;
  readonly quantity: string;
  readonly takerSide: TradeView['takerSide'];
  readonly at: number;
}

/**
 * Joins consecutive trades that one command made at one price with takers on one side: what one
 * order took from several others. `trades` are in the order of their ids; only the caller knows
 * whether the first and the last aggregate are complete.
 */
export function aggregateTrades(trades: Iterable<SequencedTrade>): AggregateTrade[] {
  const joined: { -readonly [K in keyof AggregateTrade]: AggregateTrade[K] }[] = [];
  /** The quantity of the last aggregate while it has several trades; formatted once, at its end. */
  let sum = 0n;
  const end = () => {
    const last = joined.at(-1);
    if (last !== undefined && sum > 0n) last.quantity = formatDecimal(sum, SCALE);
    sum = 0n;
  };
  for (const next of trades) {
    const { id, price, quantity, takerSide, at } = next.trade;
    const last = joined.at(-1);
    if (last !== undefined && belongs(last, next)) {
      sum = (sum || unitsOf(last.quantity)) + unitsOf(quantity);
      last.lastId = id;
    } else {
      end();
      joined.push({ seq: next.seq, firstId: id, lastId: id, price, quantity, takerSide, at });
    }
  }
  end();
  return joined;
}

/** Whether the next trade belongs to the aggregate. */
function belongs(aggregate: AggregateTrade, { seq, trade }: SequencedTrade): boolean {
  const { price, takerSide } = trade;
  return aggregate.seq === seq && aggregate.price === price && aggregate.takerSide === takerSide;
}

function unitsOf(quantity: string): bigint {
  return parseDecimal(quantity, SCALE) ?? 0n;
}

/** An aggregate as the API sends it; the stream adds event name, time and symbol. */
export function aggregateJson(aggregate: AggregateTrade) {
  return {
    a: aggregate.firstId,
    p: aggregate.price,
    q: aggregate.quantity,
    f: aggregate.firstId,
    l: aggregate.lastId,
    T: aggregate.at,
    // Whether the buyer was the maker.
    m: aggregate.takerSide === 'sell',
    // Always true: clients recognise a spot trade by it.
    M: true,
  };
}
