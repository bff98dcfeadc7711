import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Amount, Fixed, Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { FillView, MarketView, OrderView } from '../../lib/api/wire.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { PairName } from '../../ui/pair-name.tsx';
import { useTypeNames } from '../ticket/type-names.ts';
import { useTrailWords } from '../ticket/wait-words.ts';
import css from './tables.module.css';

function useMarketOf(symbol: string): MarketView | undefined {
  return useMarkets().data?.find(({ market }) => market === symbol);
}

/** The address of this page at another market, with the same list open. */
export function useWayTo(market: string) {
  const [params] = useSearchParams();
  const there = new URLSearchParams(params);
  there.set('market', market);
  return { search: there.toString() };
}

/** A market's two names, as the way to it; its symbol while the list is not there. */
export function Pair({ market }: { market: string }) {
  const found = useMarketOf(market);
  return (
    <Link to={useWayTo(market)} className={css.pair}>
      <PairName base={found?.base ?? market} quote={found?.quote ?? ''} />
    </Link>
  );
}

/** A price to the decimals of its market: a column of them lines up at the point. */
export function Price({ market, value }: { market: string; value: string }) {
  const decimals = useMarketOf(market)?.priceDecimals;
  return decimals === undefined ? <Plain value={value} /> : <Fixed {...{ value, decimals }} />;
}

/** A quantity to the decimals of its market. */
export function Quantity({ market, value }: { market: string; value: string }) {
  const decimals = useMarketOf(market)?.quantityDecimals;
  return decimals === undefined ? <Plain value={value} /> : <Fixed {...{ value, decimals }} />;
}

export function SideWord({ side }: { side: OrderView['side'] }) {
  const { t } = useTranslation();
  return (
    <span className={css.side} data-side={side}>
      {side === 'buy' ? t(($) => $.desk.side.buy) : t(($) => $.desk.side.sell)}
    </span>
  );
}

/** The limit price, or a word for orders without one. */
export function LimitPrice({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  if (order.limitPrice !== '') return <Price market={order.market} value={order.limitPrice} />;
  return <span className={css.soft}>{t(($) => $.desk.table.atMarket)}</span>;
}

/** What sets a stop off, and the way that the price must go to it. */
export function Trigger({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const { market, triggerPrice, triggerWhen, triggerSource = 'last' } = order;
  if (triggerWhen === '') return <Plain value="" />;
  if (order.trailingDelta !== undefined) return <Trailing order={order} by={order.trailingDelta} />;
  const rises = triggerWhen === 'rises';
  const source = t(($) => $.desk.sourceName[triggerSource]);
  const hint = rises
    ? t(($) => $.desk.table.rises, { source })
    : t(($) => $.desk.table.falls, { source });
  return (
    <span title={hint}>
      {triggerSource === 'last' ? null : (
        <span className={css.soft}>{t(($) => $.desk.source[triggerSource])} </span>
      )}
      <Ltr className={css.trigger}>
        <span className={css.way}>{rises ? '≥' : '≤'}</span>{' '}
        <Price market={market} value={triggerPrice} />
      </Ltr>
    </span>
  );
}

/** The distance of a trailing stop, and until it follows the price the one that it waits for. */
function Trailing({ order, by }: { order: OrderView; by: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useTrailWords();
  const { market, side, status, activationPrice = '', trailingTime, triggerWhen } = order;
  const waits = status === 'pending' && trailingTime === 0 && activationPrice !== '';
  return (
    <span title={words(side, by)}>
      <span className={css.trigger}>
        <span className={css.soft}>{t(($) => $.desk.ticket.trailing)} </span>
        <Ltr>{format.ppm(by * 100)}</Ltr>
      </span>
      {waits ? (
        <Ltr className={css.trigger}>
          {' '}
          <span className={css.way}>{triggerWhen === 'rises' ? '≥' : '≤'}</span>{' '}
          <Price market={market} value={activationPrice} />
        </Ltr>
      ) : null}
    </span>
  );
}

/** The mark of an order of a list, and the hint on it. */
export interface ListMark {
  name: string;
  hint: string;
}

/**
 * The first cells of an order's row: time, pair, type and side. `list`: null for an order of no
 * list.
 */
export function firstCells(order: OrderView, list: ListMark | null): readonly ReactNode[] {
  return [
    <Instant key="at" at={order.createdAt} />,
    <Pair key="pair" market={order.market} />,
    <TypeName key="type" order={order} list={list} />,
    <SideWord key="side" side={order.side} />,
  ];
}

function TypeName({ order, list }: { order: OrderView; list: ListMark | null }) {
  const types = useTypeNames();
  return (
    <>
      {types[order.type]}{' '}
      {list === null ? null : (
        <span className={css.oco} title={list.hint}>
          <span aria-hidden="true">{list.name}</span>
          <span className="seen-by-ear">{list.hint}</span>
        </span>
      )}
    </>
  );
}

/** The quantity, or the amount for an order that was given by amount. */
export function Size({ order }: { order: OrderView }) {
  const quote = useMarketOf(order.market)?.quote ?? '';
  if (order.quoteAmount !== '') return <Amount value={order.quoteAmount} asset={quote} named />;
  return <Quantity market={order.market} value={order.quantity} />;
}

/**
 * What an order comes to at its limit, or its amount, as decimal text; empty for a stop at market.
 * Rounded down; of whole ticks and lots nothing is left to round.
 */
export function orderValue({ quoteAmount, limitPrice, quantity }: OrderView): string {
  if (quoteAmount !== '') return quoteAmount;
  const [price, size] = [parseDecimal(limitPrice, SCALE), parseDecimal(quantity, SCALE)];
  if (price === null || size === null) return '';
  return formatDecimal((price * size) / 10n ** BigInt(SCALE), SCALE);
}

/** What an order comes to, as text of `orderValue`. */
export function Value({ market, value }: { market: string; value: string }) {
  return <Amount value={value} asset={useMarketOf(market)?.quote ?? ''} />;
}

/** What an order has cost so far, in the asset of its fee, to the last digit. */
export function OrderFee({ order: { fee, feeAsset } }: { order: OrderView }) {
  return <Amount value={fee} asset={feeAsset} digits={digitsOfSum([fee])} named />;
}

/** The value and the fee of a fill, with the digits of their sum where they have one. */
export function useFillSum({ market, quote, fee, feeAsset }: FillView) {
  const asset = useMarketOf(market)?.quote ?? '';
  const oneSum = feeAsset === asset;
  const digits = digitsOfSum(oneSum ? [quote, fee] : [fee]);
  return {
    value: <Amount value={quote} asset={asset} digits={oneSum ? digits : undefined} />,
    fee: <Amount value={fee} asset={feeAsset} digits={digits} named />,
  };
}

/** How much of an order has traded, in whole percent, rounded down: 100 means all of it. */
export function filledPercent(order: OrderView): number {
  const byAmount = order.quoteAmount !== '';
  const whole = Number(byAmount ? order.quoteAmount : order.quantity);
  const part = Number(byAmount ? order.filledQuote : order.filledQuantity);
  if (order.status === 'filled') return 100;
  return whole > 0 ? Math.min(100, Math.floor((part / whole) * 100)) : 0;
}

export function Filled({ order }: { order: OrderView }) {
  const percent = filledPercent(order);
  return (
    <span className={css.filled}>
      <span className={css.gauge} aria-hidden="true">
        <span className={css.gaugeFill} style={{ transform: `scaleX(${percent / 100})` }} />
      </span>
      <bdi dir="ltr">{percent}%</bdi>
    </span>
  );
}
