import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusMap, Tone } from '../display/badge.tsx';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconFlask } from '../icons/flask.ts';
import { IconInfoCircle } from '../icons/info-circle.ts';
import { IconShieldExclamation } from '../icons/shield-exclamation.ts';
import css from './callout.module.css';

export type CalloutTone = 'information' | 'success' | 'warning' | 'danger' | 'risk' | 'demo';

interface CalloutProps {
  tone?: CalloutTone;
  title?: string;
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** Came while the page was read: a screen reader says it. */
  live?: boolean;
  /** A line from edge to edge, above what it is about. */
  dense?: boolean;
}

const ICONS: Readonly<Record<CalloutTone, typeof IconInfoCircle>> = {
  information: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
  risk: IconShieldExclamation,
  demo: IconFlask,
};

/** What has to be known about the part that it stands in; `risk` is what may be lost. */
export function Callout(props: CalloutProps) {
  const { tone = 'information', title, children, action, live = false, dense } = props;
  const Icon = ICONS[tone];
  return (
    <div
      className={css.callout}
      data-tone={tone}
      data-dense={dense || undefined}
      role={live ? 'alert' : undefined}
    >
      <Icon className={css.icon} size={18} stroke={1.5} aria-hidden="true" />
      <div className={css.words}>
        {title === undefined ? null : <strong className={css.title}>{title}</strong>}
        <div className={css.text}>{children}</div>
      </div>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  );
}

const BY_STATE: Readonly<Record<Tone, CalloutTone>> = {
  neutral: 'information',
  accent: 'information',
  good: 'success',
  warning: 'warning',
  bad: 'danger',
  demo: 'demo',
};

interface StatusCalloutProps<State extends string> extends Omit<CalloutProps, 'tone' | 'title'> {
  map: StatusMap<State>;
  state: State;
}

/** The state of a record with what it means, in the word and the tone of its badge. */
export function StatusCallout<State extends string>(props: StatusCalloutProps<State>) {
  const { map, state, ...callout } = props;
  const { t } = useTranslation();
  const { tone, label } = map[state];
  return <Callout {...callout} tone={BY_STATE[tone]} title={label(t)} />;
}
