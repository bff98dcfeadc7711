import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMarkets } from '../../lib/data/markets.ts';
import type { MarketColumn } from '../../lib/data/order-markets.ts';
import css from './home-markets.module.css';
import { MarketTable } from './market-table.tsx';
import { useOrdered } from './order-markets.ts';

type HomeTab = 'main' | 'gainers';

/** The initial sorting of each tab. */
const FIRST: Record<HomeTab, Sorting<MarketColumn> | null> = {
  main: null,
  gainers: { column: 'change24h', order: 'descending' },
};

/** The quotes of the home screen; `tab` is the value of the Tabs around this component. */
export function HomeMarkets({ tab }: { tab: HomeTab }) {
  const { t } = useTranslation();
  const query = useMarkets();
  const [chosen, setChosen] = useState<Partial<Record<HomeTab, Sorting<MarketColumn> | null>>>({});
  const own = chosen[tab];
  const sorting = own === undefined ? FIRST[tab] : own;
  const rows = useOrdered(query.data, sorting);
  return (
    <div className={css.frame}>
      <div className={css.bar}>
        <Tabs.List aria-label={t(($) => $.markets.tabs.label)}>
          <Tabs.Tab value="main">{t(($) => $.markets.tabs.main)}</Tabs.Tab>
          <Tabs.Tab value="gainers">{t(($) => $.markets.tabs.gainers)}</Tabs.Tab>
        </Tabs.List>
        <Link to="/market" className={css.all}>
          {t(($) => $.markets.all)}
        </Link>
      </div>
      <Tabs.Panel value={tab} tabIndex={-1}>
        {query.isError ? (
          <Failure onRetry={query.refetch} />
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
      </Tabs.Panel>
    </div>
  );
}
