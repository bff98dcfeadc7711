import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { Level, Status } from '@assay/modules/verification/rules';

/** How the states of a level are shown. */
export const STATUS_MAP: StatusMap<Status> = {
  none: { tone: 'neutral', label: (t) => t(($) => $.verification.status.none) },
  review: { tone: 'warning', label: (t) => t(($) => $.verification.status.review) },
  approved: { tone: 'good', label: (t) => t(($) => $.verification.status.approved) },
  refused: { tone: 'bad', label: (t) => t(($) => $.verification.status.refused) },
  expired: { tone: 'bad', label: (t) => t(($) => $.verification.status.expired) },
};

/** Where each level is proved. */
export const PATHS: Readonly<Record<Level, string>> = {
  junior: '/smauth',
  senior: '/seniorauth',
  address: '/dzrz',
};
