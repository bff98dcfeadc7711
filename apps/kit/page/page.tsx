import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from './page.module.css';

interface PageProps {
  /** How wide the content is: fields in one column, text and cards, or tables. */
  width?: 'form' | 'page' | 'table';
  /** The navigation of an area, before the content. */
  side?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen. Whatever its width, the content begins at the same edge. */
export function Page({ width = 'table', side, children }: PageProps) {
  const content = (
    <div className={css.content} data-width={width} data-kit="content">
      {children}
    </div>
  );
  if (side === undefined) return <div className={css.frame}>{content}</div>;
  return (
    <div className={`${css.frame} ${css.sided}`}>
      {side}
      {content}
    </div>
  );
}

export interface PageHeadProps {
  title: string;
  lead?: ReactNode;
  /** What can be done with the whole of the page. */
  actions?: ReactNode;
  /** The pages above this one, the uppermost first. */
  trail?: readonly { readonly text: string; readonly to: string }[];
}

/** The title of a screen, which is its heading of the first level. */
export function PageHead({ title, lead, actions, trail = [] }: PageHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={css.head} data-kit="head">
      {trail.length === 0 ? null : (
        <nav className={css.trail} aria-label={t(($) => $.kit.trail)}>
          <ol>
            {trail.map(({ text, to }) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={css.line}>
        <div className={css.words}>
          <h1 className={css.title}>{title}</h1>
          {lead === undefined ? null : <p className={css.lead}>{lead}</p>}
        </div>
        {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
      </div>
    </header>
  );
}

/** Parts of a page one below the other, at the usual distance. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>;
}

interface GridProps {
  least?: string;
  /** A few of one kind: a lone one is as wide as it is among others. */
  cards?: boolean;
  children: ReactNode;
}

/** Parts side by side: as many in a line as have room for their least width. */
export function Grid({ least = '15rem', cards = false, children }: GridProps) {
  const columns = `repeat(auto-${cards ? 'fill' : 'fit'}, minmax(min(100%, ${least}), 1fr))`;
  return (
    <div className={css.grid} style={{ gridTemplateColumns: columns }}>
      {children}
    </div>
  );
}

/** The content of a page with notes beside it, which follow it on a narrow screen. */
export function TwoColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.stack}>{children}</div>
      <div className={css.stack}>{aside}</div>
    </div>
  );
}
