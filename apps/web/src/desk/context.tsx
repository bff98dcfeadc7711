import { lowerRates } from '@assay/core/order/fee-tier';
import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MarketView } from '../lib/api/wire.ts';
import { stream } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { BookFeed } from './book/book-feed.ts';
import { useDeskPreferences } from './layout/preferences.ts';
import type { DeskProduct } from './product.ts';
import { closeTicket, draftOf } from './ticket/draft.ts';
import { OrderSender } from './ticket/submit.ts';
import { createTicket, type KeptLead, type TicketStore } from './ticket/ticket-store.ts';
import { TradesFeed } from './trades/trades-feed.ts';

/**
 * What the parts of the desk share: the product, one of its markets, and what is followed of it.
 * The values never change: they move inside.
 */
export interface Desk {
  readonly product: DeskProduct;
  readonly market: MarketView;
  readonly rules: BookRules;
  readonly book: BookFeed;
  readonly trades: TradesFeed;
  readonly ticket: TicketStore;
  readonly sender: OrderSender;
}

const Context = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(Context);
  if (desk === null) throw new Error('useDesk outside of DeskProvider');
  return desk;
}

/** Opens the streams of one market and closes them. Give it the market as `key`. */
export function DeskProvider(props: {
  product: DeskProduct;
  market: MarketView;
  rules: BookRules;
  children: ReactNode;
}) {
  const { product, market, rules, children } = props;
  const owner = useSession((session) => session.known?.userId ?? 0);
  const [desk] = useState(() => open(product, market, rules, owner));
  const lastOwner = useRef(owner);
  useEffect(() => {
    if (owner !== 0) lastOwner.current = owner;
  }, [owner]);
  useEffect(() => {
    desk.book.start();
    desk.trades.start();
    return () => {
      desk.book.stop();
      desk.trades.stop();
      const { form } = desk.ticket.getState();
      const draft = { market: desk.market.market, owner: lastOwner.current, form };
      closeTicket(draft, useSession.getState().token === null);
    };
  }, [desk]);
  return <Context value={useOwn(desk)}>{children}</Context>;
}

/** The desk by the fees that its reader pays. */
function useOwn(desk: Desk): Desk {
  const rates = desk.product.useRates();
  return useMemo(() => {
    if (rates === null) return desk;
    const { makerFeePpm, takerFeePpm } = desk.rules;
    const own = lowerRates({ makerPpm: makerFeePpm, takerPpm: takerFeePpm }, rates);
    const fees = { makerFeePpm: own.makerPpm, takerFeePpm: own.takerPpm };
    return { ...desk, market: { ...desk.market, ...fees }, rules: { ...desk.rules, ...fees } };
  }, [desk, rates]);
}

/** What market orders are given by is a habit of the person, not of a market or an order. */
const KEPT_LEAD: KeptLead = {
  get: () => useDeskPreferences.getState().marketLead,
  set: (marketLead) => useDeskPreferences.getState().change({ marketLead }),
};

function open(product: DeskProduct, market: MarketView, rules: BookRules, owner: number): Desk {
  const book = new BookFeed(market.market, rules, stream);
  return {
    product,
    market,
    rules,
    book,
    trades: new TradesFeed(market.market, stream),
    sender: new OrderSender(product.calls.place),
    ticket: createTicket(
      rules,
      (side) => book.best(side === 'buy' ? SELL : BUY),
      KEPT_LEAD,
      draftOf(market.market, owner),
    ),
  };
}
