import { Change, Fixed } from '@assay/kit/display/figures.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconClockExclamation, IconHelp, IconStar, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../lib/api/wire.ts';
import { useFavourites } from '../../lib/data/favourites.ts';
import { tickerOf, useTicker } from '../../lib/data/markets.ts';
import { Traded } from '../../ui/traded.tsx';
import { useDescription } from '../../ui/use-title.ts';
import { useDesk } from '../context.tsx';
import { LayoutMenu } from '../layout/layout-menu.tsx';
import { serverNow } from '../prices.ts';
import { headlineOf } from './headline.ts';
import { LastPrice } from './last-price.tsx';
import css from './market-strip.module.css';
import { PairPicker } from './pair-picker.tsx';
import { useHeadline } from './use-headline.ts';
import { everySecond, useStale, useStaleSeconds } from './use-stale.ts';

/**
 * The market in one line: which pair, its price, its day, and where the price comes from. Without
 * help there are no keys, and no panels to arrange.
 */
export function MarketStrip({ onHelp }: { onHelp?: () => void }) {
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
      {onHelp === undefined ? null : (
        <>
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
        </>
      )}
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
      <Price />
      <Reading name={t(($) => $.desk.strip.change)}>
        <DayChange />
      </Reading>
      <Reading name={t(($) => $.desk.strip.high)}>
        <Figure of="high24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.low)}>
        <Figure of="low24h" />
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
        <Figure of="index" />
      </Reading>
      <LastTrade />
    </div>
  );
}

/** The market's moving figures, from the list until the stream speaks. */
function useFigures(): TickerView {
  const { market } = useDesk();
  return useTicker(market.market) ?? market;
}

/** The price that stands for the market, and which it is. */
function Price() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const headline = useHeadline();
  return (
    <div className={css.headline}>
      <span
        className={css.name}
        data-mark={headline.isMark || undefined}
        title={headline.isMark ? t(($) => $.desk.strip.markHint) : undefined}
      >
        {headline.isMark ? t(($) => $.desk.strip.mark) : t(($) => $.desk.strip.last)}
      </span>
      <LastPrice headline={headline} decimals={market.priceDecimals} className={css.last ?? ''} />
    </div>
  );
}

/** The last trade as such, with its age, while another price stands for the market. */
function LastTrade() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const format = useFormat();
  const { last, lastAt } = useFigures();
  const { isMark } = useHeadline();
  const minutes = useSyncExternalStore(everySecond, () => minutesSince(lastAt));
  if (!isMark) return null;
  return (
    <Reading name={t(($) => $.desk.strip.lastTrade)}>
      {lastAt === 0 ? (
        t(($) => $.desk.strip.noTrade)
      ) : (
        <>
          <Fixed value={last} decimals={market.priceDecimals} />{' '}
          <span className={css.age}>{format.ago(minutes)}</span>
        </>
      )}
    </Reading>
  );
}

const MINUTE_MS = 60_000;

function minutesSince(at: number): number {
  return Math.max(1, Math.floor((serverNow() - at) / MINUTE_MS));
}

function DayChange() {
  return <Change value={useFigures().change24h} />;
}

function Figure({ of }: { of: 'high24h' | 'low24h' | 'index' }) {
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
  const pair = `${market.base}/${market.quote}`;
  useDescription(t(($) => $.desk.strip.description, { pair }));
  useEffect(() => {
    const write = () => {
      const ticker = tickerOf(market.market) ?? market;
      const price = format.fixed(headlineOf(ticker, serverNow()).price, market.priceDecimals);
      const title = t(($) => $.shell.titleOf, { page: `${price} ${pair}` });
      if (document.title !== title) document.title = title;
    };
    write();
    const timer = setInterval(write, TITLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [t, format, market, pair]);
  return null;
}
