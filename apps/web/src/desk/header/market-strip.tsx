import { Badge } from '@assay/kit/display/badge.tsx';
import { Change, Fixed, Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconClockExclamation } from '@assay/kit/icons/clock-exclamation.ts';
import { IconHelp } from '@assay/kit/icons/help.ts';
import { IconStar } from '@assay/kit/icons/star.ts';
import { IconStarFilled } from '@assay/kit/icons/star-filled.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../lib/data/clock.ts';
import { useFavourites } from '../../lib/data/favourites.ts';
import { headlineOf, markOf } from '../../lib/data/headline.ts';
import { tickerOf } from '../../lib/data/markets.ts';
import { useFigures, useHeadline, useTradeAge } from '../../lib/data/use-headline.ts';
import { Traded } from '../../ui/traded.tsx';
import { useDescription } from '../../ui/use-title.ts';
import { useDesk } from '../context.tsx';
import { LayoutMenu } from '../layout/layout-menu.tsx';
import { LastPrice } from './last-price.tsx';
import css from './market-strip.module.css';
import { PairPicker } from './pair-picker.tsx';
import { useStale, useStaleSeconds } from './use-stale.ts';

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
      <NextStage />
      <StaleMark seconds={useStaleSeconds(market.market)} />
      <span className={css.push} />
      {onHelp === undefined ? null : (
        <>
          <IconButton label={t(($) => $.desk.help.open)} onClick={onHelp}>
            <IconHelp size={17} stroke={1.5} aria-hidden="true" />
          </IconButton>
          <LayoutMenu />
        </>
      )}
    </section>
  );
}

/** When the market opens or ends, once that is published. */
function NextStage() {
  const { t } = useTranslation();
  const { nextStage } = useDesk().market;
  if (nextStage === null) return null;
  const { stage, at } = nextStage;
  return (
    <Badge tone={stage === 'open' ? 'good' : 'warning'}>
      <Sentence parts={{ at: <Instant at={at} /> }}>
        {(put) =>
          stage === 'open' ? t(($) => $.desk.strip.opens, put) : t(($) => $.desk.strip.ends, put)
        }
      </Sentence>
    </Badge>
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
      <OtherPrice />
      <Reading name={t(($) => $.desk.strip.change)} of="change">
        <DayChange />
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
      <Reading name={t(($) => $.desk.strip.high)} title={t(($) => $.desk.strip.rangeHint)}>
        <Figure of="high24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.low)} title={t(($) => $.desk.strip.rangeHint)}>
        <Figure of="low24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.volume, { unit: market.base })}>
        <Volume of="volume24h" />
      </Reading>
      <Reading name={t(($) => $.desk.strip.volume, { unit: market.quote })}>
        <Volume of="quoteVolume24h" />
      </Reading>
    </div>
  );
}

/** The price that stands for the market, and which it is. */
function Price() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const headline = useHeadline(market);
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

/**
 * The other of mark price and last trade, so that both are always there: stops wait for the one or
 * the other. A last trade that does not stand for the market is shown with its age.
 */
function OtherPrice() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const format = useFormat();
  const figures = useFigures(market);
  const { last, lastAt } = figures;
  const { isMark } = useHeadline(market);
  const minutes = useTradeAge(market);
  if (!isMark) {
    return (
      <Reading
        name={t(($) => $.desk.strip.mark)}
        of="other"
        title={t(($) => $.desk.sourceHint.mark)}
      >
        <Fixed value={markOf(figures)} decimals={market.priceDecimals} />
      </Reading>
    );
  }
  return (
    <Reading name={t(($) => $.desk.strip.lastTrade)} of="other">
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

/** From the price of 24 hours ago to that which stands for the market. */
function DayChange() {
  const { t } = useTranslation();
  const { change24h, isMark } = useHeadline(useDesk().market);
  const title = isMark ? t(($) => $.desk.strip.changeOfMark) : t(($) => $.desk.strip.changeOfLast);
  return (
    <span title={title}>
      <Change value={change24h} />
    </span>
  );
}

function Figure({ of }: { of: 'high24h' | 'low24h' | 'index' }) {
  const { market } = useDesk();
  return <Fixed value={useFigures(market)[of]} decimals={market.priceDecimals} />;
}

function Volume({ of }: { of: 'volume24h' | 'quoteVolume24h' }) {
  const { market } = useDesk();
  return <Traded value={useFigures(market)[of]} />;
}

interface ReadingProps {
  name: ReactNode;
  children: ReactNode;
  /** What has a place of its own on a phone, or a width of its own. */
  of?: 'change' | 'other';
  title?: string;
}

function Reading({ name, children, of, title }: ReadingProps) {
  return (
    <div className={css.reading} data-of={of} title={title}>
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
    <IconButton
      label={t(($) => $.desk.picker.star, { pair })}
      aria-pressed={on}
      onClick={() => toggle(market.market)}
    >
      <Icon size={16} stroke={1.5} aria-hidden="true" />
    </IconButton>
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
