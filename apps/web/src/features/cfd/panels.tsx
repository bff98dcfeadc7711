import { Count } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnList } from '../../desk/layout/quote-desk.tsx';
import type { CallInput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { AccountLine } from './account-bar.tsx';
import css from './cfd.module.css';
import { OrdersTable } from './orders-table.tsx';
import { PositionsTable } from './positions-table.tsx';
import { ReceiptsTable } from './receipts-table.tsx';
import { CHANGING, useCfdAccount } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

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

const SIDES = ['buy', 'sell', 'all'] as const;

function CloseMany() {
  const { t } = useTranslation();
  const trial = useTrial();
  const positions = useCfdAccount().data?.positions ?? [];
  const [asked, ask] = useState<(typeof SIDES)[number] | null>(null);
  const names = {
    buy: t(($) => $.cfd.close.longs),
    sell: t(($) => $.cfd.close.shorts),
    all: t(($) => $.cfd.close.all),
  };
  const run = async () => {
    const input = asked === 'buy' || asked === 'sell' ? { side: asked } : {};
    await closePositions(
      { ...input, ...trial },
      t(($) => $.cfd.close.sent),
    );
  };
  const offered = SIDES.filter(
    (side) => side === 'all' || positions.some((one) => one.side === side),
  );
  if (positions.length === 0) return null;
  return (
    <span className={css.tools}>
      {offered.map((side) => (
        <Button key={side} size="xs" variant="default" onClick={() => ask(side)}>
          {names[side]}
        </Button>
      ))}
      {asked === null ? null : (
        <Confirm
          title={names[asked]}
          action={t(($) => $.cfd.close.do)}
          run={run}
          close={() => ask(null)}
        >
          <p>{t(($) => $.cfd.close.text)}</p>
        </Confirm>
      )}
    </span>
  );
}

/** Closes what the input names; the API client shows why where it fails. */
export async function closePositions(
  input: CallInput<'closeCfdPositions'>,
  done: string,
): Promise<void> {
  try {
    await api.call('closeCfdPositions', input);
    toastSuccess(done);
  } catch {
    // Shown already.
  }
  for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
}

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
        onChange={show}
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
          {shown === 'pending' ? <OrdersTable /> : null}
          {shown === 'history' ? <ReceiptsTable /> : null}
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
