import { Count } from '@assay/kit/display/badge.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import type { DeskTable } from '../product.ts';
import { useProductOrders } from '../product-markets.ts';
import { Balances } from './balances.tsx';
import { OpenOrders } from './open-orders.tsx';
import { PastFills, PastOrders } from './past-tables.tsx';
import { BalanceTools, FillTools, HistoryTools, OpenTools } from './table-tools.tsx';

/** The tables that every product on a book has, for its list of tables. */
export const OPEN_ORDERS: DeskTable = {
  name: 'open',
  Title: OpenTitle,
  Rows: OpenOrders,
  Tools: OpenTools,
};
export const ORDER_HISTORY: DeskTable = {
  name: 'history',
  Title: HistoryTitle,
  Rows: PastOrders,
  Tools: HistoryTools,
};
export const FILLS: DeskTable = {
  name: 'fills',
  Title: FillsTitle,
  Rows: PastFills,
  Tools: FillTools,
};
export const BALANCES: DeskTable = {
  name: 'balances',
  Title: BalancesTitle,
  Rows: Balances,
  Tools: BalanceTools,
};

function OpenTitle() {
  const { t } = useTranslation();
  const count = useProductOrders(useDesk().product).length;
  return (
    <>
      {t(($) => $.desk.tabs.open)}
      <Count>{count}</Count>
    </>
  );
}

function HistoryTitle() {
  const { t } = useTranslation();
  return t(($) => $.desk.tabs.history);
}

function FillsTitle() {
  const { t } = useTranslation();
  return t(($) => $.desk.tabs.fills);
}

function BalancesTitle() {
  const { t } = useTranslation();
  return t(($) => $.desk.tabs.balances);
}
