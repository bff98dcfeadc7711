import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconApi } from '@assay/kit/icons/api.ts';
import { IconPlugConnectedX } from '@assay/kit/icons/plug-connected-x.ts';
import { IconPlus } from '@assay/kit/icons/plus.ts';
import { KEYS_MAX } from '@assay/modules/api-keys/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '../../lib/api/wire.ts';
import { useRealm } from '../../lib/data/session.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import css from './api-keys.module.css';
import { ChangeDialog, CreateDialog, RevokeDialog } from './key-dialogs.tsx';
import { KeyTable } from './key-table.tsx';
import { useApiKeys } from './use-api-keys.ts';

type OpenDialog = { what: 'create' } | { what: 'change' | 'revoke'; apiKey: KeyView };

/** /apiKeys: the API keys of this account. */
export default function ApiKeysScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.apiKeys.title);
  const demo = useRealm() === 'demo';
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useApiKeys();
  const count = query.data?.filter(({ revokedAt }) => revokedAt === null).length;
  const create = () => setDialog({ what: 'create' });
  return (
    <AccountPage
      title={title}
      lead={t(($) => $.apiKeys.lead)}
      actions={<CreateButton count={count} create={create} />}
    >
      {demo ? (
        <Callout tone="demo" title={t(($) => $.apiKeys.demoTitle)}>
          {t(($) => $.apiKeys.demoText)}
        </Callout>
      ) : null}
      <Panel title={t(($) => $.apiKeys.own)} tools={<Count count={count} />}>
        <Keys query={query} open={setDialog} create={create} />
      </Panel>
      <KeyDialog dialog={dialog} close={() => setDialog(null)} />
    </AccountPage>
  );
}

function CreateButton({ count, create }: { count: number | undefined; create(): void }) {
  const { t } = useTranslation();
  const full = count !== undefined && count >= KEYS_MAX;
  return (
    <>
      {full ? <p>{t(($) => $.apiKeys.full, { count: KEYS_MAX })}</p> : null}
      <Button
        disabled={full || count === undefined}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        onClick={create}
      >
        {t(($) => $.apiKeys.create)}
      </Button>
    </>
  );
}

function Count({ count }: { count: number | undefined }) {
  const { t } = useTranslation();
  if (count === undefined) return null;
  return (
    <span className={css.count}>
      <Ltr>{t(($) => $.apiKeys.count, { count, most: KEYS_MAX })}</Ltr>
    </span>
  );
}

interface KeysProps {
  query: ReturnType<typeof useApiKeys>;
  open(dialog: OpenDialog): void;
  create(): void;
}

/** The table, or the state shown instead of it. */
function Keys({ query, open, create }: KeysProps) {
  const { t } = useTranslation();
  const { data } = query;
  if (data === undefined && query.fetchStatus === 'paused') {
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={24} stroke={1.25} aria-hidden="true" />}
        title={t(($) => $.apiKeys.offline.title)}
        text={t(($) => $.apiKeys.offline.text)}
      />
    );
  }
  return (
    <KeyTable
      keys={data}
      failed={query.isError}
      retry={() => void query.refetch()}
      change={(apiKey) => open({ what: 'change', apiKey })}
      revoke={(apiKey) => open({ what: 'revoke', apiKey })}
      empty={
        <EmptyState
          icon={<IconApi size={28} stroke={1.25} aria-hidden="true" />}
          title={t(($) => $.apiKeys.empty.title)}
          text={t(($) => $.apiKeys.empty.text)}
          action={
            <Button variant="default" onClick={create}>
              {t(($) => $.apiKeys.create)}
            </Button>
          }
        />
      }
    />
  );
}

function KeyDialog({ dialog, close }: { dialog: OpenDialog | null; close(): void }) {
  if (dialog === null) return null;
  if (dialog.what === 'create') return <CreateDialog close={close} />;
  const Dialog = dialog.what === 'change' ? ChangeDialog : RevokeDialog;
  return <Dialog apiKey={dialog.apiKey} close={close} />;
}
