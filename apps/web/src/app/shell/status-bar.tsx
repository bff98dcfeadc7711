import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/stream/use-online.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import { Ltr } from '../../ui/ltr.tsx';
import css from './footer.module.css';

/** Shows the state of the connection, its latency and the server's time. */
export function StatusBar() {
  const { t } = useTranslation();
  const { state: streamState, latencyMs, skewMs } = useStreamStatus();
  const state = useOnline() ? streamState : 'closed';
  const names = {
    open: t(($) => $.shell.connection.open),
    connecting: t(($) => $.shell.connection.connecting),
    waiting: t(($) => $.shell.connection.waiting),
    closed: t(($) => $.shell.connection.closed),
  };
  return (
    <section className={css.status} aria-label={t(($) => $.shell.footer.status)}>
      <span className={css.chip}>
        <span className={css.dot} data-state={state} aria-hidden="true" />
        {names[state]}
      </span>
      <span className={css.chip}>
        {t(($) => $.shell.connection.latency)}
        <Ltr className={css.value}>
          {state !== 'open' || latencyMs === null ? '—' : `${Math.round(latencyMs)} ms`}
        </Ltr>
      </span>
      <span className={css.push} />
      <span className={css.chip}>
        {t(($) => $.shell.connection.serverTime)}
        <Clock skewMs={skewMs} />
      </span>
    </section>
  );
}

function Clock({ skewMs }: { skewMs: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <Ltr className={css.clock}>{new Date(now + skewMs).toISOString().slice(11, 19)}</Ltr>;
}
