import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import css from './states.module.css';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** What to do next: a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
  /** For panels instead of whole screens. */
  compact?: boolean;
  /** The title is the screen's heading. */
  heading?: boolean;
}

/** Says that there is nothing to show and what the user can do about it. */
export function EmptyState(props: EmptyStateProps) {
  const { title, text, action, icon, compact = false, heading = false } = props;
  const Title = heading ? 'h1' : 'p';
  return (
    <div
      className={`${css.state} ${compact ? css.compact : ''}`}
      data-kit={heading ? undefined : 'state'}
    >
      {icon ? <span className={css.icon}>{icon}</span> : null}
      <Title className={`${css.title} ${heading ? css.heading : ''}`}>{title}</Title>
      {text ? <p className={css.text}>{text}</p> : null}
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}

/** Pauses before a failed part is tried again by itself; then the last one, again and again. */
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/** Tries again when the network returns, and else after longer and longer pauses. */
function useRetry(onRetry: () => void, byHand: boolean): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (byHand) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (tries: number) => {
      timer = setTimeout(() => {
        if (!document.hidden) retry();
        wait(tries + 1);
      }, RETRY_MS[tries] ?? RETRY_MS.at(-1));
    };
    wait(0);
    const back = () => retry();
    addEventListener('online', back);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', back);
    };
  }, [byHand]);
}

/** As much of a query as its states need. */
interface Asked<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  refetch(): unknown;
}

interface LoadedProps<T> {
  query: Asked<T>;
  /** Of what stands there until it is here. */
  height?: string;
  children(data: T): ReactNode;
}

/** Shows the data of a query; the last good answer stays on screen while a later one fails. */
export function Loaded<T>({ query, height = '9rem', children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} />;
}

interface FailureProps {
  onRetry(): void;
  compact?: boolean;
  /** Only the button tries again, because that may reload the page. */
  byHand?: boolean;
}

/**
 * A part that could not be loaded: it is tried again by itself, and by a button. The rest of the
 * screen keeps working.
 */
export function Failure({ onRetry, compact = false, byHand = false }: FailureProps) {
  const { t } = useTranslation();
  useRetry(onRetry, byHand);
  return (
    <div role="alert" className={`${css.state} ${compact ? css.compact : ''}`} data-kit="state">
      <span className={css.icon}>
        <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      </span>
      <p className={css.title}>{t(($) => $.kit.failed)}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t(($) => $.kit.retry)}
      </Button>
    </div>
  );
}

/** A placeholder for text that is loading, of the size that the text will have. */
export function Skeleton({
  width = '100%',
  height = '0.75rem',
}: {
  width?: string;
  height?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={`${css.skeleton} skeleton`}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
