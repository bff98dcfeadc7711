import { Boundary } from '@assay/kit/feedback/boundary.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconAlertTriangle } from '@assay/kit/icons/alert-triangle.ts';
import { IconPlugConnectedX } from '@assay/kit/icons/plug-connected-x.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Confines an error to the screen that threw it: the header and its links keep working. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const fallback = (_retry: () => void, error: unknown) =>
    NOT_LOADED.test(String(error)) ? <NotLoaded /> : <Crashed />;
  return <Boundary fallback={fallback}>{children}</Boundary>;
}

/** What browsers and the bundler say when the code of a screen does not come. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/i;

/** Without a network, or without a server; the page comes by itself once there is a network. */
function NotLoaded() {
  const { t } = useTranslation();
  useEffect(() => {
    const reload = () => location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.25} aria-hidden="true" />}
        title={t(($) => $.shell.unloaded.title)}
        text={t(($) => $.shell.unloaded.text)}
        action={<Button onClick={() => location.reload()}>{t(($) => $.shell.crash.reload)}</Button>}
      />
    </div>
  );
}

function Crashed() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={28} stroke={1.25} aria-hidden="true" />}
        title={t(($) => $.shell.crash.title)}
        text={t(($) => $.shell.crash.text)}
        action={
          <>
            <Button onClick={() => location.reload()}>{t(($) => $.shell.crash.reload)}</Button>{' '}
            <Button component="a" href="/index" variant="default">
              {t(($) => $.shell.crash.home)}
            </Button>
          </>
        }
      />
    </div>
  );
}
