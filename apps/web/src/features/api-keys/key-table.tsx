import table from '@assay/kit/data/table.module.css';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '../../lib/api/wire.ts';
import { useRealm } from '../../lib/data/session.ts';
import css from './api-keys.module.css';
import { copy } from './copy.ts';

/** How many characters of a key are enough to distinguish it from others. */
const SHOWN_START = 6;
const SHOWN_END = 4;
/** Further addresses are only counted. */
const SHOWN_IPS = 2;
const SKELETON_ROWS = ['a', 'b', 'c'];

interface KeyTableProps {
  /** Undefined while loading. */
  keys: readonly KeyView[] | undefined;
  change(apiKey: KeyView): void;
  revoke(apiKey: KeyView): void;
}

export function KeyTable({ keys, change, revoke }: KeyTableProps) {
  const { t } = useTranslation();
  const heads = [
    t(($) => $.apiKeys.table.label),
    t(($) => $.apiKeys.table.key),
    t(($) => $.apiKeys.table.permission),
    t(($) => $.apiKeys.table.ips),
    t(($) => $.apiKeys.table.created),
    t(($) => $.apiKeys.table.expires),
    t(($) => $.apiKeys.table.used),
  ];
  return (
    <table className={`${table.table} ${css.table}`} aria-busy={keys === undefined}>
      <caption className="seen-by-ear">{t(($) => $.apiKeys.title)}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" className={table.end}>
            <span className="seen-by-ear">{t(($) => $.apiKeys.table.actions)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys === undefined
          ? SKELETON_ROWS.map((row) => (
              <tr key={row}>
                {[...heads, ''].map((head) => (
                  <td key={head}>
                    <Skeleton width="70%" />
                  </td>
                ))}
              </tr>
            ))
          : keys.map((apiKey) => (
              <KeyRow
                key={apiKey.apiKeyId}
                apiKey={apiKey}
                change={() => change(apiKey)}
                revoke={() => revoke(apiKey)}
              />
            ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps {
  apiKey: KeyView;
  change(): void;
  revoke(): void;
}

function KeyRow({ apiKey, change, revoke }: KeyRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const demo = useRealm() === 'demo';
  const { label, name, kind, permission, createdAt, revokedAt } = apiKey;
  const expired = hasExpired(apiKey);
  return (
    <tr className={expired || revokedAt !== null ? css.over : undefined}>
      <th scope="row">
        <span className={css.label}>
          <bdi>{label}</bdi>
        </span>
        {demo ? <span className={css.demoKey}>{t(($) => $.apiKeys.demoKey)}</span> : null}
      </th>
      <td>
        <span className={css.key}>
          <Ltr>{`${name.slice(0, SHOWN_START)}…${name.slice(-SHOWN_END)}`}</Ltr>
          <RowButton
            text={t(($) => $.apiKeys.table.copyKey, { label })}
            Icon={IconCopy}
            run={() => void copy(name)}
          />
        </span>
        <span className={css.small}>{t(($) => $.apiKeys.kinds[kind])}</span>
      </td>
      <td>{t(($) => $.apiKeys.permissions[permission])}</td>
      <td>
        <Ips ips={apiKey.ips} />
      </td>
      <td>
        <Ltr>{format.date(createdAt)}</Ltr>
      </td>
      <td>
        <End apiKey={apiKey} />
      </td>
      <td>
        <LastUse apiKey={apiKey} />
      </td>
      <td className={table.end}>
        <span className={css.actions}>
          {expired || revokedAt !== null ? null : (
            <RowButton
              text={t(($) => $.apiKeys.table.edit, { label })}
              Icon={IconPencil}
              run={change}
            />
          )}
          {revokedAt !== null ? null : (
            <RowButton
              text={t(($) => $.apiKeys.table.revoke, { label })}
              Icon={IconTrash}
              run={revoke}
            />
          )}
        </span>
      </td>
    </tr>
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
    <button type="button" className={css.action} aria-label={text} title={text} onClick={run}>
      <Icon size={15} stroke={1.5} aria-hidden="true" />
    </button>
  );
}
