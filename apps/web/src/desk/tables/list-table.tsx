import table from '@assay/kit/data/table.module.css';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './tables.module.css';

/**
 * What a column holds, for which its room is reserved: rows that come or change move no column.
 * Figures, amounts with their unit and shares stand at the end of their cells.
 */
type Column = 'time' | 'pair' | 'type' | 'word' | 'figure' | 'amount' | 'share';

/** A column's name and what it holds. */
export type Head = readonly [text: string, column: Column];

const FIGURES: readonly Column[] = ['figure', 'amount', 'share'];

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
      <table
        className={`${table.table} ${table.dense} ${css.table} ${actions ? css.acts : ''}`}
        style={namesOf(heads)}
      >
        <caption className="seen-by-ear">{caption}</caption>
        <thead>
          <tr>
            {heads.map(([text, column]) => (
              <th
                key={text}
                scope="col"
                data-column={column}
                className={FIGURES.includes(column) ? table.figure : undefined}
              >
                {text}
              </th>
            ))}
            {actions ? (
              <th scope="col" data-column="actions" className={table.end}>
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

/** The columns' names for the style sheet, which puts them into the cards of a phone. */
function namesOf(heads: readonly Head[]): CSSProperties {
  const names = heads.map(([text], i) => [`--column-${i + 1}`, JSON.stringify(text)]);
  return Object.fromEntries(names) as CSSProperties;
}
