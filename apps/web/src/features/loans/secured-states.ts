import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Secured } from './use-secured.ts';

type Shown = Secured['state'] | 'called';

/** How each state of a loan against coins is shown. */
export const SECURED_STATES: StatusMap<Shown> = {
  open: { tone: 'good', label: (t) => t(($) => $.secured.states.open) },
  called: { tone: 'warning', label: (t) => t(($) => $.secured.states.called) },
  repaid: { tone: 'good', label: (t) => t(($) => $.secured.states.repaid) },
  taken: { tone: 'neutral', label: (t) => t(($) => $.secured.states.taken) },
  short: { tone: 'neutral', label: (t) => t(($) => $.secured.states.short) },
};

export const shownState = ({ state, calls }: Pick<Secured, 'state' | 'calls'>): Shown =>
  state === 'open' && calls > 0 ? 'called' : state;
