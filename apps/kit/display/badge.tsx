import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './badge.module.css';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'accent' | 'demo';

/** A word about what it stands beside. Its tone repeats what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone} data-kit="badge">
      {children}
    </span>
  );
}

/** A number beside the name of what it counts. */
export function Count({ children }: { children: number }) {
  return <span className={css.count}>{children}</span>;
}

/** How the states of one machine are shown: declared once, complete or it does not compile. */
export type StatusMap<State extends string> = Readonly<
  Record<State, { readonly tone: Tone; label(t: TFunction): string }>
>;

interface StatusBadgeProps<State extends string> {
  map: StatusMap<State>;
  state: State;
}

/** The state of a record. */
export function StatusBadge<State extends string>({ map, state }: StatusBadgeProps<State>) {
  const { t } = useTranslation();
  const { tone, label } = map[state];
  return <Badge tone={tone}>{label(t)}</Badge>;
}
