import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Stage } from './use-withdrawals.ts';

/** How each stage of a withdrawal is shown. */
export const STAGES: StatusMap<Stage> = {
  queued: { tone: 'neutral', label: (t) => t(($) => $.wallet.out.stages.queued) },
  held: { tone: 'warning', label: (t) => t(($) => $.wallet.out.stages.held) },
  review: { tone: 'warning', label: (t) => t(($) => $.wallet.out.stages.review) },
  late: { tone: 'warning', label: (t) => t(($) => $.wallet.out.stages.late) },
  approved: { tone: 'accent', label: (t) => t(($) => $.wallet.out.stages.approved) },
  paying: { tone: 'accent', label: (t) => t(($) => $.wallet.out.stages.paying) },
  paid: { tone: 'good', label: (t) => t(($) => $.wallet.out.stages.paid) },
  cancelled: { tone: 'neutral', label: (t) => t(($) => $.wallet.out.stages.cancelled) },
  refused: { tone: 'bad', label: (t) => t(($) => $.wallet.out.stages.refused) },
  sentBack: { tone: 'bad', label: (t) => t(($) => $.wallet.out.stages.sentBack) },
  returned: { tone: 'bad', label: (t) => t(($) => $.wallet.out.stages.returned) },
};
