import { Boundary } from '@assay/kit/feedback/boundary.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconAlertTriangle } from '@assay/kit/icons/alert-triangle.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Confines an error to the screen that threw it: the header and its links keep working. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={() => <Crashed />}>{children}</Boundary>;
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
