import { Ltr } from '@assay/kit/display/ltr.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/stream/use-online.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import { ConnectionLost, useConnectionLost } from './connection-lost.tsx';
import css from './footer.module.css';
import { SessionEnding } from './session-ending.tsx';

/**
 * The line that stays at the lower edge of every screen. It shows the state of the connection and
 * the server's time. What must be said comes here too, and so do the toasts: nothing moves.
 */
export function StatusBar() {
  const lost = useConnectionLost();
  const { t } = useTranslation();
  return (
    <section
      className={css.status}
      data-status=""
      data-lost={lost || undefined}
      aria-label={t(($) => $.shell.footer.status)}
    >
      {lost ? <ConnectionLost /> : <SessionEnding />}
      <Connection />
      <span className={css.push} />
      <ServerTime />
    </section>
  );
}

function Connection() {
  const { t } = useTranslation();
  const { state: streamState, latencyMs } = useStreamStatus();
  const state = useOnline() ? streamState : 'closed';
  const names = {
    open: t(($) => $.shell.connection.open),
    connecting: t(($) => $.shell.connection.connecting),
    waiting: t(($) => $.shell.connection.waiting),
    closed: t(($) => $.shell.connection.closed),
  };
  return (
    <>
      <span className={css.chip}>
        <span className={css.dot} data-state={state} aria-hidden="true" />
        {names[state]}
      </span>
      <span className={`${css.chip} ${css.latency}`}>
        {t(($) => $.shell.connection.latency)}
        <Ltr className={css.value}>
          {state !== 'open' || latencyMs === null ? '—' : `${Math.round(latencyMs)} ms`}
        </Ltr>
      </span>
    </>
  );
}

function ServerTime() {
  const { t } = useTranslation();
  const { skewMs } = useStreamStatus();
  return (
    <span className={css.chip}>
      {t(($) => $.shell.connection.serverTime)}
      <Clock skewMs={skewMs} />
    </span>
  );
}

function Clock({ skewMs }: { skewMs: number }) {
  const read = () => Math.floor((Date.now() + skewMs) / SECOND_MS);
  const second = useSyncExternalStore(onSecond, read, whenBuilt);
  const shown =
    second === null ? NO_VALUE : new Date(second * SECOND_MS).toISOString().slice(11, 19);
  return <Ltr className={css.clock}>{shown}</Ltr>;
}

const SECOND_MS = 1000;

function onSecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS);
  return () => clearInterval(timer);
}

/** A page that begins with its screen is drawn at the build, whose time is not the server's. */
function whenBuilt(): null {
  return null;
}
