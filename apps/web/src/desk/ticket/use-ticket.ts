import { BUY, SELL } from '@assay/core/order/side';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { tickerOf } from '../../lib/data/markets.ts';
import { createPublisher } from '../../lib/stream/publisher.ts';
import { useAccount } from '../account/account-store.ts';
import { type Desk, useDesk } from '../context.tsx';
import type { Check, Surroundings } from './check.ts';
import { type TicketForm, unitsOf } from './form.ts';
import type { Funding } from './funding.ts';

/** Four times a second: a preview that runs faster cannot be read. */
const PREVIEW_EVERY_MS = 250;

export function useForm(): TicketForm {
  return useStore(useDesk().ticket, (ticket) => ticket.form);
}

/** What the account can cover, as the product counts it. */
export function useFunding(): Funding {
  return useDesk().product.useFunding();
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
  const desk = useDesk();
  const form = useForm();
  const funding = useFunding();
  const resting = useStanding('resting');
  const waiting = useStanding('waiting');
  const [follow, version] = useMemo(() => slowBook(desk), [desk]);
  const read = useMemo(() => {
    let at = -1;
    let kept: Check | null = null;
    return () => {
      if (kept !== null && at === version()) return kept;
      at = version();
      const next = check(desk, form, funding, { resting, waiting });
      if (kept === null || JSON.stringify(kept) !== JSON.stringify(next)) kept = next;
      return kept;
    };
  }, [desk, form, funding, resting, waiting, version]);
  return useSyncExternalStore(follow, read);
}

function check(
  { product, market, rules, book }: Desk,
  form: TicketForm,
  funding: Funding,
  standing: Pick<Surroundings, 'resting' | 'waiting'>,
): Check {
  const ticker = tickerOf(market.market) ?? market;
  // The index is finer than a tick; as a reference the whole ticks below it will do.
  const ticks = (text: string) => Math.floor((unitsOf(text) ?? 0) / rules.quotePerTick);
  return product.check(form, {
    rules,
    market: market.market,
    funding,
    bids: book.walkable(BUY),
    asks: book.walkable(SELL),
    own: standing.resting > 0,
    ...standing,
    reference: ticks(ticker.index),
    last: ticks(ticker.last),
  });
}

/** The book's version at the pace of previews. */
function slowBook({ book }: Desk) {
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
