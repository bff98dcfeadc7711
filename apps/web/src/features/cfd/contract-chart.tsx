import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { Fixed } from '@assay/kit/display/figures.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { indexOf } from '@assay/modules/cfd/rules';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyChart } from '../../desk/chart/lazy-chart.tsx';
import type { Fill, OwnLine } from '../../desk/chart/use-own-marks.ts';
import { ViewBar } from '../../desk/chart/view-bar.tsx';
import { useTickHeads } from '../../lib/data/tick-heads.ts';
import css from './cfd.module.css';
import { useQuotes } from './quotes.ts';
import { type Contract, pricesOf, useCfdAccount, useReceipts } from './use-cfd.ts';

/** Candles are seen first. */
const IndexChart = lazy(async () => {
  const { IndexChart: chart } = await import('../../ui/index-chart.tsx');
  return { default: chart };
});

const VIEWS = ['candles', 'ticks'] as const;

/** What to do, and at which price where one was chosen on the chart. */
export interface Picked {
  readonly price?: string;
  readonly side: 'buy' | 'sell';
}

interface ContractChartProps {
  contract: Contract;
  onPick(picked: Picked): void;
}

/** The contract by candles or tick by tick, with what a person has and did in it. */
export function ContractChart({ contract, onPick }: ContractChartProps) {
  const { t } = useTranslation();
  const [view, show] = useState<(typeof VIEWS)[number]>('candles');
  useTickHeads(contract.view.listing.index);
  const choice = (
    <Segments
      look="lines"
      label={t(($) => $.cfd.views.label)}
      options={VIEWS.map((value) => ({ value, text: t(($) => $.cfd.views[value]) }))}
      value={view}
      onChange={show}
    />
  );
  if (view === 'ticks') {
    return (
      <>
        <ViewBar leading={choice} />
        <div className={css.ticks}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <Ticks contract={contract} />
          </Suspense>
        </div>
      </>
    );
  }
  return (
    <div className={css.candles}>
      <Candled contract={contract} leading={choice} onPick={onPick} />
    </div>
  );
}

function Candled(props: ContractChartProps & { leading: ReactNode }) {
  const { contract, leading, onPick } = props;
  const { fills, lines } = useOwn(contract);
  return (
    <LazyChart
      market={contract.market}
      traded={false}
      leading={leading}
      fills={fills}
      lines={lines}
      onPrice={(price, side) => onPick({ price, side })}
    />
  );
}

/** What a person has in a contract, and did of late, as the chart of candles draws it. */
function useOwn({ view }: Contract): { fills: readonly Fill[]; lines: readonly OwnLine[] } {
  const { t } = useTranslation();
  const { symbol } = view.listing;
  const { data } = useCfdAccount();
  const receipts = useReceipts().data?.pages[0]?.receipts;
  const fills = useMemo(
    () =>
      (receipts ?? []).flatMap(({ contract, kind, seq, n, side, price, tickAt }): Fill[] => {
        if (contract !== symbol || (kind !== 'opened' && kind !== 'closed')) return [];
        // What closes a position is done in the other direction.
        const opposite = side === 'buy' ? 'sell' : 'buy';
        const id = seq * RECEIPTS_OF_A_COMMAND + n;
        return [{ id, price, side: kind === 'opened' ? side : opposite, at: tickAt }];
      }),
    [receipts, symbol],
  );
  const lines = useMemo(() => {
    const line = (key: string, price: string, text: string, side: OwnLine['side']) =>
      price === '' ? [] : [{ key, price, text, side }];
    const of = <T extends { contract: string }>(all: readonly T[] | undefined) =>
      (all ?? []).filter(({ contract }) => contract === symbol);
    return [
      ...of(data?.positions).flatMap(({ id, side, lots, entry, takeProfit, stopLoss }) => [
        ...line(
          `${id}`,
          entry,
          `${side === 'buy' ? t(($) => $.cfd.long) : t(($) => $.cfd.short)} ${lots}`,
          side,
        ),
        ...line(
          `${id}-profit`,
          takeProfit,
          t(($) => $.cfd.takeProfit),
          'buy',
        ),
        ...line(
          `${id}-loss`,
          stopLoss,
          t(($) => $.cfd.stopLoss),
          'sell',
        ),
      ]),
      ...of(data?.orders).flatMap(({ id, side, lots, kind, price }) =>
        line(`order-${id}`, price, `${t(($) => $.cfd.kinds[kind])} ${lots}`, side),
      ),
    ];
  }, [data, symbol, t]);
  return { fills, lines };
}

/** More than one command ever writes, so that an id is of one receipt. */
const RECEIPTS_OF_A_COMMAND = 1_000;

/** The index with the prices of what is open, and what was opened and closed while one looked. */
function Ticks({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { fills, lines } = useOwn(contract);
  const { bid, ask } = pricesOf(contract.view, useQuotes());
  const middle = bid === 0 ? undefined : formatSafe(indexOf({ bid, ask }), SCALE);
  const arrow = (side: 'buy' | 'sell') => (side === 'buy' ? '↑' : '↓');
  return (
    <IndexChart
      index={contract.view.listing.index}
      label={t(($) => $.cfd.chart)}
      now={{ label: t(($) => $.cfd.middle), price: middle }}
      levels={lines.map(({ price, side, text }, key) => ({
        ...{ key, value: price, text, mark: arrow(side) },
      }))}
      marks={fills.map(({ id, at, price, side }) => ({
        ...{ key: id, at, value: price, text: t(($) => $.cfd.sides[side]), mark: arrow(side) },
      }))}
    />
  );
}

/** At what one sells and buys now, and the difference. */
export function Prices({ contract: { view, market } }: { contract: Contract }) {
  const { t } = useTranslation();
  const { bid, ask } = pricesOf(view, useQuotes());
  const figure = (price: number) => (
    <Fixed
      value={price === 0 ? undefined : formatSafe(price, SCALE)}
      decimals={market.priceDecimals}
    />
  );
  return (
    <dl className={css.prices} data-live="">
      <div data-side="sell">
        <dt>{t(($) => $.cfd.bid)}</dt>
        <dd>{figure(bid)}</dd>
      </div>
      <div data-side="buy">
        <dt>{t(($) => $.cfd.ask)}</dt>
        <dd>{figure(ask)}</dd>
      </div>
      <div>
        <dt>{t(($) => $.cfd.spread)}</dt>
        <dd>{figure(ask - bid)}</dd>
      </div>
    </dl>
  );
}
