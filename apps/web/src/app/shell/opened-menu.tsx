import { Menu } from '@mantine/core';
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Trigger } from './late-menu.tsx';
import menu from './menu.module.css';

interface OpenedMenuProps {
  trigger: Trigger;
  /** What it offers. */
  children: ReactNode;
  wide?: boolean;
  closeOnItemClick?: boolean;
}

/**
 * A menu that was pressed before its code was there, so it opens by itself: one render after it is
 * mounted, with the focus on its button, to which the focus then returns.
 */
export function OpenedMenu({
  trigger,
  children,
  wide = false,
  closeOnItemClick = true,
}: OpenedMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Menu
      position="bottom-end"
      opened={opened}
      onChange={setOpened}
      closeOnItemClick={closeOnItemClick}
    >
      <Menu.Target>{cloneElement(trigger, { ref: button })}</Menu.Target>
      <Menu.Dropdown className={wide ? menu.wide : undefined}>{children}</Menu.Dropdown>
    </Menu>
  );
}
