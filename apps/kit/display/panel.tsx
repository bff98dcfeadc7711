import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface PanelProps {
  title: ReactNode;
  /** Controls at the end of the title line. */
  tools?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A framed part of a screen with its title; a landmark for screen readers. */
export function Panel({ title, tools, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section className={`${css.panel} ${className}`} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id} className={css.label}>
          {title}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** The small-caps label above a figure or a group. */
export function Label({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return <span className={`${css.label} ${className}`}>{children}</span>;
}
