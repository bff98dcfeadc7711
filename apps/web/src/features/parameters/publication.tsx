import type { Column } from '@assay/kit/data/columns.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';

/** What was published: why, from when on it holds, and whether it was withdrawn before. */
interface PublishedChange {
  readonly publishedAt: number;
  readonly reason: string;
  readonly takesEffectAt: number;
  readonly withdrawn: { readonly at: number; readonly reason: string } | null;
}

/** When a change takes effect, took effect, or was withdrawn. */
function Effect({ change, now }: { change: PublishedChange; now: number }) {
  const { t } = useTranslation();
  const { takesEffectAt: at, withdrawn } = change;
  if (withdrawn !== null) {
    return (
      <>
        <Badge tone="neutral">{t(($) => $.content.changes.withdrawn)}</Badge>{' '}
        <Instant at={withdrawn.at} />
      </>
    );
  }
  return (
    <>
      <Instant at={at} />{' '}
      <Badge tone={at > now ? 'warning' : 'good'}>
        {at > now ? t(($) => $.content.changes.announced) : t(($) => $.content.changes.inEffect)}
      </Badge>
    </>
  );
}

/** Why something was changed, and why it was withdrawn. */
function Reason({ change: { reason, withdrawn } }: { change: PublishedChange }) {
  const { t } = useTranslation();
  return (
    <>
      {reason}
      {withdrawn === null ? null : (
        <div>{t(($) => $.content.changes.withdrawnBecause, { reason: withdrawn.reason })}</div>
      )}
    </>
  );
}

/** The last columns of every list of changes: effect, publication, reason. */
export function usePublicationColumns<C extends PublishedChange>(
  now: number,
): readonly Column<C>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'effect',
      head: t(($) => $.content.changes.effect),
      cell: (change) => <Effect change={change} now={now} />,
      csv: ({ takesEffectAt, withdrawn }) =>
        withdrawn === null ? new Date(takesEffectAt).toISOString() : 'withdrawn',
    },
    {
      name: 'published',
      head: t(($) => $.content.changes.published),
      cell: ({ publishedAt }) => <Instant at={publishedAt} />,
      csv: ({ publishedAt }) => new Date(publishedAt).toISOString(),
    },
    {
      name: 'reason',
      head: t(($) => $.content.changes.reason),
      cell: (change) => <Reason change={change} />,
      csv: ({ reason, withdrawn }) =>
        withdrawn === null ? reason : `${reason} / ${withdrawn.reason}`,
      wraps: true,
    },
  ];
}
