import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.tsx';
import css from './progress.module.css';

interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  /** Instead of the share in percent, such as "3 of 12". */
  text?: string;
  tone?: 'accent' | 'good' | 'warning' | 'bad';
}

const PPM = 1e6;
const within = (share: number) => Math.min(1, Math.max(0, share));

function useParts({ share, text }: ProgressProps) {
  const format = useFormat();
  const part = within(share);
  return { part, said: text ?? format.ppm(Math.floor(part * 100) * (PPM / 100)) };
}

/** How much of something is done, as a bar. */
export function Progress(props: ProgressProps) {
  const { part, said } = useParts(props);
  return (
    <div className={css.progress} data-tone={props.tone ?? 'accent'}>
      <div className={css.line}>
        <span>{props.label}</span>
        <bdi dir="ltr" className={css.said}>
          {said}
        </bdi>
      </div>
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={said}
        className={css.track}
      >
        <div className={css.bar} style={{ transform: `scaleX(${part})` }} />
      </div>
    </div>
  );
}

/** Radius of the ring in its view box of 36 units, such that its length is 100. */
const RADIUS = 50 / Math.PI;

/** The same as a ring around a figure. */
export function Ring(props: ProgressProps & { size?: number; children?: ReactNode }) {
  const { size = 72, label, children } = props;
  const { part, said } = useParts(props);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(part * 100)}
      aria-valuetext={said}
      className={css.ring}
      data-tone={props.tone ?? 'accent'}
      style={{ inlineSize: size, blockSize: size }}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} className={css.ground} />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          className={css.arc}
          strokeDasharray={`${part * 100} 100`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <span className={css.middle}>{children ?? <bdi dir="ltr">{said}</bdi>}</span>
    </div>
  );
}
