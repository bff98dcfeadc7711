import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import table from '../../ui/table.module.css';
import css from './tables.module.css';

/** A column's name, and whether it holds figures, which stand at the end of their cells. */
export type Head = readonly [text: string, figures?: boolean];

interface ListTableProps {
  readonly caption: string;
  readonly heads: readonly Head[];
  /** A last column, of what can be done with a row. */
  readonly actions?: boolean;
  /** The rows. */
  readonly children: ReactNode;
  /** What follows the table, in the part that scrolls. */
  readonly below?: ReactNode;
}

/** A table below the chart, which scrolls by itself. */
export function ListTable({ caption, heads, actions = false, children, below }: ListTableProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={css.scroll} tabIndex={0} aria-label={caption}>
      <table className={`${table.table} ${table.dense} ${css.table}`}>
        <caption className="seen-by-ear">{caption}</caption>
        <thead>
          <tr>
            {heads.map(([text, figures]) => (
              <th key={text} scope="col" className={figures ? table.figure : undefined}>
                {text}
              </th>
            ))}
            {actions ? (
              <th scope="col" className={table.end}>
                <span className="seen-by-ear">{t(($) => $.desk.table.actions)}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {below}
    </section>
  );
}
