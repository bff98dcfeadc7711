import { Count } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useTranslation } from 'react-i18next';
import { CloseMany } from './close-many.tsx';
import { OrdersTable } from './orders-table.tsx';
import { PositionsTable } from './positions-table.tsx';
import { ReceiptsTable } from './receipts-table.tsx';
import { useCfdAccount } from './use-cfd.ts';

/** What is open, with the ways to close a side or all of it at once. */
export function PositionsPanel() {
  const { t } = useTranslation();
  const count = useCfdAccount().data?.positions.length ?? 0;
  return (
    <Panel
      title={
        <>
          {t(($) => $.cfd.positions)} <Count>{count}</Count>
        </>
      }
      tools={<CloseMany />}
    >
      <PositionsTable />
    </Panel>
  );
}

/** Orders that wait. */
export function OrdersPanel() {
  const { t } = useTranslation();
  const count = useCfdAccount().data?.orders.length ?? 0;
  return (
    <Panel
      title={
        <>
          {t(($) => $.cfd.pending)} <Count>{count}</Count>
        </>
      }
    >
      <OrdersTable />
    </Panel>
  );
}

/** What happened: closings, nights, and orders that ended without a fill. */
export function ReceiptsPanel() {
  const { t } = useTranslation();
  return (
    <Panel
      title={t(($) => $.cfd.history)}
      tools={<TextLink to="/quality?own=1">{t(($) => $.cfd.quality)}</TextLink>}
    >
      <ReceiptsTable />
    </Panel>
  );
}
