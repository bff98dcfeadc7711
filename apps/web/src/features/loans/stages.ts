import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Loan } from './use-loans.ts';

/** How each stage of a loan is shown. */
export const STAGES: StatusMap<Loan['stage']> = {
  unreviewed: { tone: 'accent', label: (t) => t(($) => $.loans.stages.unreviewed) },
  withdrawn: { tone: 'neutral', label: (t) => t(($) => $.loans.stages.withdrawn) },
  refused: { tone: 'bad', label: (t) => t(($) => $.loans.stages.refused) },
  approved: { tone: 'accent', label: (t) => t(($) => $.loans.stages.approved) },
  offered: { tone: 'warning', label: (t) => t(($) => $.loans.stages.offered) },
  declined: { tone: 'neutral', label: (t) => t(($) => $.loans.stages.declined) },
  lapsed: { tone: 'neutral', label: (t) => t(($) => $.loans.stages.lapsed) },
  issued: { tone: 'good', label: (t) => t(($) => $.loans.stages.issued) },
  overdue: { tone: 'bad', label: (t) => t(($) => $.loans.stages.overdue) },
  repaid: { tone: 'good', label: (t) => t(($) => $.loans.stages.repaid) },
  writtenOff: { tone: 'neutral', label: (t) => t(($) => $.loans.stages.writtenOff) },
};
