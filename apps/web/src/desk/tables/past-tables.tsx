import type { Head } from '@assay/kit/data/columns.ts';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FillView, OrderView } from '../../lib/api/wire.ts';
import { receiptAddress } from '../../lib/data/receipts.ts';
import { useRealm } from '../../lib/data/session.ts';
import { ORDER_STATES } from '../../ui/order-states.ts';
import { columns } from './columns.ts';
import {
  Filled,
  firstCells,
  LimitPrice,
  OrderFee,
  Pair,
  Price,
  Quantity,
  SideWord,
  Size,
  Trigger,
  useFillSum,
} from './order-cells.tsx';
import { usePastFills, usePastFilter, usePastOrders } from './past.ts';
import css from './tables.module.css';
import { ToTicket } from './to-ticket.tsx';

/** Orders that have ended. */
export function PastOrders() {
  const { t } = useTranslation();
  const query = usePastOrders();
  const heads = columns([
    [t(($) => $.desk.table.time), 'time'],
    [t(($) => $.desk.table.pair), 'pair'],
    [t(($) => $.desk.table.type), 'type'],
    [t(($) => $.desk.table.side), 'side'],
    [t(($) => $.desk.table.price), 'figure'],
    [t(($) => $.desk.table.trigger), 'figure'],
    [t(($) => $.desk.table.average), 'figure'],
    [t(($) => $.desk.table.quantity), 'figure'],
    [t(($) => $.desk.table.filled), 'share'],
    [t(($) => $.desk.table.fee), 'amount'],
    [t(($) => $.desk.table.status), 'word'],
  ]);
  return (
    <PastTable
      query={query}
      rows={query.data?.pages.flatMap((page) => page.rows)}
      heads={heads}
      caption={t(($) => $.desk.tabs.history)}
      empty={t(($) => $.desk.empty.history)}
      row={(order) => <PastOrder key={order.id} order={order} />}
    />
  );
}

function PastOrder({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const realm = useRealm();
  const list = { name: t(($) => $.desk.type.list), hint: t(($) => $.desk.table.listEnded) };
  const { rejection } = order;
  const reason = rejection && t(($) => $.desk.rejection[rejection]);
  return (
    <TableRow
      cells={[
        ...firstCells(order, order.oco === 0 ? null : list),
        <LimitPrice key="limit" order={order} />,
        <Trigger key="trigger" order={order} />,
        <Price key="average" market={order.market} value={order.averageFillPrice} />,
        <Size key="size" order={order} />,
        <Filled key="filled" order={order} />,
        <OrderFee key="fee" order={order} />,
        <Link
          key="status"
          to={receiptAddress(realm, order.id)}
          title={t(($) => $.desk.table.receipt)}
        >
          {ORDER_STATES[order.status].label(t)}
          {reason === undefined ? null : `: ${reason}`}
        </Link>,
      ]}
    />
  );
}

/** Every side of a trade that was one's own. */
export function PastFills() {
  const { t } = useTranslation();
  const query = usePastFills();
  const heads = columns([
    [t(($) => $.desk.table.time), 'time'],
    [t(($) => $.desk.table.pair), 'pair'],
    [t(($) => $.desk.table.side), 'side'],
    [t(($) => $.desk.table.price), 'figure'],
    [t(($) => $.desk.table.quantity), 'figure'],
    [t(($) => $.desk.table.value), 'figure'],
    [t(($) => $.desk.table.fee), 'amount'],
    [t(($) => $.desk.table.liquidity), 'word'],
    [t(($) => $.desk.table.order), 'figure'],
  ]);
  return (
    <PastTable
      query={query}
      rows={query.data?.pages.flatMap((page) => page.rows)}
      heads={heads}
      caption={t(($) => $.desk.tabs.fills)}
      empty={t(($) => $.desk.empty.fills)}
      row={(fill) => <Fill key={`${fill.market} ${fill.id} ${fill.side}`} fill={fill} />}
    />
  );
}

function Fill({ fill }: { fill: FillView }) {
  const { t } = useTranslation();
  const maker = fill.liquidity === 'maker';
  const sum = useFillSum(fill);
  return (
    <TableRow
      cells={[
        <Instant key="at" at={fill.at} />,
        <Pair key="pair" market={fill.market} />,
        <SideWord key="side" side={fill.side} />,
        <Price key="price" market={fill.market} value={fill.price} />,
        <Quantity key="quantity" market={fill.market} value={fill.quantity} />,
        sum.value,
        sum.fee,
        maker ? t(($) => $.desk.table.maker) : t(($) => $.desk.table.taker),
        <Ltr key="order">{fill.orderId}</Ltr>,
      ]}
    />
  );
}

/** From a period without rows to all of the past, and from there to the ticket. */
function Further() {
  const { t } = useTranslation();
  const { filter, setRange } = usePastFilter();
  if (filter.range === 'all') return <ToTicket />;
  return (
    <Button size="xs" variant="default" onClick={() => setRange('all')}>
      {t(($) => $.desk.empty.wholePast)}
    </Button>
  );
}

interface PastTableProps<Row> {
  query: {
    isError: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  rows: readonly Row[] | undefined;
  heads: readonly Head[];
  caption: string;
  empty: string;
  row(row: Row): ReactNode;
}

/** What the lists of the past share: waiting, failing, being empty, going on. */
function PastTable<Row>(props: PastTableProps<Row>) {
  const { query, rows, heads, caption, empty, row } = props;
  const { t } = useTranslation();
  if (query.isError && rows === undefined) {
    return <Failure compact onRetry={() => void query.refetch()} />;
  }
  if (rows?.length === 0) return <EmptyState compact title={empty} action={<Further />} />;
  const below = query.hasNextPage ? (
    <button
      type="button"
      className={css.further}
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t(($) => $.desk.table.further)}
    </button>
  ) : (
    <p className={css.noMore}>{t(($) => $.desk.table.noMore)}</p>
  );
  return (
    <ListTable fills caption={caption} columns={heads} below={rows === undefined ? null : below}>
      {rows?.map(row)}
    </ListTable>
  );
}
