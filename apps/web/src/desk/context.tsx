import type { MarketRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { MarketView } from '../lib/api/wire.ts';
import { stream } from '../lib/data/services.ts';
import { BookFeed } from './book/book-feed.ts';
import { createTicket, type TicketStore } from './ticket/ticket-store.ts';
import { TradesFeed } from './trades/trades-feed.ts';

/**
 * What the parts of the trading page share about its market. The values never change: they move
 * inside.
 */
export interface Deal {
  readonly market: MarketView;
  readonly rules: MarketRules;
  readonly book: BookFeed;
  readonly trades: TradesFeed;
  readonly ticket: TicketStore;
}

const Context = createContext<Deal | null>(null);

export function useDesk(): Deal {
  const deal = useContext(Context);
  if (deal === null) throw new Error('useDesk outside of DeskProvider');
  return deal;
}

/** Opens the streams of one market and closes them. Give it the market as `key`. */
export function DeskProvider(props: {
  market: MarketView;
  rules: MarketRules;
  children: ReactNode;
}) {
  const { market, rules, children } = props;
  const [deal] = useState(() => open(market, rules));
  useEffect(() => {
    deal.book.start();
    deal.trades.start();
    return () => {
      deal.book.stop();
      deal.trades.stop();
    };
  }, [deal]);
  return <Context value={deal}>{children}</Context>;
}

function open(market: MarketView, rules: MarketRules): Deal {
  const book = new BookFeed(market.market, rules, stream);
  return {
    market,
    rules,
    book,
    trades: new TradesFeed(market.market, stream),
    ticket: createTicket(rules, (side) => book.best(side === 'buy' ? SELL : BUY)),
  };
}
