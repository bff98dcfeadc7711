import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Card, Phase } from './use-launch.ts';

/** How each phase of a project is shown. */
export const PHASES: StatusMap<Phase> = {
  announced: { tone: 'neutral', label: (t) => t(($) => $.launch.phases.announced) },
  open: { tone: 'good', label: (t) => t(($) => $.launch.phases.open) },
  awaiting: { tone: 'warning', label: (t) => t(($) => $.launch.phases.awaiting) },
  calculating: { tone: 'warning', label: (t) => t(($) => $.launch.phases.calculating) },
  result: { tone: 'warning', label: (t) => t(($) => $.launch.phases.result) },
  locked: { tone: 'accent', label: (t) => t(($) => $.launch.phases.locked) },
  listed: { tone: 'accent', label: (t) => t(($) => $.launch.phases.listed) },
  cancelled: { tone: 'bad', label: (t) => t(($) => $.launch.phases.cancelled) },
};

const WAY: readonly Phase[] = [
  ...(['announced', 'open', 'awaiting', 'calculating', 'result', 'locked', 'listed'] as const),
];

/** The way of a project that is not cancelled; only a lottery waits for a round. */
export function wayOf({ mode }: Pick<Card, 'mode'>): readonly Phase[] {
  return mode === 'lottery' ? WAY : WAY.filter((phase) => phase !== 'awaiting');
}
