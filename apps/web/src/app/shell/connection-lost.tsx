import { IconPlugConnectedX } from '@assay/kit/icons/plug-connected-x.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stream } from '../../lib/data/services.ts';
import { useOnline } from '../../lib/stream/use-online.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import css from './notice.module.css';

/** A short interruption passes unnoticed; it is said only when it lasts. */
const SHOW_AFTER_MS = 2500;

/** Whether the connection has been lost for a while; then figures everywhere are grey. */
export function useConnectionLost(): boolean {
  const { state, attempt } = useStreamStatus();
  const online = useOnline();
  const broken = !online || state === 'waiting' || (state === 'connecting' && attempt > 0);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!broken) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [broken]);
  const stale = broken && late;
  useEffect(() => {
    // The style sheet greys stale figures everywhere on the screen.
    document.documentElement.toggleAttribute('data-stale', stale);
  }, [stale]);
  return stale;
}

export function ConnectionLost() {
  const { t } = useTranslation();
  const { attempt } = useStreamStatus();
  return (
    <div role="status" className={`${css.notice} ${css.lost}`}>
      <IconPlugConnectedX size={14} stroke={1.5} aria-hidden="true" />
      {useOnline()
        ? t(($) => $.shell.connection.lost, { count: attempt })
        : t(($) => $.shell.connection.offline)}
      <button type="button" className={css.action} onClick={() => stream.retryNow()}>
        {t(($) => $.shell.connection.retry)}
      </button>
    </div>
  );
}
