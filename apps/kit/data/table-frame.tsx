import { createContext, type ReactNode, type Ref, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cardParts, type Head } from './columns.ts';
import table from './table.module.css';
import css from './table-frame.module.css';
import { useHiding } from './use-hiding.ts';

/** The columns of the table around a row. */
const Columns = createContext<readonly Head[]>([]);

interface TableFrameProps {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Head[];
  /** The cells of its head; those of `columns` where it has no others. */
  heads?: ReactNode;
  /** Its rows. */
  children: ReactNode;
  /** What follows the table, in the part that scrolls. */
  below?: ReactNode;
  /** Lines closer together. */
  dense?: boolean;
  /** Its rows are on their way. */
  busy?: boolean;
  /** It fills a panel and scrolls in it, its head staying in view. */
  fills?: boolean;
}

/**
 * What all tables share: they scroll by themselves, their first and last columns stay, and on a
 * phone their rows are cards.
 */
export function TableFrame(props: TableFrameProps) {
  const { caption, columns, children, below, dense = false, busy = false, fills = false } = props;
  const { heads = columns.map((each) => <HeadCell key={each.head} {...each} />) } = props;
  const scroll = useRef<HTMLElement>(null);
  useHiding(scroll);
  return (
    <section
      ref={scroll}
      className={`${css.scroll} ${fills ? css.fills : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
      tabIndex={0}
      aria-label={caption}
    >
      <table
        className={`${table.table} ${dense ? table.dense : ''} ${css.table}`}
        aria-busy={busy}
        data-kit="table"
      >
        <caption className="seen-by-ear">{caption}</caption>
        <thead>
          <tr>{heads}</tr>
        </thead>
        <tbody>
          <Columns value={columns}>{children}</Columns>
        </tbody>
      </table>
      {below}
    </section>
  );
}

/** The head of a column that is not sorted by. */
export function HeadCell({ head, figure, actions, width }: Head) {
  return (
    <th
      scope="col"
      className={actions ? table.end : figure ? table.figure : undefined}
      style={{ inlineSize: width }}
    >
      {actions ? <span className="seen-by-ear">{head}</span> : head}
    </th>
  );
}

interface TableRowProps {
  /** What each column has, in their order. */
  cells: readonly ReactNode[];
  /** It is over, and less prominent. */
  over?: boolean;
  /** It keeps the place of one that is on its way. */
  waiting?: boolean;
  /** Opens the row; then its first cell is a button. */
  onOpen?: (() => void) | undefined;
  ref?: Ref<HTMLTableRowElement>;
}

/** A row; on a phone a card. */
export function TableRow(props: TableRowProps) {
  const { cells, over = false, waiting = false, onOpen, ref } = props;
  const { t } = useTranslation();
  const columns = useContext(Columns);
  const parts = cardParts(columns);
  return (
    <tr ref={ref} className={over ? css.over : undefined} data-waiting={waiting || undefined}>
      {columns.map((column, i) => {
        const cell = {
          className: classOf(column),
          'data-card': parts[i],
          'data-head': column.head,
        };
        if (i > 0)
          return (
            <td key={column.head} {...cell}>
              {cells[i]}
            </td>
          );
        return (
          <th key={column.head} scope="row" {...cell}>
            {onOpen === undefined ? (
              cells[i]
            ) : (
              <button type="button" className={css.open} onClick={onOpen}>
                {cells[i]}
                <span className="seen-by-ear"> {t(($) => $.kit.open)}</span>
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
}

function classOf({ figure, actions, wraps }: Head): string {
  const place = actions ? table.end : figure ? table.figure : '';
  return `${place} ${wraps ? css.wraps : ''}`;
}
