import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import { IconSearch } from '@assay/kit/icons/search.ts';
import { IconStar } from '@assay/kit/icons/star.ts';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { MarketView } from '../../lib/api/wire.ts';
import { useFavourites } from '../../lib/data/favourites.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import type { MarketColumn } from '../../lib/data/order-markets.ts';
import { isTyping } from '../../lib/typing.ts';
import { useTitle } from '../../ui/use-title.ts';
import css from './market-screen.module.css';
import { ListFailure, MarketTable } from './market-table.tsx';
import { isContract, searchMarkets, useOrdered } from './order-markets.ts';

const TABS = ['favourites', 'contracts', 'coins'] as const;
type Tab = (typeof TABS)[number];

/** /market: quotes with the tabs Favourites, Contracts, Coins; search and sort. */
export default function MarketScreen() {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.markets.title),
    t(($) => $.markets.lead),
  );
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'coins';
  const [text, setText] = useState('');
  const query = useMarkets();
  const names: Record<Tab, string> = {
    favourites: t(($) => $.markets.tabs.favourites),
    contracts: t(($) => $.markets.tabs.contracts),
    coins: t(($) => $.markets.tabs.coins),
  };
  return (
    <Page>
      <PageHead
        title={t(($) => $.markets.title)}
        lead={t(($) => $.markets.lead)}
        actions={
          <Button component={Link} to="/text?kind=coin" variant="default">
            {t(($) => $.markets.about)}
          </Button>
        }
      />
      <Panel>
        <Tabs
          label={t(($) => $.markets.tabs.label)}
          tabs={TABS.map((name) => ({ name, text: names[name] }))}
          value={tab}
          onChange={(next) => setParams(next === 'coins' ? {} : { tab: next })}
          tools={<Search text={text} onChange={setText} />}
        >
          {query.data === undefined && query.errorUpdateCount > 0 ? (
            <ListFailure onRetry={query.refetch} />
          ) : (
            <Quotes
              key={tab}
              tab={tab}
              text={text}
              clear={() => setText('')}
              markets={query.data}
            />
          )}
        </Tabs>
      </Panel>
    </Page>
  );
}

/** The key "/" focuses the field, as in most trading screens. */
function Search({ text, onChange }: { text: string; onChange(text: string): void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className={css.search}>
      <SearchField
        ref={field}
        label={t(($) => $.markets.search)}
        shortcut="/"
        value={text}
        onChange={onChange}
      />
    </div>
  );
}

interface QuotesProps {
  tab: Tab;
  text: string;
  clear(): void;
  markets: readonly MarketView[] | undefined;
}

function Quotes({ tab, text, clear, markets }: QuotesProps) {
  const { t } = useTranslation();
  const stars = useFavourites((favourites) => favourites.markets);
  const [sorting, setSorting] = useState<Sorting<MarketColumn> | null>(null);
  const found = useMemo(() => {
    if (!markets) return undefined;
    const kind = {
      coins: markets.filter((market) => !isContract(market)),
      contracts: markets.filter(isContract),
      favourites: markets.filter((market) => stars.includes(market.market)),
    }[tab];
    return searchMarkets(kind, text);
  }, [markets, tab, stars, text]);
  const rows = useOrdered(found, sorting);
  return (
    <MarketTable
      markets={rows}
      sorting={sorting}
      onSort={setSorting}
      caption={t(($) => $.markets.title)}
      empty={text === '' ? <NothingHere tab={tab} /> : <NothingFound text={text} clear={clear} />}
    />
  );
}

function NothingFound({ text, clear }: { text: string; clear(): void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.25} aria-hidden="true" />}
      title={t(($) => $.markets.empty.found, { text })}
      text={t(($) => $.markets.empty.foundText)}
      action={
        <Button variant="default" onClick={clear}>
          {t(($) => $.markets.empty.clear)}
        </Button>
      }
    />
  );
}

function NothingHere({ tab }: { tab: Tab }) {
  const { t } = useTranslation();
  if (tab === 'coins') {
    return (
      <EmptyState
        title={t(($) => $.markets.empty.none)}
        text={t(($) => $.markets.empty.noneText)}
      />
    );
  }
  if (tab === 'contracts') {
    return (
      <EmptyState
        title={t(($) => $.markets.empty.contracts)}
        text={t(($) => $.markets.empty.contractsText)}
        action={
          <Button component={Link} to="/deal_c" variant="default">
            {t(($) => $.markets.empty.contractsLink)}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconStar size={24} stroke={1.25} aria-hidden="true" />}
      title={t(($) => $.markets.empty.favourites)}
      text={t(($) => $.markets.empty.favouritesText)}
      action={
        <Button component={Link} to="/market" variant="default">
          {t(($) => $.markets.empty.see)}
        </Button>
      }
    />
  );
}
