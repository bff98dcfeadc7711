import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/states.tsx';
import css from './key-values.module.css';

export interface KeyValue {
  readonly label: string;
  readonly value: ReactNode;
  /** A line of its own. */
  readonly wide?: boolean;
}

interface KeyValuesProps {
  items: readonly KeyValue[];
  /** In a list one below the other, or in so many columns with the name above the value. */
  columns?: 1 | 2 | 3 | 4;
  /** Names that are sentences, with short values at the ends of their lines. */
  sentences?: boolean;
}

/** The values of one record, each with its name. */
export function KeyValues({ items, columns = 1, sentences = false }: KeyValuesProps) {
  return (
    <dl className={css.values} data-columns={columns} data-sentences={sentences || undefined}>
      {items.map(({ label, value, wide = false }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A line of text; a placeholder without one would make its row higher than a text does. */
const LINE = '1lh';

/** So many sentences that are on their way, as high as they will be. */
export function WaitingSentences({ lines }: { lines: number }) {
  return (
    <div aria-hidden="true">
      <dl className={css.values} data-columns="1" data-sentences="">
        {Array.from({ length: lines }, (_, at) => at).map((at) => (
          <div key={at} data-waiting="">
            <dt>
              <Skeleton width="12rem" height={LINE} />
            </dt>
            <dd>
              <Skeleton width="3rem" height={LINE} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export interface TimelineEvent {
  readonly id: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** When it happened; undefined for what is still to come. */
  readonly when?: ReactNode;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
}

/** What happened to a record and what is to come, in its order. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {events.map(({ id, title, text, when, state }) => (
        <li key={id} className={css.event} data-state={state}>
          <span className={css.title}>{title}</span>
          {when === undefined ? null : <span className={css.when}>{when}</span>}
          {text === undefined ? null : <span className={css.text}>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
