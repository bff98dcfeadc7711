import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { QueuedWithdrawal } from './use-withdrawals.ts';

/** How each stage of a withdrawal is shown. */
export const STAGES: StatusMap<QueuedWithdrawal['stage']> = {
  queued: { tone: 'neutral', label: (t) => t(($) => $.withdrawals.stages.queued) },
  held: { tone: 'neutral', label: (t) => t(($) => $.withdrawals.stages.held) },
  review: { tone: 'warning', label: (t) => t(($) => $.withdrawals.stages.review) },
  late: { tone: 'bad', label: (t) => t(($) => $.withdrawals.stages.late) },
  approved: { tone: 'accent', label: (t) => t(($) => $.withdrawals.stages.approved) },
  paying: { tone: 'accent', label: (t) => t(($) => $.withdrawals.stages.paying) },
  paid: { tone: 'good', label: (t) => t(($) => $.withdrawals.stages.paid) },
  cancelled: { tone: 'neutral', label: (t) => t(($) => $.withdrawals.stages.cancelled) },
  refused: { tone: 'bad', label: (t) => t(($) => $.withdrawals.stages.refused) },
  sentBack: { tone: 'bad', label: (t) => t(($) => $.withdrawals.stages.sentBack) },
  returned: { tone: 'bad', label: (t) => t(($) => $.withdrawals.stages.returned) },
};
