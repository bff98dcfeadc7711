import type { Realm } from '@assay/core/ledger/realm';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { copy } from '@assay/kit/feedback/copy.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { useBrokenTicks } from '../../lib/data/tick-evidence.ts';
import { useHeads } from './heads.ts';

/**
 * Looks at the signed heads while the app is open, and says so on every screen when one contradicts
 * what this browser has seen: then the log of this exchange, or of its ticks, was changed.
 */
export function LogAlarm() {
  const { t } = useTranslation();
  const realm = useRealm();
  const broken = useHeads(realm).data?.broken ?? null;
  const ticks = useBrokenTicks();
  return (
    <>
      {broken === null ? null : (
        <Evidence realm={realm} {...broken}>
          {t(($) => $.receipts.broken[broken.why], { seq: broken.head.head.seq })}
        </Evidence>
      )}
      {ticks === null ? null : (
        <Evidence realm={realm} {...ticks}>
          {t(($) => $.receipts.brokenTicks[ticks.why], {
            index: ticks.head.head.index,
            n: ticks.head.head.n,
          })}
        </Evidence>
      )}
    </>
  );
}

interface EvidenceProps {
  readonly realm: Realm;
  readonly seen: object;
  readonly head: object;
  readonly children: string;
}

/** How two heads contradict each other, with both to copy. */
function Evidence({ realm, seen, head, children }: EvidenceProps) {
  const { t } = useTranslation();
  const both = () => JSON.stringify({ seen, contradicts: head }, null, 2);
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
          <Button size="xs" variant="default" onClick={() => void copy(both())}>
            {t(($) => $.receipts.alarm.copy)}
          </Button>
        </>
      }
    >
      {children} {t(($) => $.receipts.alarm.keep)}
    </Callout>
  );
}
