import { Change } from '@assay/kit/display/figures.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconArrowsExchange } from '@assay/kit/icons/arrows-exchange.ts';
import { IconEye } from '@assay/kit/icons/eye.ts';
import { IconEyeOff } from '@assay/kit/icons/eye-off.ts';
import { IconSettings } from '@assay/kit/icons/settings.ts';
import { IconX } from '@assay/kit/icons/x.ts';
import { useTokens } from '@assay/kit/look/use-tokens.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { overCandles, readsVolume } from './catalogue.ts';
import css from './chart.module.css';
import type { ChartStore } from './chart-store.ts';
import type { Cursor } from './cursor.ts';
import { defaultParams } from './parameters.ts';
import { type SavedIndicator, VOLUMES } from './settings.ts';

interface LegendProps {
  cursor: Cursor;
  store: ChartStore;
  market: { base: string; priceDecimals: number };
  /** The top of each indicator's pane in px, by the indicator's id. */
  /** Whether there are trades in the market itself. */
  traded: boolean;
  tops: ReadonlyMap<string, number>;
  onEdit(indicator: SavedIndicator): void;
}

/**
 * The values of the chart at the crosshair as text in the page, which can be read out, copied and
 * translated.
 */
export function Legend({ cursor, store, market, traded, tops, onEdit }: LegendProps) {
  const indicators = useStore(store, (state) => state.indicators);
  const over = indicators.filter(({ name }) => overCandles(name));
  const line = (indicator: SavedIndicator) => (
    <IndicatorLine
      key={indicator.id}
      indicator={indicator}
      cursor={cursor}
      store={store}
      decimals={market.priceDecimals}
      onEdit={onEdit}
    />
  );
  return (
    <>
      <div className={css.legend}>
        <CandleLine cursor={cursor} market={market} traded={traded} />
        {over.map(line)}
      </div>
      {indicators.map((indicator) => {
        const top = tops.get(indicator.id);
        if (top === undefined || overCandles(indicator.name)) return null;
        return (
          <div key={indicator.id} className={css.legend} style={{ top: top + 2 }}>
            {line(indicator)}
          </div>
        );
      })}
    </>
  );
}

/** Re-renders when the crosshair or the candles move. */
function useCursor(cursor: Cursor): void {
  useSyncExternalStore(cursor.subscribe, () => cursor.version);
}

function CandleLine(props: Pick<LegendProps, 'cursor' | 'market' | 'traded'>) {
  const { cursor, market, traded } = props;
  useCursor(cursor);
  const { t } = useTranslation();
  const format = useFormat();
  const at = cursor.view.candleAt(cursor.dataIndex);
  if (at === null) return null;
  const { open, high, low, close, volumes, trades } = at.candle;
  const figures: [string, number][] = [
    [t(($) => $.chart.legend.open), open],
    [t(($) => $.chart.legend.high), high],
    [t(($) => $.chart.legend.low), low],
    [t(($) => $.chart.legend.close), close],
  ];
  const tone = close >= open ? css.rise : css.fall;
  return (
    <p className={css.legendLine}>
      {figures.map(([name, value]) => (
        <span key={name} className={css.legendPart}>
          {name} <span className={tone}>{format.fixed(value, market.priceDecimals)}</span>
        </span>
      ))}
      <Change value={open === 0 ? '0' : (((close - open) / open) * 100).toFixed(4)} />
      {VOLUMES.filter((origin) => traded || origin !== 'here').map((origin) => (
        <span key={origin} className={css.legendPart}>
          {t(($) => $.chart.volume.short[origin])} {format.compact(volumes[origin])} {market.base}
        </span>
      ))}
      {traded && trades === 0 ? (
        <span className={css.fromIndex}>{t(($) => $.chart.legend.index)}</span>
      ) : null}
    </p>
  );
}

interface IndicatorLineProps {
  indicator: SavedIndicator;
  cursor: Cursor;
  store: ChartStore;
  decimals: number;
  onEdit(indicator: SavedIndicator): void;
}

function IndicatorLine({ indicator, cursor, store, decimals, onEdit }: IndicatorLineProps) {
  const { t } = useTranslation();
  const { id, name, params, visible } = indicator;
  const Eye = visible ? IconEye : IconEyeOff;
  const button = (text: string, Icon: typeof IconEye, run: () => void) => (
    <button type="button" className={css.legendButton} aria-label={text} title={text} onClick={run}>
      <Icon size={13} stroke={1.5} aria-hidden="true" />
    </button>
  );
  const label = `${name} ${params.join(' ')}`.trim();
  return (
    <p className={css.legendLine} data-hidden={!visible || undefined}>
      <span className={css.legendName} title={t(($) => $.chart.indicators[name])}>
        {label}
      </span>
      {readsVolume(name) ? <VolumeChoice store={store} /> : null}
      {visible ? <Values indicator={indicator} cursor={cursor} decimals={decimals} /> : null}
      <span className={css.legendTools}>
        {button(
          t(($) => $.chart.legend.show, { name: label }),
          Eye,
          () => store.getState().editIndicator(id, { visible: !visible }),
        )}
        {defaultParams(name).length > 0 || indicator.lines.length > 0
          ? button(
              t(($) => $.chart.legend.edit, { name: label }),
              IconSettings,
              () => onEdit(indicator),
            )
          : null}
        {button(
          t(($) => $.chart.legend.remove, { name: label }),
          IconX,
          () => store.getState().removeIndicator(id),
        )}
      </span>
    </p>
  );
}

/** Which volume an indicator is made of; a click changes it for the whole chart. */
function VolumeChoice({ store }: { store: ChartStore }) {
  const { t } = useTranslation();
  const origin = useStore(store, (state) => state.habits.volume);
  const other = VOLUMES.find((each) => each !== origin) ?? origin;
  const change = t(($) => $.chart.volume.change[other]);
  return (
    <button
      type="button"
      className={css.legendChoice}
      title={change}
      onClick={() => store.getState().setHabits({ volume: other })}
    >
      {t(($) => $.chart.volume.origin[origin])}
      <IconArrowsExchange size={12} stroke={1.5} aria-hidden="true" />
      <span className="seen-by-ear">{change}</span>
    </button>
  );
}

function Values(props: { indicator: SavedIndicator; cursor: Cursor; decimals: number }) {
  const { indicator, cursor, decimals } = props;
  useCursor(cursor);
  const format = useFormat();
  const tokens = useTokens();
  const { view, dataIndex } = cursor;
  const [drawn] = view.chart.getIndicators({ id: indicator.id });
  const at = view.candleAt(dataIndex);
  if (drawn === undefined || at === null) return null;
  const row = drawn.result[at.index] as Record<string, unknown> | undefined;
  const lines = drawn.figures.filter(({ type }) => type === 'line').map(({ key }) => key);
  const write = (value: number) =>
    Math.abs(value) >= 1_000_000
      ? format.compact(value)
      : format.fixed(value, overCandles(indicator.name) ? decimals : 3);
  return drawn.figures.map(({ key }) => {
    const value = row?.[key];
    if (typeof value !== 'number') return null;
    const line = lines.indexOf(key);
    const style = line < 0 ? undefined : indicator.lines[line];
    const color = style && tokens[style.color];
    return (
      <span key={key} className={css.legendValue} style={color ? { color } : undefined}>
        {write(value)}
      </span>
    );
  });
}
