import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CfdPosition, CHANGING } from '../../../features/cfd/use-cfd.ts';
import { api, queries } from '../../../lib/data/services.ts';
import type { Row } from './rows.ts';
import { SPOT_CHANGES } from './use-rows.ts';

const CloseDialog = lazy(() => import('../../../features/cfd/close-dialog.tsx'));

/** What can be done with what is not over. */
export function Act({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row.product === 'options') {
    return (
      <Button component={Link} to="/jgcc" size="xs" variant="default">
        {t(($) => $.orders.open)}
      </Button>
    );
  }
  if (row.product === 'cfd' && row.what === 'position') return <Close position={row.position} />;
  if (row.product === 'cfd' && row.what === 'receipt') return null;
  const { id } = row.order;
  const isSpot = row.product === 'spot';
  return (
    <Cancel
      changes={isSpot ? SPOT_CHANGES : CHANGING}
      cancel={() =>
        isSpot
          ? api.call('cancelOrder', { orderId: id })
          : api.call('cancelCfdOrder', { orderId: id })
      }
    />
  );
}

function Close({ position }: { position: CfdPosition }) {
  const { t } = useTranslation();
  const [asked, ask] = useState(false);
  if (position.closing !== '0') return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => ask(true)}>
        {t(($) => $.cfd.close.one)}
      </Button>
      {asked ? (
        <Suspense>
          <CloseDialog position={position} close={() => ask(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface CancelProps {
  changes: readonly string[];
  cancel(): Promise<unknown>;
}

function Cancel({ changes, cancel }: CancelProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await cancel();
    } catch {
      // The API client has already shown why the call failed.
    }
    for (const key of changes) void queries.invalidateQueries({ queryKey: [key] });
    setBusy(false);
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
      {t(($) => $.cfd.cancel)}
    </Button>
  );
}
