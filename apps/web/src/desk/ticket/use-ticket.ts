import { BUY, SELL } from '@assay/core/order/side';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { OrderView } from '../../lib/api/wire.ts';
import { createPublisher } from '../../lib/stream/publisher.ts';
import { useAccount } from '../account/account-store.ts';
import { type Desk, useDesk } from '../context.tsx';
import { pricesNow } from '../prices.ts';
import type { Check, Surroundings } from './check.ts';
import type { TicketForm } from './form.ts';
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

/**
 * How many orders of one's own count towards a limit in this market: those that rest, or stops. One
 * that waits for another counts as what it will be.
 */
function useStanding(where: 'resting' | 'waiting'): number {
  const { market } = useDesk();
  return useAccount(({ orders }) => {
    const here = orders.filter((order) => order.market === market.market);
    const isStop = where === 'waiting';
    const counts = ({ status, triggerPrice }: OrderView) =>
      (status === 'dormant' ? triggerPrice !== '' : status === 'pending') === isStop;
    return here.filter(counts).length;
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
      const next = checkAt(desk, form, funding, { resting, waiting });
      if (kept === null || JSON.stringify(kept) !== JSON.stringify(next)) kept = next;
      return kept;
    };
  }, [desk, form, funding, resting, waiting, version]);
  return useSyncExternalStore(follow, read);
}

/** What the rules say about an order at this moment. */
export function checkAt(
  desk: Desk,
  form: TicketForm,
  funding: Funding,
  standing: Pick<Surroundings, 'resting' | 'waiting'>,
): Check {
  const { product, market, rules, book } = desk;
  return product.check(form, {
    rules,
    market: market.market,
    funding,
    bids: book.walkable(BUY),
    asks: book.walkable(SELL),
    own: standing.resting > 0,
    ...standing,
    now: pricesNow(desk),
  });
}

/** Draws again when the book moves, at the pace of previews; never while `follows` is false. */
export function useBookVersion(follows: boolean): number {
  const desk = useDesk();
  const [follow, version] = useMemo(() => slowBook(desk), [desk]);
  return useSyncExternalStore(follow, () => (follows ? version() : 0));
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
