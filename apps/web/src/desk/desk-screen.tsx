import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { useIsNarrow, useIsPhone } from '@assay/kit/look/small-screens.ts';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MarketView } from '../lib/api/wire.ts';
import { useMarkets, useTickerStream } from '../lib/data/markets.ts';
import { useOwner } from './account/own-amount.tsx';
import { useAccountEvents } from './account/use-account-events.ts';
import { OrderBook } from './book/order-book.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { DeskProvider, useDesk } from './context.tsx';
import { MarketFacts } from './header/market-facts.tsx';
import { MarketStrip } from './header/market-strip.tsx';
import css from './layout/desk.module.css';
import { DeskPanels } from './layout/desk-panels.tsx';
import { DeskSkeleton } from './layout/desk-skeleton.tsx';
import { KeysHelp, useHotkeys } from './layout/hotkeys.tsx';
import { PhonePanels } from './layout/phone-panels.tsx';
import { useDeskPreferences } from './layout/preferences.ts';
import { SizeSplitter } from './layout/splitter.tsx';
import { rulesOf } from './market-rules.ts';
import type { DeskProduct } from './product.ts';
import { useProductMarkets } from './product-markets.ts';
import { BottomPanel } from './tables/bottom-panel.tsx';
import { TradesList } from './trades/trades-list.tsx';

/** One market of a product, to look at and to trade. */
export function DeskScreen({ product }: { product: DeskProduct }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const query = useMarkets();
  const markets = useProductMarkets(product);
  useTickerStream();
  useAccountEvents();
  useOwner();
  if (query.isError) return <Failure onRetry={() => void query.refetch()} />;
  if (markets === undefined) return <DeskSkeleton />;
  const market = chosen(markets, params.get('market'));
  const rules = market === undefined ? null : rulesOf(market);
  if (market === undefined || rules === null) {
    return <EmptyState title={t(($) => $.desk.empty.markets)} />;
  }
  return (
    <DeskProvider key={market.market} product={product} market={market} rules={rules}>
      <Screen />
    </DeskProvider>
  );
}

/** The market in the address; else the last one looked at; else the first. */
function chosen(markets: readonly MarketView[], asked: string | null): MarketView | undefined {
  const recent = useDeskPreferences.getState().recentMarkets;
  for (const symbol of [asked, ...recent]) {
    const found = markets.find((market) => market.market === symbol);
    if (found) return found;
  }
  return markets[0];
}

function Screen() {
  const { market } = useDesk();
  const [isNarrow, isPhone] = [useIsNarrow(), useIsPhone()];
  useEffect(() => useDeskPreferences.getState().visited(market.market), [market]);
  return (
    <>
      <h1 className="seen-by-ear">{`${market.base}/${market.quote}`}</h1>
      {isNarrow || isPhone ? <PhonePanels /> : <Panels />}
    </>
  );
}

function Panels() {
  const { t } = useTranslation();
  const { product } = useDesk();
  const { showBook, showBottom } = useDeskPreferences();
  const [help, setHelp] = useState(false);
  useHotkeys(openHelp);
  function openHelp() {
    setHelp(true);
  }
  const book = {
    label: t(($) => $.desk.panel.book),
    line: t(($) => $.desk.layout.bookWidth),
    content: <BookColumn />,
  };
  return (
    <>
      <MarketStrip onHelp={openHelp} />
      <DeskPanels
        chart={<ChartPanel />}
        book={showBook ? book : undefined}
        ticket={
          <>
            <product.Ticket />
            <MarketFacts />
          </>
        }
        bottom={showBottom ? <BottomPanel /> : undefined}
      />
      <KeysHelp opened={help} close={() => setHelp(false)} />
    </>
  );
}

/** From this height on the book and the trades stand one above the other; below they are tabs. */
const STACKED_FROM = 700;

function BookColumn() {
  const { t } = useTranslation();
  const column = useRef<HTMLDivElement>(null);
  const [stacked, setStacked] = useState(false);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) =>
      setStacked((entry?.contentRect.height ?? 0) >= STACKED_FROM),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={column} className={css.column}>
      {stacked ? (
        <>
          <div className={css.upper}>
            <h2 className={css.title}>{t(($) => $.desk.panel.book)}</h2>
            <OrderBook />
          </div>
          <div className={css.inner}>
            <SizeSplitter
              size="tradesHeight"
              label={t(($) => $.desk.layout.tradesHeight)}
              edge="top"
            />
          </div>
          <div className={css.lower}>
            <h2 className={css.title}>{t(($) => $.desk.trades.title)}</h2>
            <TradesList />
          </div>
        </>
      ) : (
        <Tabs<'book' | 'trades'>
          dense
          label={t(($) => $.desk.panel.bookTabs)}
          tabs={[
            { name: 'book', text: t(($) => $.desk.panel.book) },
            { name: 'trades', text: t(($) => $.desk.trades.title) },
          ]}
          value={tab}
          onChange={setTab}
        >
          {tab === 'book' ? <OrderBook /> : <TradesList />}
        </Tabs>
      )}
    </div>
  );
}
