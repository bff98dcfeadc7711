import { IconClockExclamation, IconHelp, IconStar, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../lib/api/wire.ts';
import { useFavourites } from '../../lib/data/favourites.ts';
import { tickerOf, useTicker } from '../../lib/data/markets.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Change, Fixed, Traded } from '../../ui/figures.tsx';
import { useDesk } from '../context.tsx';
import { LayoutMenu } from '../layout/layout-menu.tsx';
import { LastPrice } from './last-price.tsx';
import css from './market-strip.module.css';
import { PairPicker } from './pair-picker.tsx';
import { useStale, useStaleSeconds } from './use-stale.ts';

/** The market in one line: which pair, its price, its day, and where the price comes from. */
export function MarketStrip({ onHelp }: { onHelp(): void }) {
  const { t } = useTranslation();
  const { market } = useDesk();
  return (
    <section className={css.strip} aria-label={t(($) => $.desk.strip.label)}>
      <PairPicker />
      <Star />
      <Figures />
      <MarketTitle />
      <StaleMark seconds={useStaleSeconds(market.market)} />
      <span className={css.push} />
      <button
        type="button"
        className={css.tool}
        onClick={onHelp}
        title={t(($) => $.desk.help.open)}
      >
        <IconHelp size={17} stroke={1.5} aria-hidden="true" />
        <span className="seen-by-ear">{t(($) => $.desk.help.open)}</span>
      </button>
      <LayoutMenu />
    </section>
  );
}

/** Names that stand still around figures that move: only the figures draw with the stream. */
function Figures() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const stale = useStale(market.market);
  return (
    <div className={css.figures} data-stale={stale || undefined}>
      <Last />
      <Reading name={t(($) => $.desk.strip.change)}>
        <DayChange />
      </Reading>
      <Reading name={t(($) => $.desk.strip.high)}>
        <Price of="high24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.low)}>
        <Price of="low24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.volume, { unit: market.base })}>
        <Volume of="volume24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.volume, { unit: market.quote })}>
        <Volume of="quoteVolume24h" />
      </Reading>
      <Reading
        name={
          <>
            {t(($) => $.desk.strip.index)}
            <SourceMark />
          </>
        }
      >
        <Price of="index" />
      </Reading>
    </div>
  );
}

/** The market's moving figures, from the list until the stream speaks. */
function useFigures(): TickerView {
  const { market } = useDesk();
  return useTicker(market.market) ?? market;
}

function Last() {
  const { market } = useDesk();
  const { last } = useFigures();
  return <LastPrice value={last} decimals={market.priceDecimals} className={css.last ?? ''} />;
}

function DayChange() {
  return <Change value={useFigures().change24h} />;
}

function Price({ of }: { of: 'high24h' | 'low24h' | 'index' }) {
  const { market } = useDesk();
  return <Fixed value={useFigures()[of]} decimals={market.priceDecimals} />;
}

function Volume({ of }: { of: 'volume24h' | 'quoteVolume24h' }) {
  return <Traded value={useFigures()[of]} />;
}

function Reading({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={css.reading}>
      <span className={css.name}>{name}</span>
      <span className={css.value}>{children}</span>
    </div>
  );
}

function Star() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const on = useFavourites((favourites) => favourites.markets.includes(market.market));
  const toggle = useFavourites((favourites) => favourites.toggle);
  const Icon = on ? IconStarFilled : IconStar;
  const pair = `${market.base}/${market.quote}`;
  return (
    <button
      type="button"
      className={css.tool}
      aria-pressed={on}
      aria-label={t(($) => $.desk.picker.star, { pair })}
      onClick={() => toggle(market.market)}
    >
      <Icon size={16} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

/** Live, replayed or simulated: said beside the figure itself, not only in the banner. */
function SourceMark() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const words = {
    live: t(($) => $.desk.strip.live),
    replay: t(($) => $.desk.strip.replay),
    simulated: t(($) => $.desk.strip.simulated),
  };
  return (
    <span className={css.source} data-source={market.source}>
      {words[market.source]}
    </span>
  );
}

function StaleMark({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  if (seconds === 0) return null;
  return (
    <span className={css.stale} role="status">
      <IconClockExclamation size={15} stroke={1.5} aria-hidden="true" />
      {t(($) => $.desk.strip.stale, { count: seconds })}
    </span>
  );
}

/** Once a second: the browser's own work for a new title costs more than the whole order book. */
const TITLE_EVERY_MS = 1000;

/** Price and pair in the browser's tab. */
function MarketTitle() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const format = useFormat();
  useEffect(() => {
    const pair = `${market.base}/${market.quote}`;
    const write = () => {
      const { last } = tickerOf(market.market) ?? market;
      const price = format.fixed(last, market.priceDecimals);
      const title = t(($) => $.shell.titleOf, { page: `${price} ${pair}` });
      if (document.title !== title) document.title = title;
    };
    write();
    const timer = setInterval(write, TITLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [t, format, market]);
  return null;
}
