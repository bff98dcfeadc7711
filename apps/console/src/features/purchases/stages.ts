import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { QueuedPurchase } from './use-purchases.ts';

/** How each stage of a quick purchase is shown. */
export const STAGES: StatusMap<QueuedPurchase['stage']> = {
  waiting: { tone: 'neutral', label: (t) => t(($) => $.purchases.stages.waiting) },
  proved: { tone: 'warning', label: (t) => t(($) => $.purchases.stages.proved) },
  matched: { tone: 'accent', label: (t) => t(($) => $.purchases.stages.matched) },
  disputed: { tone: 'bad', label: (t) => t(($) => $.purchases.stages.disputed) },
  released: { tone: 'good', label: (t) => t(($) => $.purchases.stages.released) },
  cancelled: { tone: 'neutral', label: (t) => t(($) => $.purchases.stages.cancelled) },
  expired: { tone: 'neutral', label: (t) => t(($) => $.purchases.stages.expired) },
  refunded: { tone: 'bad', label: (t) => t(($) => $.purchases.stages.refunded) },
};
