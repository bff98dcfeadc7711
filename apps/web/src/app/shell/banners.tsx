import { IconFlask } from '@assay/kit/icons/flask.ts';
import { IconWaveSine } from '@assay/kit/icons/wave-sine.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountLabel } from '../../lib/data/account-label.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { usePriceSource } from '../../lib/data/settings.ts';
import css from './banners.module.css';
import { EmergencyStops } from './emergency-stops.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Notices that must not be overlooked, above every screen. */
export function Banners({ showsPrices }: { showsPrices: boolean }) {
  const demo = useRealm() === 'demo';
  return (
    <>
      <Later />
      <EmergencyStops />
      <div className={css.strips}>
        {demo ? <DemoRibbon /> : null}
        {showsPrices ? <SimulatedPrices brief={demo} /> : null}
      </div>
    </>
  );
}

/** What can wait until the screen is there is loaded so much later, and as much later again. */
const LATER_MS = 3000;

function Later() {
  const [Notices, setNotices] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      import('./late-notices.tsx').then(
        (loaded) => setNotices(() => loaded.default),
        // Without a network: the page goes on without them, and asks again.
        wait,
      );
    const wait = () => {
      timer = setTimeout(() => void load(), LATER_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return Notices === null ? null : <Notices />;
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
      <span className={`${css.push} ${css.text}`}>{t(($) => $.shell.demo.text)}</span>
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
  if (source === null) {
    return brief ? null : <div className={`${css.strip} ${css.whole}`} data-strip="" />;
  }
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
      <span className={brief ? 'seen-by-ear' : css.text}>{text}</span>
    </section>
  );
}
