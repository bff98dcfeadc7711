import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { useHeads } from './heads.ts';

/**
 * Looks at the signed heads while the app is open, and says so on every screen when one contradicts
 * what this browser has seen: then the log of this exchange was changed.
 */
export function LogAlarm() {
  const { t } = useTranslation();
  const realm = useRealm();
  const broken = useHeads(realm).data?.broken ?? null;
  const [copied, setCopied] = useState(false);
  if (broken === null) return null;
  const copy = async () => {
    const { seen, head } = broken;
    await navigator.clipboard.writeText(JSON.stringify({ seen, contradicts: head }, null, 2));
    setCopied(true);
  };
  return (
    <Callout
      tone="danger"
      live
      title={t(($) => $.receipts.alarm.title)}
      action={
        <>
          <Button component={Link} to={`/verify?realm=${realm}`} size="xs" variant="default">
            {t(($) => $.receipts.alarm.look)}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={() => void copy()}>
            {copied ? t(($) => $.receipts.alarm.copied) : t(($) => $.receipts.alarm.copy)}
          </Button>
        </>
      }
    >
      {t(($) => $.receipts.broken[broken.why], { seq: broken.head.head.seq })}{' '}
      {t(($) => $.receipts.alarm.keep)}
    </Callout>
  );
}
