import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuoteStream } from '../../../features/cfd/quotes.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { useColumns } from './columns.tsx';
import { PRODUCTS, type Row, TABS, type Tab } from './rows.ts';
import { useRows } from './use-rows.ts';

/** Orders and positions of every product in one list: what waits, runs, is over, was cancelled. */
export function OrdersScreen({ first }: { first: Tab }) {
  const { t } = useTranslation();
  const title = t(($) => $.orders.title);
  const lead = t(($) => $.orders.lead);
  useTitle(title, lead);
  useQuoteStream();
  const [asked, ask] = useAddressPart('list', first);
  const tab = TABS.find((one) => one === asked) ?? first;
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            <Button component={Link} to="/quality?own=1" variant="default">
              {t(($) => $.cfd.quality)}
            </Button>
            <Button component={Link} to="/market" variant="default">
              {t(($) => $.orders.markets)}
            </Button>
          </>
        }
      />
      <Panel>
        <Tabs
          label={t(($) => $.orders.tabs.label)}
          tabs={TABS.map((name) => ({ name, text: t(($) => $.orders.tabs[name]) }))}
          value={tab}
          onChange={ask}
        >
          <List key={tab} tab={tab} />
        </Tabs>
      </Panel>
    </Page>
  );
}

function List({ tab }: { tab: Tab }) {
  const { t } = useTranslation();
  const state = useTableState();
  const { rows, failed, retry, older } = useRows(tab);
  const product = PRODUCTS.find((one) => one === state.filter('product')) ?? 'all';
  return (
    <>
      <DataTable<Row>
        caption={t(($) => $.orders.title)}
        columns={useColumns(tab)}
        rows={rows?.filter((row) => product === 'all' || row.product === product)}
        keyOf={({ key }) => key}
        state={state}
        failed={failed}
        onRetry={retry}
        dense
        file={`orders-${tab}`}
        filters={
          <Select
            label={t(($) => $.orders.head.product)}
            options={(['all', ...PRODUCTS] as const).map((value) => ({
              value,
              text: t(($) => $.orders.products[value]),
            }))}
            value={product}
            onChange={(next) => state.setFilter('product', next === 'all' ? '' : next)}
          />
        }
        empty={
          <EmptyState title={t(($) => $.orders.none[tab])} text={t(($) => $.orders.noneText)} />
        }
      />
      <OlderRows query={older}>{t(($) => $.orders.older)}</OlderRows>
    </>
  );
}
