import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconContrast } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { call } from '../lib/call.ts';
import { useMode } from '../lib/mode.ts';
import { session } from '../lib/session.ts';
import css from './frame.module.css';

/** The header with links to the pages and the log-out, and the page itself as main landmark. */
export function Frame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <a href="#main" className={css.skip}>
        {t(($) => $.skip)}
      </a>
      <header className={css.header}>
        <span className={css.name}>{t(($) => $.title)}</span>
        <TrialMark />
        <nav className={css.nav} aria-label={t(($) => $.nav.label)}>
          {signedIn ? (
            <>
              <NavLink to="/outbox">{t(($) => $.nav.outbox)}</NavLink>
              <NavLink to="/status">{t(($) => $.nav.status)}</NavLink>
            </>
          ) : null}
        </nav>
        <ThemeButton />
        {signedIn ? <LeaveButton /> : null}
      </header>
      <main id="main" className={css.main}>
        {children}
      </main>
    </>
  );
}

function TrialMark() {
  const { t } = useTranslation();
  if (useMode() !== 'trial') return null;
  return (
    <strong className={css.trial} title={t(($) => $.trial.text)}>
      {t(($) => $.trial.title)}
      <span className="seen-by-ear">{t(($) => $.trial.text)}</span>
    </strong>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  // Disabling transitions for the change would insert a style sheet as HTML, which the content
  // security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={other === 'dark' ? t(($) => $.theme.dark) : t(($) => $.theme.light)}
      onClick={() => setColorScheme(other)}
    >
      <IconContrast size={17} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

function LeaveButton() {
  const { t } = useTranslation();
  const leave = async () => {
    // The server ends the session if it is reachable; this tab drops it in any case.
    await call('operatorLeave', {}).catch(() => undefined);
    session.leave();
  };
  return (
    <Button variant="default" size="xs" onClick={leave}>
      {t(($) => $.leave)}
    </Button>
  );
}
