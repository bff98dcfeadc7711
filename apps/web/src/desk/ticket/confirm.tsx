import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { PlaceOrder } from '@assay/core/order/intent';
import type { PlaceOco } from '@assay/core/order/oco';
import type { Preview } from '@assay/core/order/preview';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Fixed } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PairName } from '../../ui/pair-name.tsx';
import { balanceOf, useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { staysOf } from '../dust.ts';
import { useDeskPreferences } from '../layout/preferences.ts';
import { isOco, type Sending } from '../orders.ts';
import type { Total } from '../product.ts';
import { averagePrice, type Check } from './check.ts';
import { feeAssetOf, sumDigits } from './sums.ts';
import css from './ticket.module.css';
import { useTypeNames } from './type-names.ts';
import { useTrailWords, useWaitWords } from './wait-words.ts';
import { isWarned, type Warnings } from './warnings.ts';
import { WorstNote } from './worst-note.tsx';

interface AskProps {
  order: Sending;
  check: Check;
  /** Why this question is asked even of people who have switched it off. */
  warnings: Warnings;
  close(): void;
  send(): void;
}

/** The order once more in full, before it is sent. */
export default function AskToSend({ order, check, warnings, close, send }: AskProps) {
  const { t } = useTranslation();
  const names = useTypeNames();
  const change = useDeskPreferences((preferences) => preferences.change);
  const sendAtOnce = useDeskPreferences((preferences) => preferences.sendAtOnce);
  const type = isOco(order) ? 'oco' : order.type;
  const words = useDesk().product.useWords();
  return (
    <Confirm
      title={words.confirm(order.side)}
      warning={isWarned(warnings) ? <Warned order={order} warnings={warnings} /> : null}
      action={t(($) => $.desk.confirm.send)}
      look={{ className: css.send, 'data-side': order.side }}
      never={t(($) => $.desk.confirm.never, { type: names[type] })}
      run={async (never) => {
        if (never) change({ sendAtOnce: [...sendAtOnce, type] });
        send();
      }}
      close={close}
    >
      {isOco(order) ? (
        <OcoLines oco={order} check={check} />
      ) : (
        <OrderLines order={order} check={check} />
      )}
    </Confirm>
  );
}

function Warned({ order, warnings }: Pick<AskProps, 'order' | 'warnings'>) {
  const { t } = useTranslation();
  const { thin, worst, beyond } = warnings;
  return (
    <>
      {thin ? <Callout tone="warning">{t(($) => $.desk.confirm.far)}</Callout> : null}
      {worst === null ? null : (
        <WorstNote
          worst={worst}
          market={order.market}
          side={order.side}
          byAmount={!isOco(order) && order.quoteAmount !== undefined}
        />
      )}
      {beyond ? <Callout tone="warning">{t(($) => $.desk.wait.beyondHint)}</Callout> : null}
    </>
  );
}

/** A name and what it says; null leaves the line out. */
type SummaryLine = readonly [name: string, value: ReactNode];

/** How many digits decimal text has after its point. */
function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Amounts in words: decimal text, or units of 1e-8. */
function useFigures() {
  const { t } = useTranslation();
  const words = useWaitWords();
  const { market } = useDesk();
  /** What was typed, to its last digit. */
  const figure = (text: string | undefined, unit: string) =>
    text === undefined ? null : (
      <Amount value={text} asset={unit} digits={Math.max(2, decimalsOf(text))} named />
    );
  const units = (value: number | undefined, unit: string, digits?: number) =>
    value === undefined ? null : (
      <Amount value={formatSafe(value, SCALE)} asset={unit} digits={digits} named />
    );
  /** What the order comes to: its value, its fee, and what they leave. */
  const sumLines = (preview: Preview | null, totals: readonly Total[]): SummaryLine[] => {
    const digitsOf = sumDigits(market, preview, totals);
    const part = (value: number | undefined, asset: string) => units(value, asset, digitsOf(asset));
    return [
      [t(($) => $.desk.preview.value), part(preview?.notional, market.quote)],
      [t(($) => $.desk.table.fee), part(preview?.fee, feeAssetOf(market, preview))],
      ...totals.map(({ name, units: value, asset }): SummaryLine => [name, part(value, asset)]),
    ];
  };
  const triggerLine = (stop: Sending, { wait }: Check): SummaryLine => [
    t(($) => $.desk.preview.triggers),
    stop.triggerPrice === undefined || wait === undefined
      ? null
      : words(stop.triggerSource ?? 'last', wait.direction, stop.triggerPrice),
  ];
  const trail = useTrailWords();
  /** Of a trailing stop: what fires it, and from which price on it follows. */
  const stopLines = (order: PlaceOrder, check: Check): SummaryLine[] => {
    const { side, trailingDelta } = order;
    const [, wait] = triggerLine(order, check);
    if (trailingDelta === undefined) return [triggerLine(order, check)];
    return [
      [t(($) => $.desk.preview.triggers), trail(side, trailingDelta)],
      [t(($) => $.desk.ticket.follows), wait],
    ];
  };
  return { figure, units, sumLines, triggerLine, stopLines };
}

/** Both orders of an OCO, what is held for them once, and what the limit order comes to. */
function OcoLines({ oco, check }: { oco: PlaceOco; check: Check }) {
  const { t } = useTranslation();
  const { market, product } = useDesk();
  const { base, quote } = market;
  const format = useFormat();
  const names = useTypeNames();
  const { figure, units, sumLines, triggerLine } = useFigures();
  const { preview, held } = check;
  const { side, stopLimitPrice, maxSlippagePpm } = oco;
  const lines: SummaryLine[] = [
    [t(($) => $.desk.table.pair), <PairName key="pair" base={base} quote={quote} />],
    [t(($) => $.desk.table.type), names.oco],
    [t(($) => $.desk.ticket.quantity), figure(oco.quantity, base)],
    [t(($) => $.desk.ticket.limitPrice), figure(oco.limitPrice, quote)],
    triggerLine(oco, check),
    [
      t(($) => $.desk.ticket.stopPrice),
      figure(stopLimitPrice, quote) ?? t(($) => $.desk.table.atMarket),
    ],
    [
      t(($) => $.desk.ticket.slippage),
      maxSlippagePpm === undefined ? null : <Ltr key="slippage">{format.ppm(maxSlippagePpm)}</Ltr>,
    ],
    [t(($) => $.desk.preview.held), units(held, product.heldIn(market, side))],
    ...sumLines(preview, product.useTotals()(side, 'oco', preview)),
  ];
  return (
    <>
      <p className={css.ocoText}>{t(($) => $.desk.ticket.ocoHint)}</p>
      <Summary lines={lines} />
    </>
  );
}

function OrderLines({ order, check }: { order: PlaceOrder; check: Check }) {
  const { t } = useTranslation();
  const { market, rules, product } = useDesk();
  const format = useFormat();
  const names = useTypeNames();
  const { base, quote } = market;
  const { figure, sumLines, stopLines } = useFigures();
  const { preview } = check;
  // What is paid at market can differ from the estimate: these two say by how much at most.
  const slippage = order.maxSlippagePpm;
  const average = slippage === undefined || preview === null ? null : averagePrice(preview, rules);
  const stays = useStays(order);
  const lines: SummaryLine[] = [
    [t(($) => $.desk.table.pair), <PairName key="pair" base={base} quote={quote} />],
    [t(($) => $.desk.table.type), names[order.type]],
    ...stopLines(order, check),
    [t(($) => $.desk.ticket.price), figure(order.limitPrice, quote)],
    [t(($) => $.desk.ticket.quantity), figure(order.quantity, base)],
    [t(($) => $.desk.ticket.amount), figure(order.quoteAmount, quote)],
    [
      t(($) => $.desk.preview.average),
      average === null ? null : (
        <Fixed key="average" value={average} decimals={rules.priceDecimals} unit={quote} />
      ),
    ],
    [
      t(($) => $.desk.ticket.slippage),
      slippage === undefined ? null : <Ltr key="slippage">{format.ppm(slippage)}</Ltr>,
    ],
    ...sumLines(preview, product.useTotals()(order.side, order.type, preview)),
    [t(($) => $.desk.ticket.staysBelowLot), stays === '' ? null : figure(stays, base)],
  ];
  return <Summary lines={lines} />;
}

/** What a sale of everything leaves of the balance, as decimal text; empty for other orders. */
function useStays({ side, quantity = '' }: PlaceOrder): string {
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const { market, product } = useDesk();
  const balances = useAccount((account) => account.balances);
  if (hidden || side !== 'sell' || product.heldIn(market, side) !== market.base) return '';
  const { available } = balanceOf(balances, product.wallet, market.base);
  return staysOf(available, quantity, market.stepSize);
}

function Summary({ lines }: { lines: readonly SummaryLine[] }) {
  return <FigureLines lines={lines.map(([label, value]) => ({ label, value }))} />;
}
