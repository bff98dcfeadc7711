import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.tsx';
import css from './donut.module.css';

/** Colours of the parts, by the tokens of lines on charts; more parts than these are "others". */
const COLORS = ['gold', 'cyan', 'magenta', 'lime', 'slate', 'violet', 'rose', 'brown'] as const;

export interface DonutPart {
  readonly name: string;
  /** The part of the whole, from 0 to 1. */
  readonly share: number;
  readonly value: ReactNode;
}

interface DonutProps {
  label: string;
  parts: readonly DonutPart[];
  /** In the middle: the whole. */
  children?: ReactNode;
}

/** Such that its length is 100. */
const RADIUS = 50 / Math.PI;
/** Between two parts, of a length of 100. */
const GAP = 0.6;

/** What a whole consists of: a ring, and a list that says the same in words. */
export function Donut({ label, parts, children }: DonutProps) {
  const format = useFormat();
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.share, 0));
  return (
    <figure className={css.donut} aria-label={label}>
      <div className={css.ring}>
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <circle cx="18" cy="18" r={RADIUS} className={css.ground} />
          {parts.map(({ name, share }, i) => (
            <circle
              key={name}
              cx="18"
              cy="18"
              r={RADIUS}
              className={css.part}
              data-color={COLORS[i % COLORS.length]}
              strokeDasharray={`${Math.max(0, share * 100 - GAP)} 100`}
              transform={`rotate(${(starts[i] ?? 0) * 360 - 90} 18 18)`}
            />
          ))}
        </svg>
        {children === undefined ? null : <div className={css.middle}>{children}</div>}
      </div>
      <ul className={css.list}>
        {parts.map(({ name, share, value }, i) => (
          <li key={name}>
            <span className={css.dot} data-color={COLORS[i % COLORS.length]} />
            <span className={css.name}>{name}</span>
            <span className={css.value}>{value}</span>
            <bdi dir="ltr" className={css.share}>
              {format.share(share)}
            </bdi>
          </li>
        ))}
      </ul>
    </figure>
  );
}
