import type { ReactNode } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import css from './drawer.module.css';

interface DrawerProps {
  /** Whether a record is shown. */
  opened: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  /** What can be done with the record, at the lower edge. */
  actions?: ReactNode;
}

const PARTS = { inner: css.inner ?? '', content: css.content ?? '', body: css.body ?? '' };

/** One record of a list, beside it: the whole height at the end of the screen. */
export function RecordDrawer({ opened, title, onClose, children, actions }: DrawerProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="26rem" classNames={PARTS}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className={css.scroll} tabIndex={0}>
        {children}
      </section>
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </Dialog>
  );
}
