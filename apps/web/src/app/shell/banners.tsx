import { IconFlask, IconPlugConnectedX, IconWaveSine } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountLabel } from '../../lib/data/account-label.ts';
import { stream } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { usePriceSource } from '../../lib/data/settings.ts';
import { useOnline } from '../../lib/stream/use-online.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import css from './banners.module.css';
import { ExitDialog } from './exit-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { SessionEnding } from './session-ending.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Notices that must not be overlooked, above every screen. */
export function Banners({ showsPrices }: { showsPrices: boolean }) {
  const demo = useRealm() === 'demo';
  return (
    <>
      <div className={css.strips}>
        {demo ? <DemoRibbon /> : null}
        {showsPrices ? <SimulatedPrices brief={demo} /> : null}
      </div>
      <SessionEnding />
      <ConnectionLost />
    </>
  );
}

function DemoRibbon() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const visitor = useSession(({ profile }) => profile !== null && accountLabel(profile) === '');
  return (
    <section className={`${css.strip} ${css.demo}`} aria-label={t(($) => $.shell.demo.ribbon)}>
      <IconFlask {...icon} />
      <strong>{t(($) => $.shell.demo.ribbon)}</strong>
      <span className={css.push}>{t(($) => $.shell.demo.text)}</span>
      <button type="button" className={css.action} onClick={() => setAsking(true)}>
        {t(($) => $.shell.demo.reset)}
      </button>
      <button type="button" className={css.action} onClick={() => setLeaving(true)}>
        {t(($) => $.shell.demo.exit)}
      </button>
      <ResetDialog opened={asking} close={() => setAsking(false)} />
      <ExitDialog opened={leaving} visitor={visitor} close={() => setLeaving(false)} />
    </section>
  );
}

/** `brief`: on one line with the ribbon, so only the title is visible; the rest is read out. */
function SimulatedPrices({ brief }: { brief: boolean }) {
  const { t } = useTranslation();
  const source = usePriceSource();
  // While the source is unknown the strip keeps its space: it will probably appear, and then
  // nothing moves.
  if (source === null) return brief ? null : <div className={`${css.strip} ${css.whole}`} />;
  if (source !== 'simulated' && source !== 'replay') return null;
  const replay = source === 'replay';
  const title = replay ? t(($) => $.shell.simulated.replay) : t(($) => $.shell.simulated.title);
  const text = replay ? t(($) => $.shell.simulated.replayText) : t(($) => $.shell.simulated.text);
  return (
    <section
      className={`${css.strip} ${css.simulated} ${brief ? '' : css.whole}`}
      aria-label={title}
      title={text}
    >
      <IconWaveSine {...icon} />
      <strong>{title}</strong>
      <span className={brief ? 'seen-by-ear' : ''}>{text}</span>
    </section>
  );
}

/** A short interruption passes unnoticed; the strip appears only when it lasts. */
const SHOW_AFTER_MS = 2500;

function ConnectionLost() {
  const { t } = useTranslation();
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
  if (!stale) return null;
  return (
    <div role="status" className={`${css.strip} ${css.lost}`}>
      <IconPlugConnectedX {...icon} />
      <span className={css.push}>
        {online
          ? t(($) => $.shell.connection.lost, { count: attempt })
          : t(($) => $.shell.connection.offline)}
      </span>
      <button type="button" className={css.action} onClick={() => stream.retryNow()}>
        {t(($) => $.shell.connection.retry)}
      </button>
    </div>
  );
}
