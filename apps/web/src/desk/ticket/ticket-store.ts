import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import type { SideName } from '@assay/core/order/order';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { createStore, type StoreApi } from 'zustand';
import type { Sending } from '../orders.ts';
import {
  EMPTY_FORM,
  follow,
  hasLimitPrice,
  hasTrigger,
  type Lead,
  mayGoByAmount,
  stepped,
  type TicketForm,
  type TicketType,
  ticksOf,
} from './form.ts';
import { lotCap, lotStep } from './funding.ts';

/** A level of the book that somebody pointed at. */
export interface PickedLevel {
  readonly side: Side;
  readonly ticks: number;
  /** Lots up to and including this level: what an order must take to reach it. */
  readonly sumLots: number;
}

/** What is chosen about an order beside its side, type, prices and size. */
type Option =
  | 'timeInForce'
  | 'postOnly'
  | 'selfTrade'
  | 'slippage'
  | 'triggerSource'
  | 'trails'
  | 'distance';

export interface Unanswered {
  readonly order: Sending;
  readonly form: TicketForm;
}

export interface Ticket {
  readonly form: TicketForm;
  /** How many of its orders were accepted. */
  readonly accepted: number;
  /** How often a price was taken over from the book or the chart. */
  readonly picked: number;
  /** Whether an order is on its way. */
  readonly busy: boolean;
  /** To which no answer came, and what stood in the ticket. */
  readonly unanswered: Unanswered | null;
  setSide(side: SideName): void;
  setType(type: TicketType): void;
  setPrice(text: string): void;
  setTrigger(text: string): void;
  setStopPrice(text: string): void;
  setQuantity(text: string): void;
  setTotal(text: string): void;
  setLots(lots: number): void;
  /** An amount of the quote asset, in 1e-8 units. */
  setAmount(units: number): void;
  /** Chooses what this and later orders at market are given by. */
  setLead(lead: Lead): void;
  setOptions(options: Partial<Pick<TicketForm, Option>>): void;
  /** Moves a price by whole ticks. */
  step(field: 'price' | 'trigger' | 'stopPrice', ticks: number): void;
  /** Takes a price over from the book or the chart. */
  pickPrice(ticks: number): void;
  /** Takes over the price and all that stands before it, on the other side of the level. */
  pickDepth(level: PickedLevel): void;
  /** Prefills an empty price. */
  suggest(ticks: number): void;
  setSending(change: Partial<Pick<Ticket, 'busy' | 'unanswered'>>): void;
  /** After what stood in `sent` was accepted: the next order starts without its amounts. */
  settle(sent: TicketForm): void;
}

export type TicketStore = StoreApi<Ticket>;

/** What a person last chose to give orders at market by. */
export interface KeptLead {
  get(): Lead;
  set(lead: Lead): void;
}

/**
 * The ticket of one market. `best` returns the best price in ticks that an order of a side would
 * meet; `draft` is what was left in it before.
 */
export function createTicket(
  rules: BookRules,
  best: (side: SideName) => number,
  kept: KeptLead,
  draft?: TicketForm,
): TicketStore {
  return createStore<Ticket>((set, get) => {
    const change = (next: Partial<TicketForm>) => {
      const form: TicketForm = { ...get().form, ...next };
      const typed = follow(rules, form, best(form.side));
      const lead = leadOf(typed, kept.get());
      set({ form: follow(rules, { ...typed, lead }, best(form.side)) });
    };
    return {
      form: draft ?? { ...EMPTY_FORM, triggerSource: usualSource(rules) },
      accepted: 0,
      picked: 0,
      busy: false,
      unanswered: null,
      setSending: (change) => set(change),
      setSide: (side) => change({ side }),
      setType: (type) => change({ type, price: firstPrice(get().form, type) }),
      setPrice: (text) => change({ price: text }),
      setTrigger: (text) => change({ trigger: text }),
      setStopPrice: (text) => change({ stopPrice: text }),
      setQuantity: (text) => change({ quantity: text, lead: 'quantity' }),
      setTotal: (text) => change({ total: text, lead: 'total' }),
      setLots: (lots) =>
        change({ quantity: lots > 0 ? quantityText(rules, lots) : '', lead: 'quantity' }),
      setAmount: (units) =>
        change({ total: units > 0 ? formatSafe(units, SCALE) : '', lead: 'total' }),
      setLead(lead) {
        kept.set(lead);
        change({ lead });
      },
      setOptions: (options) => change(options),
      step(field, ticks) {
        const { form } = get();
        const from = best(form.side);
        // Nothing to step from: an empty field and an empty book.
        if (form[field] === '' && from === 0) return;
        change({ [field]: stepped(rules, form[field], ticks, from) });
      },
      pickPrice(ticks) {
        set({ picked: get().picked + 1 });
        const { type, side } = get().form;
        if (type === 'oco' && !isBetter(side, ticks)) change({ trigger: priceText(rules, ticks) });
        else if (hasLimitPrice(type)) change({ price: priceText(rules, ticks) });
        else if (hasTrigger(type)) change({ trigger: priceText(rules, ticks) });
        else change({ type: 'limit', price: priceText(rules, ticks) });
      },
      pickDepth({ side, ticks, sumLots }) {
        set({ picked: get().picked + 1 });
        const form = get().form;
        const most = Math.min(sumLots, lotCap(rules, form));
        const lots = most - (most % lotStep(rules, form));
        // Neither order of an OCO takes at once: the level is one of its prices, not an offer.
        if (form.type === 'oco') {
          get().pickPrice(ticks);
          return get().setLots(lots);
        }
        change({
          side: side === SELL ? 'buy' : 'sell',
          ...(hasLimitPrice(form.type) ? { price: priceText(rules, ticks) } : {}),
          quantity: quantityText(rules, lots),
          lead: 'quantity',
        });
      },
      suggest(ticks) {
        const { price, type } = get().form;
        if (price === '' && ticks > 0 && type !== 'oco') change({ price: priceText(rules, ticks) });
      },
      settle(sent) {
        // What was typed for the next order, while this one was on its way, stays.
        const isNext = get().form[sent.lead] !== sent[sent.lead];
        if (!isNext) change({ quantity: '', total: '', lead: 'quantity' });
        set({ accepted: get().accepted + 1 });
      },
    };
    /**
     * What stands in the price when a type is chosen. For an OCO a price within the spread is most
     * likely one that was filled in, a moment ago, for an order that takes.
     */
    function firstPrice({ price, side }: TicketForm, type: TicketType): string {
      const market = best(side);
      if (type === 'oco') {
        const ticks = ticksOf(rules, price) ?? 0;
        const own = best(side === 'buy' ? 'sell' : 'buy');
        const rests = side === 'buy' ? ticks <= own : ticks >= own;
        return rests && isBetter(side, ticks) ? price : '';
      }
      return price === '' && market > 0 ? priceText(rules, market) : price;
    }
    function isBetter(side: SideName, ticks: number): boolean {
      return side === 'buy' ? ticks < best(side) : ticks > best(side);
    }
  });
}

/** The mark price, which no single trade moves far, where the product has it. */
function usualSource({ features }: BookRules): TicketForm['triggerSource'] {
  return features.triggerSources.includes('mark') ? 'mark' : 'last';
}

/** At market what the person chose, where the engine has such an order; else what was typed. */
function leadOf({ type, side, lead }: TicketForm, atMarket: Lead): Lead {
  if (mayGoByAmount(type, side)) return atMarket;
  return hasLimitPrice(type) && type !== 'oco' ? lead : 'quantity';
}

/** The side of the book that an order of `side` takes from. */
export function oppositeOf(side: SideName): Side {
  return side === 'buy' ? SELL : BUY;
}
