import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useSession } from '../lib/data/session.ts';
import css from './session-keeper.module.css';

const Form = lazy(() => import('../features/identity/login-again.tsx'));

interface Asked {
  /** Why; null while nobody is asked. Both texts may be empty. */
  readonly asked: { readonly message: string; readonly title: string } | null;
  ask(message: string, title: string): void;
  close(): void;
}

const useAsked = create<Asked>((set) => ({
  asked: null,
  ask: (message, title) => set({ asked: { message, title } }),
  close: () => set({ asked: null }),
}));

/** Asks for a log-in above the page (UI-033, UI-925): when the session has ended or is about to. */
export function askToLogIn(message = '', title = ''): void {
  useAsked.getState().ask(message, title);
}

/** The question, and below it the log-in itself. */
export function LogInAgain() {
  const { t } = useTranslation();
  const { asked, close } = useAsked();
  const token = useSession((session) => session.token);
  // Another tab may have logged in or out meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is the answer
  useEffect(close, [token]);
  return (
    <Dialog
      opened={asked !== null}
      onClose={close}
      title={asked?.title || t(($) => $.shell.session.endedTitle)}
      size="26rem"
    >
      {asked?.message ? <p className={css.reason}>{asked.message}</p> : null}
      <p className={css.reason}>{t(($) => $.shell.session.keeps)}</p>
      <Suspense fallback={null}>
        <Answer close={close} />
      </Suspense>
    </Dialog>
  );
}

/** A visitor's virtual account has no password: only another account can be logged in to. */
function Answer({ close }: { close(): void }) {
  const { t } = useTranslation();
  const visitor = useSession(({ known }) => known === null || known.demoOnly);
  if (!visitor) return <Form back={close} done={close} />;
  return (
    <div className={css.buttons}>
      <Button variant="default" onClick={close}>
        {t(($) => $.shell.session.back)}
      </Button>
      <Button onClick={leaveForLogIn}>{t(($) => $.shell.session.relogin)}</Button>
    </div>
  );
}

function leaveForLogIn(): void {
  useSession.getState().leave();
  location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}
