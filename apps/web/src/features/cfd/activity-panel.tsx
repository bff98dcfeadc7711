import { Count } from '@assay/kit/display/badge.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { lazy, Suspense, startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnList } from '../../desk/layout/quote-desk.tsx';
import { AccountLine } from './account-bar.tsx';
import css from './cfd.module.css';
import { CloseMany } from './close-many.tsx';
import { PositionsTable } from './positions-table.tsx';
import { useCfdAccount } from './use-cfd.ts';

/** Nobody sees these before their tab is chosen. */
const OrdersTable = lazy(async () => {
  const { OrdersTable: table } = await import('./orders-table.tsx');
  return { default: table };
});
const ReceiptsTable = lazy(async () => {
  const { ReceiptsTable: table } = await import('./receipts-table.tsx');
  return { default: table };
});

const ACTIVITIES = ['positions', 'pending', 'history'] as const;

/** What is open, what waits and what happened, one at a time. */
export function ActivityPanel() {
  const { t } = useTranslation();
  const [shown, show] = useState<(typeof ACTIVITIES)[number]>('positions');
  const { data } = useCfdAccount();
  const counts = { positions: data?.positions.length, pending: data?.orders.length };
  const names = {
    positions: t(($) => $.cfd.positions),
    pending: t(($) => $.cfd.pending),
    history: t(($) => $.cfd.history),
  };
  return (
    <>
      <Tabs
        dense
        label={t(($) => $.cfd.activity)}
        tabs={ACTIVITIES.map((name) => ({
          name,
          text: name === 'history' ? names[name] : <Counted name={names[name]} n={counts[name]} />,
        }))}
        value={shown}
        onChange={(name) => startTransition(() => show(name))}
        tools={
          shown === 'positions' ? (
            <span className={css.beside}>
              <CloseMany />
            </span>
          ) : null
        }
      >
        <OwnList>
          {shown === 'positions' ? <PositionsTable /> : null}
          <Suspense fallback={<Skeleton height="4rem" />}>
            {shown === 'pending' ? <OrdersTable /> : null}
            {shown === 'history' ? <ReceiptsTable /> : null}
          </Suspense>
        </OwnList>
      </Tabs>
      <AccountLine />
    </>
  );
}

function Counted({ name, n = 0 }: { name: string; n: number | undefined }) {
  return (
    <>
      {name} <Count>{n}</Count>
    </>
  );
}
