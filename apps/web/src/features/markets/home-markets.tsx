import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMarkets } from '../../lib/data/markets.ts';
import type { MarketColumn } from '../../lib/data/order-markets.ts';
import css from './home-markets.module.css';
import { ListFailure, MarketTable } from './market-table.tsx';
import { isContract, useOrdered } from './order-markets.ts';

type HomeTab = 'main' | 'gainers';

/** The initial sorting of each tab. */
const FIRST: Record<HomeTab, Sorting<MarketColumn> | null> = {
  main: null,
  gainers: { column: 'change24h', order: 'descending' },
};

/** The quotes of the home screen. */
export function HomeMarkets() {
  const { t } = useTranslation();
  const query = useMarkets();
  const [tab, setTab] = useState<HomeTab>('main');
  const [chosen, setChosen] = useState<Partial<Record<HomeTab, Sorting<MarketColumn> | null>>>({});
  const own = chosen[tab];
  const sorting = own === undefined ? FIRST[tab] : own;
  // The coins themselves; the gainers are those of everything that is traded.
  const shown = useMemo(
    () => (tab === 'main' ? query.data?.filter((market) => !isContract(market)) : query.data),
    [query.data, tab],
  );
  const rows = useOrdered(shown, sorting);
  return (
    <Panel>
      <Tabs
        label={t(($) => $.markets.tabs.label)}
        tabs={[
          { name: 'main', text: t(($) => $.markets.tabs.main) },
          { name: 'gainers', text: t(($) => $.markets.tabs.gainers) },
        ]}
        value={tab}
        onChange={setTab}
        tools={
          <Link to="/market" className={css.all}>
            {t(($) => $.markets.all)}
          </Link>
        }
      >
        {query.data === undefined && query.errorUpdateCount > 0 ? (
          <ListFailure onRetry={query.refetch} />
        ) : (
          <MarketTable
            markets={rows}
            sorting={sorting}
            onSort={(next) => setChosen({ ...chosen, [tab]: next })}
            caption={t(($) => $.markets.title)}
            empty={
              <EmptyState
                title={t(($) => $.markets.empty.none)}
                text={t(($) => $.markets.empty.noneText)}
              />
            }
          />
        )}
      </Tabs>
    </Panel>
  );
}
