import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { addressesChanged, type Book, type KeptAddress } from './use-addresses.ts';

/** The addresses, each with what it still waits for. */
export function AddressTable({ book }: { book: Book | undefined }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState<KeptAddress | null>(null);
  const remove = async ({ addressId }: KeptAddress) => {
    await api
      .call('removeAddress', { addressId })
      .then(() => toastSuccess(t(($) => $.addresses.removed)))
      .catch(() => undefined);
    await addressesChanged();
  };
  return (
    <Panel title={t(($) => $.addresses.own)}>
      <DataTable
        caption={t(($) => $.addresses.own)}
        columns={useColumns(setLeaving)}
        rows={book?.addresses}
        keyOf={({ addressId }) => String(addressId)}
        state={useTableState()}
        empty={
          <EmptyState
            compact
            title={t(($) => $.addresses.none)}
            text={t(($) => $.addresses.noneText, { hours: book?.coolingHours ?? 0 })}
          />
        }
      />
      {leaving === null ? null : (
        <Confirm
          danger
          title={t(($) => $.addresses.removeTitle)}
          action={t(($) => $.addresses.remove)}
          run={() => remove(leaving)}
          close={() => setLeaving(null)}
        >
          <p>
            <AddressText address={leaving.address} />
          </p>
          <p>{t(($) => $.addresses.removeText)}</p>
        </Confirm>
      )}
    </Panel>
  );
}

function useColumns(remove: (address: KeptAddress) => void): readonly Column<KeptAddress>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'remark',
      head: t(($) => $.addresses.remark),
      cell: ({ remark }) => (remark === '' ? '–' : remark),
    },
    {
      ...{ name: 'address', head: t(($) => $.addresses.address), wraps: true },
      cell: ({ address }) => <AddressText address={address} />,
    },
    {
      name: 'network',
      head: t(($) => $.addresses.network),
      cell: ({ asset, chain }) => `${asset} · ${chain}`,
    },
    {
      ...{ name: 'memo', head: t(($) => $.addresses.memo), optional: true },
      cell: ({ memo }) => (memo === '' ? '–' : memo),
    },
    {
      ...{ name: 'added', head: t(($) => $.addresses.added), optional: true },
      cell: ({ addedAt }) => <Instant at={addedAt} />,
    },
    {
      name: 'usable',
      head: t(($) => $.addresses.usable),
      cell: (row) => <Usable row={row} />,
    },
    {
      ...{ name: 'actions', head: t(($) => $.addresses.actions), actions: true },
      cell: (row) => (
        <TextButton onClick={() => remove(row)}>{t(($) => $.addresses.remove)}</TextButton>
      ),
    },
  ];
}

function Usable({ row: { usableAt } }: { row: KeptAddress }) {
  const { t } = useTranslation();
  if (usableAt <= Date.now()) return <Badge tone="good">{t(($) => $.addresses.ready)}</Badge>;
  return (
    <>
      <Badge tone="warning">{t(($) => $.addresses.cooling)}</Badge>{' '}
      <Countdown
        hours
        label={t(($) => $.addresses.coolingFor)}
        until={usableAt}
        onEnd={() => void addressesChanged()}
      />
    </>
  );
}
