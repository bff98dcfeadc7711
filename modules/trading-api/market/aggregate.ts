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
 * Makes one of the trades that follow each other and were made by one command, at one price, by
 * takers of one side: what one order took from several others. `trades` are in the order of their
 * ids; whether the first and the last aggregate are whole is known to the caller only.
 */
export function aggregateTrades(trades: Iterable<SequencedTrade>): AggregateTrade[] {
  const joined: { -readonly [K in keyof AggregateTrade]: AggregateTrade[K] }[] = [];
  /** Of the last one, when it is of several: the sum is text once and not for each of them. */
  let sum = 0n;
  const end = () => {
    const last = joined.at(-1);
    if (last !== undefined && sum > 0n) last.quantity = formatDecimal(sum, SCALE);
    sum = 0n;
  };
  for (const made of trades) {
    const { id, price, quantity, takerSide, at } = made.trade;
    const last = joined.at(-1);
    if (last !== undefined && belongs(last, made)) {
      sum = (sum || unitsOf(last.quantity)) + unitsOf(quantity);
      last.lastId = id;
    } else {
      end();
      joined.push({ seq: made.seq, firstId: id, lastId: id, price, quantity, takerSide, at });
    }
  }
  end();
  return joined;
}

/** Whether the trade, which follows the aggregate's last, is part of it. */
function belongs(aggregate: AggregateTrade, { seq, trade }: SequencedTrade): boolean {
  const { price, takerSide } = trade;
  return aggregate.seq === seq && aggregate.price === price && aggregate.takerSide === takerSide;
}

function unitsOf(quantity: string): bigint {
  return parseDecimal(quantity, SCALE) ?? 0n;
}

/** An aggregate in the words of the API; the stream adds its event's name, time and symbol. */
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
    // Always: clients tell a spot trade by it.
    M: true,
  };
}
