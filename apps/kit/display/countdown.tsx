import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './countdown.module.css';
import { Ring } from './progress.tsx';

interface CountdownProps {
  label: string;
  /** When it ends, in milliseconds. */
  until: number;
  /** When it began: with it, a ring shows how much is left. */
  since?: number;
  /** Milliseconds by which the server's clock is ahead of this one. */
  ahead?: number;
  /** For a wait that may be of hours: they are always written, since 24:47 could be either. */
  hours?: boolean;
  onEnd?(): void;
}

const TICK_MS = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The time that is left, to the second; above a day, in days and hours. */
export function Countdown({ label, until, since, ahead = 0, ...more }: CountdownProps) {
  const { hours = false, onEnd } = more;
  const { t } = useTranslation();
  const left = useLeft(until, ahead, onEnd);
  const days = Math.floor(left / DAY_MS);
  const inDays = { days, hours: Math.floor((left % DAY_MS) / HOUR_MS) };
  const text =
    left === 0
      ? t(($) => $.kit.ended)
      : days > 0
        ? t(($) => $.kit.daysHours, inDays)
        : clock(left, hours);
  const time = (
    <time role="timer" aria-label={label} className={css.time}>
      <bdi dir="ltr">{text}</bdi>
    </time>
  );
  if (since === undefined) return time;
  const share = left / Math.max(1, until - since);
  return (
    <Ring label={label} share={share} text={text} size={84}>
      {time}
    </Ring>
  );
}

function useLeft(until: number, ahead: number, onEnd: (() => void) | undefined): number {
  const remaining = () => Math.max(0, until - Date.now() - ahead);
  const [left, setLeft] = useState(remaining);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd is called once for an end
  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, until - Date.now() - ahead);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd?.();
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, ahead]);
  return left;
}

const two = (value: number) => String(value).padStart(2, '0');

/** 1:02:03, and below an hour 02:03, or 0:02:03; the second that has begun counts. */
function clock(left: number, always: boolean): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 && !always ? rest : `${hours}:${rest}`;
}
