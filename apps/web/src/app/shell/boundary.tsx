import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';

/** Confines an error to the screen that threw it: the header and its links keep working. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
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
