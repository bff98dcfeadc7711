import { BUY, SELL } from '@assay/core/order/side';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { tickerOf } from '../../lib/data/markets.ts';
import { createPublisher } from '../../lib/stream/publisher.ts';
import { balanceOf, useAccount } from '../account/account-store.ts';
import { type Deal, useDesk } from '../context.tsx';
import type { Check, Surroundings } from './check.ts';
import { checkTicket } from './check-oco.ts';
import { type TicketForm, unitsOf } from './form.ts';
import type { Funds } from './funding.ts';

/** Four times a second: a preview that runs faster cannot be read. */
const PREVIEW_EVERY_MS = 250;

export function useForm(): TicketForm {
  return useStore(useDesk().ticket, (ticket) => ticket.form);
}

/** Free balances of the market's assets; null before the account is known. */
export function useFunds(): Funds | null {
  const { market } = useDesk();
  const ready = useAccount((account) => account.ready);
  const balances = useAccount((account) => account.balances);
  return useMemo(() => {
    if (!ready) return null;
    const free = (asset: string) => unitsOf(balanceOf(balances, asset).available) ?? 0;
    return { base: free(market.base), quote: free(market.quote) };
  }, [ready, balances, market]);
}

/** How many orders of one's own rest in this market, or wait: a waiting stop is in no book yet. */
function useStanding(where: 'resting' | 'waiting'): number {
  const { market } = useDesk();
  return useAccount(({ orders }) => {
    const here = orders.filter((order) => order.market === market.market);
    return here.filter(({ status }) => (status === 'pending') === (where === 'waiting')).length;
  });
}

/** Whether orders of one's own rest in this market. */
export function useOwn(): boolean {
  return useStanding('resting') > 0;
}

/**
 * What the rules say about the ticket as it stands, against the book as it stands. The same object
 * as long as nothing in it changes, so a resting order's ticket does not draw with every tick.
 */
export function useCheck(): Check {
  const deal = useDesk();
  const form = useForm();
  const funds = useFunds();
  const resting = useStanding('resting');
  const waiting = useStanding('waiting');
  const [follow, version] = useMemo(() => slowBook(deal), [deal]);
  const read = useMemo(() => {
    let at = -1;
    let kept: Check | null = null;
    return () => {
      if (kept !== null && at === version()) return kept;
      at = version();
      const next = check(deal, form, funds, { resting, waiting });
      if (kept === null || JSON.stringify(kept) !== JSON.stringify(next)) kept = next;
      return kept;
    };
  }, [deal, form, funds, resting, waiting, version]);
  return useSyncExternalStore(follow, read);
}

function check(
  { market, rules, book }: Deal,
  form: TicketForm,
  funds: Funds | null,
  standing: Pick<Surroundings, 'resting' | 'waiting'>,
): Check {
  const ticker = tickerOf(market.market) ?? market;
  // The index is finer than a tick; as a reference the whole ticks below it will do.
  const ticks = (text: string) => Math.floor((unitsOf(text) ?? 0) / rules.quotePerTick);
  return checkTicket(form, {
    rules,
    market: market.market,
    funds,
    bids: book.walkable(BUY),
    asks: book.walkable(SELL),
    own: standing.resting > 0,
    ...standing,
    reference: ticks(ticker.index),
    last: ticks(ticker.last),
  });
}

/** The book's version at the pace of previews. */
function slowBook({ book }: Deal) {
  let version = book.version;
  const follow = (listener: () => void) => {
    const publisher = createPublisher(PREVIEW_EVERY_MS, () => {
      version = book.version;
      listener();
    });
    const leave = book.subscribe(publisher.mark);
    return () => {
      leave();
      publisher.stop();
    };
  };
  return [follow, () => version] as const;
}
