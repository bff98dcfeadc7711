import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';

/** What was published: why, from when on it holds, and whether it was withdrawn before. */
interface PublishedChange {
  readonly reason: string;
  readonly takesEffectAt: number;
  readonly withdrawn: { readonly at: number; readonly reason: string } | null;
}

/** When a change takes effect, took effect, or was withdrawn. */
export function Effect({ change, now }: { change: PublishedChange; now: number }) {
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
export function Reason({ change: { reason, withdrawn } }: { change: PublishedChange }) {
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
