import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface PanelProps {
  /** Without it the content names itself, as tabs do. */
  title?: ReactNode;
  /** Controls at the end of the title line. */
  tools?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  /** Where links to this part of the page lead. */
  anchor?: string;
}

/** A framed part of a screen with its title; a landmark for screen readers. */
export function Panel({ title, tools, children, className = '', anchor }: PanelProps) {
  const id = useId();
  if (title === undefined) return <div className={`${css.panel} ${className}`}>{children}</div>;
  return (
    <section id={anchor} className={`${css.panel} ${className}`} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id} className={css.label}>
          {title}
        </h2>
        {tools ? <div className={css.tools}>{tools}</div> : null}
      </header>
      {children}
    </section>
  );
}

/** What stands in a panel beside tables and lists, which reach its edges. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>;
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
