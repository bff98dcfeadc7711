import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../look/small-screens.ts';
import css from './below.module.css';
import { Dialog } from './dialog.tsx';
import { useEscape } from './use-escape.ts';

interface BelowProps {
  label: string;
  onClose(): void;
  children: ReactNode;
}

/**
 * What a button opens below the positioned element that both stand in; on a phone, where below a
 * button there may be no room, a sheet. It has the focus; Escape or a press outside closes it.
 */
export default function Below({ label, onClose, children }: BelowProps) {
  const isPhone = useIsPhone();
  useEscape(!isPhone, onClose);
  if (isPhone) {
    return (
      <Dialog opened title={label} onClose={onClose}>
        {children}
      </Dialog>
    );
  }
  return (
    <Popover opened trapFocus position="bottom-end" onDismiss={onClose} closeOnEscape={false}>
      <Popover.Target>
        <span className={css.anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
