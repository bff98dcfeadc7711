import type { ReactNode } from 'react';
import css from './figure-lines.module.css';

export interface FigureLine {
  readonly label: string;
  /** Null leaves the line out. */
  readonly value: ReactNode;
  readonly title?: string | undefined;
  /** What the others come to. */
  readonly strong?: boolean;
  /** Without meaning at the moment. */
  readonly quiet?: boolean;
}

interface FigureLinesProps {
  lines: readonly FigureLine[];
  /** Closer together, beside the fields that they follow from. */
  dense?: boolean;
}

/** Figures that follow from each other, a line each: its name first, its figure last. */
export function FigureLines({ lines, dense = false }: FigureLinesProps) {
  return (
    <dl className={css.lines} data-dense={dense || undefined}>
      {lines.map(({ label, value, title, strong, quiet }) =>
        value === null ? null : (
          <div
            key={label}
            title={title}
            data-strong={strong || undefined}
            data-quiet={quiet || undefined}
          >
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
