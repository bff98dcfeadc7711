import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OrderPage } from './order-page.tsx';
import { Holdings } from './strategies/holdings.tsx';
import { type Order, useOrders } from './use-earn.ts';
import { STATES, useRates } from './words.tsx';

/** /profit_wdtg: all custody orders; with ?id= one of them. */
export default function CustodyScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = Number(params.get('id') ?? '');
  const title = t(($) => $.earn.custody);
  const lead = t(($) => $.earn.custodyLead);
  useTitle(title, lead);
  const trail = [{ text: t(($) => $.earn.title), to: '/profit_index' }];
  if (params.has('id')) {
    const orderId = Number.isSafeInteger(id) && id > 0 ? id : 0;
    return (
      <Page>
        <PageHead
          title={t(($) => $.earn.order, { id: orderId })}
          trail={[...trail, { text: title, to: '/profit_wdtg' }]}
        />
        <OrderPage orderId={orderId} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        trail={trail}
        actions={
          <Button component={Link} to="/profit_index">
            {t(($) => $.earn.products)}
          </Button>
        }
      />
      <Orders />
      <Holdings />
    </Page>
  );
}

function Orders() {
  const { t } = useTranslation();
  const query = useOrders();
  const columns = useColumns();
  const pages = query.data?.pages;
  const shared = { keyOf, failed: query.isError, onRetry: () => void query.refetch() };
  return (
    <>
      <Panel title={t(($) => $.earn.open)}>
        <DataTable<Order>
          {...shared}
          caption={t(($) => $.earn.open)}
          columns={columns}
          rows={pages?.[0]?.open}
          state={useTableState('open')}
          empty={
            <EmptyState
              compact
              title={t(($) => $.earn.noOpen)}
              text={t(($) => $.earn.noOpenText)}
              action={<TextLink to="/profit_index">{t(($) => $.earn.all)}</TextLink>}
            />
          }
        />
      </Panel>
      <Panel title={t(($) => $.earn.ended)}>
        <DataTable<Order>
          {...shared}
          caption={t(($) => $.earn.ended)}
          columns={columns}
          rows={pages?.flatMap(({ ended }) => ended)}
          state={useTableState('ended')}
          file="custody"
          empty={
            <EmptyState
              compact
              title={t(($) => $.earn.noEnded)}
              text={t(($) => $.earn.noEndedText)}
            />
          }
        />
        <OlderRows query={query}>{t(($) => $.earn.more)}</OlderRows>
      </Panel>
    </>
  );
}

const keyOf = ({ id, term }: Order) => `${id}.${term}`;

function useColumns(): readonly Column<Order>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const rates = useRates();
  return [
    {
      ...{ name: 'product', head: t(($) => $.earn.head.product), card: 'title' },
      cell: ({ asset, cycleDays }) =>
        t(($) => $.earn.named, { asset, days: rates.days(cycleDays) }),
      csv: ({ product }) => product,
    },
    {
      ...{ name: 'id', head: t(($) => $.earn.head.id), optional: true },
      cell: ({ id }) => <bdi>{id}</bdi>,
      csv: ({ id, term }) => `${id}.${term}`,
    },
    {
      ...{ name: 'principal', head: t(($) => $.earn.head.principal), figure: true },
      cell: ({ principal, asset }) => <OwnAmount named value={principal} asset={asset} />,
      csv: ({ principal }) => principal,
    },
    {
      ...{ name: 'earned', head: t(($) => $.earn.head.earned), figure: true, card: 'value' },
      cell: ({ earned, asset }) => <OwnAmount named value={earned} asset={asset} />,
      csv: ({ earned }) => earned,
    },
    {
      ...{ name: 'left', head: t(($) => $.earn.head.left), figure: true },
      cell: ({ daysLeft }) => format.integer(daysLeft),
      csv: ({ daysLeft }) => String(daysLeft),
    },
    {
      ...{ name: 'at', head: t(($) => $.earn.head.at), optional: true },
      cell: ({ acceptedAt }) => <Instant at={acceptedAt} />,
      csv: ({ acceptedAt }) => isoOf(acceptedAt),
    },
    {
      ...{ name: 'state', head: t(($) => $.earn.head.state) },
      cell: ({ state }) => <StatusBadge map={STATES} state={state} />,
      csv: ({ state }) => state,
    },
    {
      ...{ name: 'open', head: t(($) => $.earn.head.details), actions: true },
      cell: ({ id }) => (
        <TextLink to={`/profit_wdtg?id=${id}`}>{t(($) => $.earn.details)}</TextLink>
      ),
    },
  ];
}
