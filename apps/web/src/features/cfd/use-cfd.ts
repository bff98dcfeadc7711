import { parseDecimal, parseSafe, SCALE } from '@assay/core/num/decimal';
import {
  type Direction,
  gainOf,
  LONG,
  PAR,
  quantityOf,
  type Rate,
  SHORT,
} from '@assay/core/position/value';
import {
  type AccountFigures,
  accountNow,
  type ContractListing,
  type Holding,
  holdingsOf,
  indexOf,
  rateBy,
  readTerms,
  type Terms,
} from '@assay/modules/cfd/rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { MarketView } from '../../lib/api/wire.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';
import { type Quote, useQuotes } from './quotes.ts';
import { useTrial } from './use-trial.ts';

export type ContractView = CallOutput<'getCfdContracts'>['contracts'][number];
export type CfdPolicy = CallOutput<'getCfdContracts'>['policy'];
export type CfdAccount = CallOutput<'getCfdAccount'>;
export type CfdPosition = CfdAccount['positions'][number];
export type CfdOrder = CfdAccount['orders'][number];
export type CfdReceipt = CallOutput<'getCfdReceipts'>['receipts'][number];

const CONTRACTS = 'cfdContracts';
const ACCOUNT = 'cfdAccount';
const RECEIPTS = 'cfdReceipts';
/** All that an order, a closing or a protection changes. */
export const CHANGING = [ACCOUNT, RECEIPTS, CONTRACTS];

/** What the house still takes changes with what others do. */
const AVAILABLE_MS = 30_000;
/** Terms and prices change what is needed while nobody does anything. */
const ACCOUNT_MS = 30_000;
/** What happens by trial funds is in no stream. */
const TRIAL_MS = 2_000;
const PAGE = 50;
/** Everything is counted in it. */
export const CASH = 'USDT';

/** A contract with its numbers, its market and its class. */
export interface Contract {
  readonly view: ContractView;
  readonly terms: Terms;
  readonly market: MarketView;
}

export function useContracts() {
  const token = useSession((session) => session.token);
  const markets = useMarkets().data;
  const query = useQuery({
    queryKey: [CONTRACTS, token],
    queryFn: ({ signal }) => api.call('getCfdContracts', {}, { signal, quiet: true }),
    refetchInterval: AVAILABLE_MS,
    staleTime: 0,
  });
  const { data } = query;
  const contracts = useMemo(() => {
    if (data === undefined || markets === undefined) return undefined;
    return data.contracts.flatMap((view): Contract[] => {
      const terms = readTerms(view.listing as ContractListing);
      const market = markets.find((one) => one.market === view.listing.symbol);
      const isShown = typeof terms !== 'string' && market !== undefined;
      return isShown ? [{ view, terms, market }] : [];
    });
  }, [data, markets]);
  return { ...query, contracts, policy: data?.policy };
}

/** One contract by its symbol. */
export function useContract(symbol: string): Contract | undefined {
  return useContracts().contracts?.find(({ view }) => view.listing.symbol === symbol);
}

export function useCfdAccount() {
  const token = useSession((session) => session.token);
  const trial = useTrial();
  useRenewed(ACCOUNT);
  return useQuery({
    queryKey: [ACCOUNT, token, trial.voucherId],
    queryFn: ({ signal }) => api.call('getCfdAccount', trial, { signal, quiet: true }),
    enabled: token !== null,
    refetchInterval: trial.voucherId === undefined ? ACCOUNT_MS : TRIAL_MS,
    staleTime: 0,
  });
}

/** What happened to orders and positions, the newest first, a page after the other. */
export function useReceipts() {
  const token = useSession((session) => session.token);
  const trial = useTrial();
  useRenewed(RECEIPTS);
  return useInfiniteQuery({
    queryKey: [RECEIPTS, token, trial.voucherId],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      const input = { ...before, ...trial, limit: PAGE };
      return api.call('getCfdReceipts', input, { signal, quiet: true });
    },
    enabled: token !== null,
    refetchInterval: trial.voucherId === undefined ? false : ACCOUNT_MS,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** A pip: the last step but one of a pair of currencies, elsewhere the step of prices. */
export const pipOf = ({ market, terms }: Contract) =>
  terms.tickSize * (market.class === 'forex' ? 10 : 1);

export const directionOf = (side: 'buy' | 'sell'): Direction => (side === 'buy' ? LONG : SHORT);
export const unitsOf = (text: string): bigint => parseDecimal(text.replace('-', ''), SCALE) ?? 0n;
const signed = (text: string) => (text.startsWith('-') ? -unitsOf(text) : unitsOf(text));
const priceOf = (text: string | undefined) => Math.max(0, parseSafe(text ?? '', SCALE));

/** The prices of a contract now: of the stream, until then of the list. */
export function pricesOf(view: ContractView, quotes: ReadonlyMap<string, Quote>) {
  const { bid, ask } = quotes.get(view.listing.symbol) ?? view;
  return { bid: priceOf(bid), ask: priceOf(ask) };
}

/** By what the amounts of a contract become USDT. */
interface Conversion {
  /** The price of the index that converts, now; 0 before there is one. */
  readonly price: number;
  /** Null before that. */
  readonly rate: Rate | null;
}

function conversionNow(
  { view, terms }: Contract,
  contracts: readonly Contract[],
  quotes: ReadonlyMap<string, Quote>,
): Conversion {
  const by = contracts.find((one) => one.terms.index === terms.conversionIndex);
  const prices = by === undefined ? { bid: 0, ask: 0 } : pricesOf(by.view, quotes);
  const price = prices.bid > 0 ? indexOf(prices) : priceOf(view.conversionPrice);
  return { price, rate: rateBy(terms, price) };
}

/** The contract that follows an index. */
export function useContractOn(index: string): Contract | undefined {
  return useContracts().contracts?.find(({ terms }) => terms.index === index);
}

/** What converts now, by the prices of the stream; of one in dollars nothing does. */
export function useConversion(contract: Contract): Conversion {
  return conversionNow(contract, useContracts().contracts ?? [], useQuotes());
}

/** What a position is worth by the prices now; undefined before there are any. */
export function usePositionNow(position: CfdPosition) {
  const contracts = useContracts().contracts ?? [];
  const quotes = useQuotes();
  const contract = contracts.find(({ terms }) => terms.symbol === position.contract);
  if (contract === undefined) return undefined;
  const { bid, ask } = pricesOf(contract.view, quotes);
  const { rate } = conversionNow(contract, contracts, quotes);
  const side = directionOf(position.side);
  const price = side === LONG ? bid : ask;
  if (price === 0) return undefined;
  const quantity = quantityOf(unitsOf(position.lots), contract.terms.contractSize);
  const gain = rate && gainOf(side, priceOf(position.entry), price, quantity, rate);
  return { price, gain: gain ?? undefined };
}

/** The account by the prices now, with what the ticket needs of it. */
export function useAccountNow(): (AccountFigures & AccountBase) | undefined {
  const { data } = useCfdAccount();
  const { contracts, policy } = useContracts();
  const quotes = useQuotes();
  if (data === undefined || contracts === undefined || policy === undefined) return undefined;
  const bySymbol = new Map(contracts.map((one) => [one.view.listing.symbol, one]));
  const holdings = holdingsOf(
    data.positions.flatMap(({ contract, side, lots, entry }) => {
      const terms = bySymbol.get(contract)?.terms;
      if (terms === undefined) return [];
      const quantity = quantityOf(unitsOf(lots), terms.contractSize);
      return [{ contract, side: directionOf(side), quantity, entry: priceOf(entry) }];
    }),
  );
  const { account } = data;
  // The first order of an account in which nothing is open takes the share of the policy.
  const isOpen = data.positions.length + data.orders.length > 0;
  const { closeOutPercent } = isOpen ? account : policy;
  const [used, reserved] = [unitsOf(account.used), unitsOf(account.reserved)];
  // The engine's equity has the deficit taken off already.
  const wallet = signed(account.equity) - signed(account.unrealised);
  const base = { wallet, used, reserved, closeOutPercent };
  const nowOf = (some: readonly Holding[]) =>
    accountNow(
      base,
      some,
      ({ contract, side }) => {
        const { bid, ask } = pricesOf(bySymbol.get(contract)!.view, quotes);
        return side === LONG ? bid : ask;
      },
      // Whatever is open was converted when it was opened, so that there is a price.
      ({ contract }) => conversionNow(bySymbol.get(contract)!, contracts, quotes).rate ?? PAR,
    );
  const of = (symbol: string) => {
    const own = holdings.filter(({ contract }) => contract === symbol);
    const open = (side: Direction) => own.find((one) => one.side === side)?.quantity ?? 0n;
    return { long: open(LONG), short: open(SHORT), gain: nowOf(own).unrealised };
  };
  const { netted } = account;
  return { ...nowOf(holdings), used, reserved, closeOutPercent, netted, of };
}

interface AccountBase {
  readonly used: bigint;
  readonly reserved: bigint;
  /** The share of the margin at which it is closed out. */
  readonly closeOutPercent: number;
  readonly netted: boolean;
  /** What is open of a contract, in units of the base, and what it gains now. */
  of(symbol: string): Readonly<Record<'long' | 'short' | 'gain', bigint>>;
}
