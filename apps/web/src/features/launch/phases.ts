import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Phase } from './use-launch.ts';

/** How each phase of a project is shown. */
export const PHASES: StatusMap<Phase> = {
  announced: { tone: 'neutral', label: (t) => t(($) => $.launch.phases.announced) },
  open: { tone: 'good', label: (t) => t(($) => $.launch.phases.open) },
  calculating: { tone: 'warning', label: (t) => t(($) => $.launch.phases.calculating) },
  result: { tone: 'warning', label: (t) => t(($) => $.launch.phases.result) },
  locked: { tone: 'accent', label: (t) => t(($) => $.launch.phases.locked) },
  listed: { tone: 'accent', label: (t) => t(($) => $.launch.phases.listed) },
  cancelled: { tone: 'bad', label: (t) => t(($) => $.launch.phases.cancelled) },
};

/** The way of a project that is not cancelled. */
export const WAY: readonly Phase[] = [
  ...(['announced', 'open', 'calculating', 'result', 'locked', 'listed'] as const),
];
