import table from '@assay/kit/data/table.module.css';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FillView, OrderView } from '../../lib/api/wire.ts';
import { receiptAddress } from '../../lib/data/receipts.ts';
import { useRealm } from '../../lib/data/session.ts';
import { type Head, ListTable } from './list-table.tsx';
import {
  Filled,
  LimitPrice,
  OrderCells,
  OrderFee,
  Pair,
  Price,
  Quantity,
  SideWord,
  Size,
  Trigger,
  useStatusNames,
  Value,
} from './order-cells.tsx';
import { usePastFills, usePastFilter, usePastOrders } from './past.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import css from './tables.module.css';
import { ToTicket } from './to-ticket.tsx';

/** Orders that have ended. */
export function PastOrders() {
  const { t } = useTranslation();
  const query = usePastOrders();
  const heads: Head[] = [
    [t(($) => $.desk.table.time), 'time'],
    [t(($) => $.desk.table.pair), 'pair'],
    [t(($) => $.desk.table.type), 'type'],
    [t(($) => $.desk.table.side), 'word'],
    [t(($) => $.desk.table.price), 'figure'],
    [t(($) => $.desk.table.trigger), 'figure'],
    [t(($) => $.desk.table.average), 'figure'],
    [t(($) => $.desk.table.quantity), 'figure'],
    [t(($) => $.desk.table.filled), 'share'],
    [t(($) => $.desk.table.fee), 'amount'],
    [t(($) => $.desk.table.status), 'word'],
  ];
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
  const statuses = useStatusNames();
  const list = { name: t(($) => $.desk.type.list), hint: t(($) => $.desk.table.listEnded) };
  const { rejection } = order;
  const reason = rejection && t(($) => $.desk.rejection[rejection]);
  return (
    <tr>
      <OrderCells order={order} list={order.oco === 0 ? null : list} />
      <td className={table.figure}>
        <LimitPrice order={order} />
      </td>
      <td className={table.figure}>
        <Trigger order={order} />
      </td>
      <td className={table.figure}>
        <Price market={order.market} value={order.averageFillPrice} />
      </td>
      <td className={table.figure}>
        <Size order={order} />
      </td>
      <td className={table.figure}>
        <Filled order={order} />
      </td>
      <td className={table.figure}>
        <OrderFee order={order} />
      </td>
      <td>
        <Link to={receiptAddress(realm, order.id)} title={t(($) => $.desk.table.receipt)}>
          {statuses[order.status]}
          {reason === undefined ? null : `: ${reason}`}
        </Link>
      </td>
    </tr>
  );
}

/** Every side of a trade that was one's own. */
export function PastFills() {
  const { t } = useTranslation();
  const query = usePastFills();
  const heads: Head[] = [
    [t(($) => $.desk.table.time), 'time'],
    [t(($) => $.desk.table.pair), 'pair'],
    [t(($) => $.desk.table.side), 'word'],
    [t(($) => $.desk.table.price), 'figure'],
    [t(($) => $.desk.table.quantity), 'figure'],
    [t(($) => $.desk.table.value), 'figure'],
    [t(($) => $.desk.table.fee), 'amount'],
    [t(($) => $.desk.table.liquidity), 'word'],
    [t(($) => $.desk.table.order), 'figure'],
  ];
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
  return (
    <tr>
      <td>
        <Instant at={fill.at} />
      </td>
      <td>
        <Pair market={fill.market} />
      </td>
      <td>
        <SideWord side={fill.side} />
      </td>
      <td className={table.figure}>
        <Price market={fill.market} value={fill.price} />
      </td>
      <td className={table.figure}>
        <Quantity market={fill.market} value={fill.quantity} />
      </td>
      <td className={table.figure}>
        <Value market={fill.market} value={fill.quote} />
      </td>
      <td className={table.figure}>
        <Amount value={fill.fee} asset={fill.feeAsset} named />
      </td>
      <td>{maker ? t(($) => $.desk.table.maker) : t(($) => $.desk.table.taker)}</td>
      <td className={table.figure}>
        <bdi dir="ltr">{fill.orderId}</bdi>
      </td>
    </tr>
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
  if (rows === undefined) return <TableSkeleton caption={caption} heads={heads} />;
  if (rows.length === 0) return <EmptyState compact title={empty} action={<Further />} />;
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
    <ListTable caption={caption} heads={heads} below={below}>
      {rows.map(row)}
    </ListTable>
  );
}
