import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { copy } from '@assay/kit/feedback/copy.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconCopy } from '@assay/kit/icons/copy.ts';
import { IconPencil } from '@assay/kit/icons/pencil.ts';
import { IconTrash } from '@assay/kit/icons/trash.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '../../lib/api/wire.ts';
import { useRealm } from '../../lib/data/session.ts';
import css from './api-keys.module.css';

/** How many characters of a key are enough to distinguish it from others. */
const SHOWN_START = 6;
const SHOWN_END = 4;
/** Further addresses are only counted. */
const SHOWN_IPS = 2;

interface KeyTableProps {
  /** Undefined while loading. */
  keys: readonly KeyView[] | undefined;
  empty: ReactNode;
  failed: boolean;
  retry(): void;
  change(apiKey: KeyView): void;
  revoke(apiKey: KeyView): void;
}

const isOver = (apiKey: KeyView) => hasExpired(apiKey) || apiKey.revokedAt !== null;

export function KeyTable({ keys, empty, failed, retry, change, revoke }: KeyTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      caption={t(($) => $.apiKeys.title)}
      columns={useColumns(change, revoke)}
      rows={keys}
      keyOf={({ apiKeyId }) => String(apiKeyId)}
      state={useTableState()}
      failed={failed}
      onRetry={retry}
      isOver={isOver}
      empty={empty}
    />
  );
}

type Act = (apiKey: KeyView) => void;

function useColumns(change: Act, revoke: Act): readonly Column<KeyView>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const demo = useRealm() === 'demo';
  return [
    {
      name: 'label',
      head: t(($) => $.apiKeys.table.label),
      cell: ({ label }) => (
        <>
          <span className={css.label}>
            <bdi>{label}</bdi>
          </span>
          {demo ? <Badge tone="demo">{t(($) => $.apiKeys.demoKey)}</Badge> : null}
        </>
      ),
    },
    {
      name: 'key',
      head: t(($) => $.apiKeys.table.key),
      cell: ({ name, label, kind }) => (
        <>
          <span className={css.key}>
            <Ltr>{`${name.slice(0, SHOWN_START)}…${name.slice(-SHOWN_END)}`}</Ltr>
            <RowButton
              text={t(($) => $.apiKeys.table.copyKey, { label })}
              Icon={IconCopy}
              run={() => void copy(name)}
            />
          </span>
          <span className={css.small}>{t(($) => $.apiKeys.kinds[kind])}</span>
        </>
      ),
    },
    {
      name: 'permission',
      head: t(($) => $.apiKeys.table.permission),
      cell: ({ permission }) => t(($) => $.apiKeys.permissions[permission]),
      card: 'value',
    },
    { name: 'ips', head: t(($) => $.apiKeys.table.ips), cell: ({ ips }) => <Ips ips={ips} /> },
    {
      name: 'created',
      head: t(($) => $.apiKeys.table.created),
      cell: ({ createdAt }) => <Ltr>{format.date(createdAt)}</Ltr>,
      sort: ({ createdAt }) => createdAt,
    },
    {
      name: 'expires',
      head: t(($) => $.apiKeys.table.expires),
      cell: (apiKey) => <End apiKey={apiKey} />,
    },
    {
      name: 'used',
      head: t(($) => $.apiKeys.table.used),
      cell: (apiKey) => <LastUse apiKey={apiKey} />,
    },
    {
      ...{ name: 'actions', head: t(($) => $.apiKeys.table.actions), actions: true },
      cell: (apiKey) => (
        <Actions apiKey={apiKey} change={() => change(apiKey)} revoke={() => revoke(apiKey)} />
      ),
    },
  ];
}

interface ActionsProps {
  apiKey: KeyView;
  change(): void;
  revoke(): void;
}

function Actions({ apiKey, change, revoke }: ActionsProps) {
  const { t } = useTranslation();
  const { label } = apiKey;
  return (
    <span className={css.actions}>
      {isOver(apiKey) ? null : (
        <RowButton
          text={t(($) => $.apiKeys.table.edit, { label })}
          Icon={IconPencil}
          run={change}
        />
      )}
      {apiKey.revokedAt !== null ? null : (
        <RowButton
          text={t(($) => $.apiKeys.table.revoke, { label })}
          Icon={IconTrash}
          run={revoke}
        />
      )}
    </span>
  );
}

function hasExpired({ expiresAt }: KeyView): boolean {
  return expiresAt !== null && expiresAt <= Date.now();
}

/** When a key expires, or why it has ended. */
function End({ apiKey }: { apiKey: KeyView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expiresAt, revokedAt, revokedWhy } = apiKey;
  if (revokedAt !== null) {
    return (
      <>
        <span className={css.ended}>
          {t(($) => $.apiKeys.table.revoked, { date: format.date(revokedAt) })}
        </span>
        {revokedWhy === null ? null : (
          <span className={css.why}>{t(($) => $.apiKeys.table.revokedWhys[revokedWhy])}</span>
        )}
      </>
    );
  }
  if (expiresAt === null) return t(($) => $.apiKeys.table.never);
  return (
    <>
      <Ltr>{format.date(expiresAt)}</Ltr>
      {hasExpired(apiKey) ? (
        <span className={css.ended}>{t(($) => $.apiKeys.table.expired)}</span>
      ) : null}
    </>
  );
}

function Ips({ ips }: Pick<KeyView, 'ips'>) {
  const { t } = useTranslation();
  if (ips.length === 0) return t(($) => $.apiKeys.table.anywhere);
  const rest = ips.length - SHOWN_IPS;
  return (
    <span title={ips.join('\n')}>
      {ips.slice(0, SHOWN_IPS).map((ip) => (
        <span key={ip} className={css.line}>
          <Ltr>{ip}</Ltr>
        </span>
      ))}
      {rest > 0 ? (
        <span className={css.small}>{t(($) => $.apiKeys.table.more, { count: rest })}</span>
      ) : null}
    </span>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedNetwork } }: { apiKey: KeyView }) {
  const { t } = useTranslation();
  if (lastUsedAt === null) return t(($) => $.apiKeys.table.unused);
  return (
    <>
      <Instant at={lastUsedAt} />
      <span className={css.small}>
        <Ltr>{lastUsedNetwork}</Ltr>
      </span>
    </>
  );
}

function RowButton({ text, Icon, run }: { text: string; Icon: typeof IconCopy; run(): void }) {
  return (
    <IconButton small label={text} onClick={run}>
      <Icon size={15} stroke={1.5} aria-hidden="true" />
    </IconButton>
  );
}
