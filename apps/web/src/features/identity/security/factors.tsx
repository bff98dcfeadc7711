import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Security } from '../../../lib/data/security.ts';
import { api } from '../../../lib/data/services.ts';
import { AddPasskey, AddTotp } from './add-factor.tsx';
import type { PartProps } from './part.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secured } from './secured.ts';

type Factor = Security['factors'][number];

/** Authenticator apps, passkeys, and the codes for the day when they are lost. */
export function Factors({ security }: PartProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const state = useTableState('factors');
  const title = t(($) => $.identity.factors.title);
  const remove = async ({ kind, factorId }: Factor) => {
    const fields = { kind, factorId };
    const done = await secured('removeFactor', fields, (proof) =>
      api.call('removeFactor', { ...fields, ...proof }),
    );
    if (done !== null) toastSuccess(t(($) => $.identity.security.saved));
  };
  const makeCodes = async () => {
    const made = await secured('makeRecoveryCodes', {}, (proof) =>
      api.call('makeRecoveryCodes', proof),
    );
    if (made !== null) setCodes(made.recoveryCodes);
  };
  const added = (recoveryCodes: readonly string[]) => {
    setAdding(null);
    setCodes(recoveryCodes);
    toastSuccess(t(($) => $.identity.security.saved));
  };
  const add = { added, close: () => setAdding(null) };
  return (
    <Panel anchor="factors" title={title}>
      <DataTable
        caption={title}
        columns={useColumns(remove)}
        rows={security.factors}
        keyOf={({ factorId }) => factorId}
        state={state}
        empty={<EmptyState compact title={t(($) => $.identity.factors.none)} />}
      />
      <PanelBody>
        <p>{t(($) => $.identity.factors.codesLeft, { count: security.recoveryCodes })}</p>
        <p>{t(($) => $.identity.factors.hold)}</p>
        <Buttons>
          {security.factors.length === 0 ? null : (
            <Button variant="default" onClick={() => void makeCodes()}>
              {t(($) => $.identity.factors.makeCodes)}
            </Button>
          )}
          <Button variant="default" onClick={() => setAdding('passkey')}>
            {t(($) => $.identity.factors.addPasskey)}
          </Button>
          <Button onClick={() => setAdding('totp')}>{t(($) => $.identity.factors.addTotp)}</Button>
        </Buttons>
      </PanelBody>
      {adding === 'totp' ? <AddTotp {...add} /> : null}
      {adding === 'passkey' ? <AddPasskey {...add} /> : null}
      {codes.length === 0 ? null : <RecoveryCodes codes={codes} close={() => setCodes([])} />}
    </Panel>
  );
}

function useColumns(remove: (factor: Factor) => Promise<void>): readonly Column<Factor>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'name',
      head: t(($) => $.identity.factors.name),
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      name: 'kind',
      head: t(($) => $.identity.factors.kind),
      cell: ({ kind }) => t(($) => $.identity.proof[kind]),
    },
    {
      name: 'created',
      head: t(($) => $.identity.factors.created),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      name: 'used',
      head: t(($) => $.identity.factors.used),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? NO_VALUE : <Instant at={lastUsedAt} />),
    },
    {
      name: 'actions',
      head: t(($) => $.identity.sessions.actions),
      cell: (factor) => (
        <Button size="xs" variant="default" onClick={() => void remove(factor)}>
          {t(($) => $.identity.factors.remove)}
        </Button>
      ),
      actions: true,
    },
  ];
}
