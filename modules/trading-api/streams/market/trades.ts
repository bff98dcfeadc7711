import { aggregateJson, aggregateTrades } from '../../market/aggregate.ts';
import { type MarketBatch, MarketStream } from './stream.ts';

/** `<symbol>@trade`: every trade. */
export class TradeStream extends MarketStream {
  override follow({ market, trades }: MarketBatch): void {
    const at = this.source.now();
    for (const { trade } of trades) {
      const { id, price, quantity, takerSide } = trade;
      this.readers.send(
        JSON.stringify({
          e: 'trade',
          E: at,
          s: market,
          t: id,
          p: price,
          q: quantity,
          T: trade.at,
          m: takerSide === 'sell',
          M: true,
        }),
      );
    }
  }
}

/** `<symbol>@aggTrade`: aggregate trades. Each is complete, as a batch has whole commands. */
export class AggregateStream extends MarketStream {
  override follow({ market, trades }: MarketBatch): void {
    const head = { e: 'aggTrade', E: this.source.now(), s: market };
    for (const aggregate of aggregateTrades(trades)) {
      this.readers.send(JSON.stringify({ ...head, ...aggregateJson(aggregate) }));
    }
  }
}
