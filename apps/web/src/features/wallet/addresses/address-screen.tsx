import { Failure } from '@assay/kit/feedback/states.tsx';
import { IconPlus } from '@assay/kit/icons/plus.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRealm } from '../../../lib/data/session.ts';
import { RealOnly } from '../../../ui/real-only.tsx';
import { WalletPage } from '../wallet-page.tsx';
import { AddDialog } from './add-dialog.tsx';
import { AddressTable } from './address-table.tsx';
import { useAddresses } from './use-addresses.ts';
import { Whitelist } from './whitelist.tsx';

/** /address: where somebody withdraws to, and whether only there. */
export default function AddressScreen() {
  const { t } = useTranslation();
  const isVirtual = useRealm() === 'demo';
  const [isAdding, setAdding] = useState(false);
  const { data, isError, refetch } = useAddresses();
  const add = (
    <Button
      disabled={data === undefined || data.networks.length === 0}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t(($) => $.addresses.add)}
    </Button>
  );
  return (
    <WalletPage
      title={t(($) => $.addresses.title)}
      lead={t(($) => $.addresses.lead)}
      actions={isVirtual ? undefined : add}
    >
      {isVirtual ? (
        <RealOnly />
      ) : isError && data === undefined ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Stack>
          <AddressTable book={data} />
          {data === undefined ? null : <Whitelist book={data} />}
        </Stack>
      )}
      {isAdding && data !== undefined ? (
        <AddDialog book={data} close={() => setAdding(false)} />
      ) : null}
    </WalletPage>
  );
}
