import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketView, OrderView } from '../../lib/api/wire.ts';
import css from './chart.module.css';
import { ChartMenu } from './chart-menu.tsx';
import type { ChartStore } from './chart-store.ts';
import { Legend } from './legend.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { SavedIndicator } from './settings.ts';
import { useCanvasKeys } from './use-chart-keys.ts';
import { type ChartHandle, useCandles } from './use-chart-view.ts';
import { Waiting } from './waiting.tsx';

interface ChartStageProps {
  host: RefObject<HTMLDivElement | null>;
  handle: ChartHandle | null;
  store: ChartStore;
  market: MarketView;
  traded: boolean;
  tops: ReadonlyMap<string, number>;
  onPrice(price: string, side: OrderView['side']): void;
  onEdit(indicator: SavedIndicator): void;
}

/** The canvas with its legend, and a notice over it while there is nothing to draw. */
export function ChartStage(props: ChartStageProps) {
  const { host, handle, store, market, traded, tops, onPrice, onEdit } = props;
  const { t } = useTranslation();
  const candles = useCandles(handle, store, market.market);
  const keys = useCanvasKeys(handle?.view ?? null);
  const view = handle?.view ?? null;
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      className={css.canvas}
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart has keyboard shortcuts
      tabIndex={0}
      aria-label={t(($) => $.chart.label, { pair: `${market.base}/${market.quote}` })}
      onKeyDown={keys}
      // The canvas swallows the click that would otherwise move the focus here.
      onPointerDown={({ currentTarget, target }) => {
        if (host.current?.contains(target as Node)) currentTarget.focus({ preventScroll: true });
      }}
    >
      <ChartMenu view={view} market={market.market} tickSize={market.tickSize} onPrice={onPrice}>
        <div ref={host} className={css.host} />
      </ChartMenu>
      {handle === null ? null : (
        <Legend
          cursor={handle.cursor}
          store={store}
          market={market}
          traded={traded}
          tops={tops}
          onEdit={onEdit}
        />
      )}
      <SelectionBar store={store} onRemoved={() => section.current?.focus()} />
      {candles.state === 'loading' ? <Waiting over /> : null}
      {candles.state === 'failed' ? (
        <div className={css.over}>
          <Failure compact onRetry={candles.retry} />
        </div>
      ) : null}
      {candles.state === 'empty' ? (
        <div className={css.over}>
          <EmptyState compact title={t(($) => $.chart.empty)} />
        </div>
      ) : null}
    </section>
  );
}
