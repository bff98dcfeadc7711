import { SortButton } from '@assay/kit/data/sort-head.tsx';
import { Change, Fixed } from '@assay/kit/display/figures.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import { IconStar } from '@assay/kit/icons/star.ts';
import { IconStarFilled } from '@assay/kit/icons/star-filled.ts';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketView } from '../../lib/api/wire.ts';
import { useFavourites } from '../../lib/data/favourites.ts';
import { useTickers } from '../../lib/data/markets.ts';
import { type MarketColumn, orderMarkets } from '../../lib/data/order-markets.ts';
import { listFigures, useFigures, useHeadline } from '../../lib/data/use-headline.ts';
import { PairName } from '../../ui/pair-name.tsx';
import { Traded } from '../../ui/traded.tsx';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { useProductMarkets } from '../product-markets.ts';
import { findMarkets, recentFirst } from './find-markets.ts';
import css from './pair-picker.module.css';

const TABS = ['all', 'favourites', 'gainers', 'volume'] as const;
type Tab = (typeof TABS)[number];

/** What each tab shows before a person sorts it in another way. */
const FIRST: Record<Tab, Sorting<MarketColumn> | null> = {
  all: null,
  favourites: null,
  gainers: { column: 'change24h', order: 'descending' },
  volume: { column: 'quoteVolume24h', order: 'descending' },
};

/** Type-ahead over the markets. The cursor stays in the field; arrow keys move through the list. */
export function PairSearch(props: { current: string; choose(symbol: string): void }) {
  const { current, choose } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const [sorting, setSorting] = useState(FIRST[tab]);
  const [active, setActive] = useState(0);
  const rows = useRows(tab, text, sorting);
  const at = Math.min(active, rows.length - 1);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const picked = rows[at];
    if (step !== undefined) setActive((at + step + rows.length) % Math.max(1, rows.length));
    else if (event.key === 'Enter' && picked) choose(picked.market);
    else return;
    event.preventDefault();
  };
  const names = {
    all: t(($) => $.desk.picker.all),
    favourites: t(($) => $.desk.picker.favourites),
    gainers: t(($) => $.desk.picker.gainers),
    volume: t(($) => $.desk.picker.volume),
  };
  return (
    <div className={css.search}>
      <div className={css.field}>
        <SearchField
          data-autofocus
          label={t(($) => $.desk.picker.search)}
          // The cursor stays in the field while its keys move through the list.
          control={{
            ...{ type: 'text', role: 'combobox', onKeyDown },
            ...{ 'aria-expanded': true, 'aria-controls': 'pair-list' },
            'aria-activedescendant': rows[at] && `pair-${rows[at].market}`,
          }}
          value={text}
          onChange={(next) => {
            setText(next);
            setActive(0);
          }}
        />
      </div>
      <div className={css.tabs}>
        <Segments
          dense
          label={t(($) => $.markets.tabs.label)}
          options={TABS.map((value) => ({ value, text: names[value] }))}
          value={tab}
          onChange={(next) => {
            setTab(next);
            setSorting(FIRST[next]);
            setActive(0);
          }}
        />
      </div>
      <Heads sorting={sorting} onSort={setSorting} />
      <div
        id="pair-list"
        role="listbox"
        aria-label={t(($) => $.desk.picker.open)}
        className={css.list}
      >
        {rows.map((market, i) => (
          <PairRow
            key={market.market}
            market={market}
            active={i === at}
            current={market.market === current}
            choose={choose}
          />
        ))}
      </div>
      {rows.length === 0 ? <EmptyState compact title={t(($) => $.desk.picker.none)} /> : null}
    </div>
  );
}

interface HeadsProps {
  sorting: Sorting<MarketColumn> | null;
  onSort(next: Sorting<MarketColumn> | null): void;
}

/** The names of the columns; a press sorts. */
function Heads({ sorting, onSort }: HeadsProps) {
  const { t } = useTranslation();
  const columns: [MarketColumn, string][] = [
    ['pair', t(($) => $.desk.table.pair)],
    ['price', t(($) => $.desk.table.price)],
    ['change24h', t(($) => $.desk.strip.change)],
    ['quoteVolume24h', t(($) => $.desk.picker.volume)],
  ];
  return (
    <div className={css.heads}>
      {columns.map(([column, name]) => (
        <SortButton key={column} alone column={column} sorting={sorting} onSort={onSort}>
          {name}
        </SortButton>
      ))}
    </div>
  );
}

/** Sorted when the question changes, not on every tick: rows must not move under the pointer. */
function useRows(
  tab: Tab,
  text: string,
  sorting: Sorting<MarketColumn> | null,
): readonly MarketView[] {
  const data = useProductMarkets(useDesk().product);
  const stars = useFavourites((favourites) => favourites.markets);
  const recent = useDeskPreferences((preferences) => preferences.recentMarkets);
  const known = useTickers().size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures move inside the same map
  return useMemo(() => {
    const markets = data ?? [];
    const usual =
      tab === 'favourites'
        ? markets.filter(({ market }) => stars.includes(market))
        : recentFirst(markets, recent);
    const ordered = orderMarkets(usual, sorting, listFigures);
    return findMarkets(ordered, text);
  }, [data, stars, recent, known, tab, text, sorting]);
}

interface PairRowProps {
  market: MarketView;
  active: boolean;
  current: boolean;
  choose(symbol: string): void;
}

function PairRow({ market, active, current, choose }: PairRowProps) {
  const { t } = useTranslation();
  const { quoteVolume24h } = useFigures(market);
  const { price, isMark, change24h } = useHeadline(market);
  const starred = useFavourites((favourites) => favourites.markets.includes(market.market));
  const toggle = useFavourites((favourites) => favourites.toggle);
  const Icon = starred ? IconStarFilled : IconStar;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keys of the list
    <div
      id={`pair-${market.market}`}
      role="option"
      tabIndex={-1}
      aria-selected={current}
      data-active={active || undefined}
      className={css.row}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={() => choose(market.market)}
    >
      <span
        className={css.star}
        data-on={starred || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          toggle(market.market);
        }}
      >
        <Icon size={14} stroke={1.5} />
      </span>
      <span className={css.names}>
        <PairName base={market.base} quote={market.quote} />
        <span className={css.name}>{market.name}</span>
      </span>
      <span className={css.price}>
        <span className={css.kind}>
          {isMark ? t(($) => $.desk.source.mark) : t(($) => $.desk.source.last)}
        </span>
        <Fixed value={price} decimals={market.priceDecimals} />
      </span>
      <Change value={change24h} className={css.figure ?? ''} />
      <Traded value={quoteVolume24h} className={css.figure ?? ''} />
    </div>
  );
}
