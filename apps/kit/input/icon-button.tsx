import type { ComponentProps, ReactNode } from 'react';
import css from './icon-button.module.css';

interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'title' | 'aria-label'> {
  /** What it does: its name, and shown where the pointer rests. */
  label: string;
  /** In the line of a table or a form. */
  small?: boolean;
  /** The icon. */
  children: ReactNode;
}

/** A button that is an icon alone. */
export function IconButton({ label, small = false, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${css.button} ${small ? css.small : ''}`}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
