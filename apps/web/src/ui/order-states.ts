import type { StatusMap } from '@assay/kit/display/badge.tsx';
import type { OrderView } from '../lib/api/wire.ts';

/** How each status of an order is shown, at the desk and in the lists of all products. */
export const ORDER_STATES: StatusMap<OrderView['status']> = {
  pending: { tone: 'accent', label: (t) => t(($) => $.orderStatus.pending) },
  new: { tone: 'accent', label: (t) => t(($) => $.orderStatus.new) },
  partiallyFilled: { tone: 'accent', label: (t) => t(($) => $.orderStatus.partiallyFilled) },
  filled: { tone: 'good', label: (t) => t(($) => $.orderStatus.filled) },
  canceled: { tone: 'neutral', label: (t) => t(($) => $.orderStatus.canceled) },
  expired: { tone: 'neutral', label: (t) => t(($) => $.orderStatus.expired) },
  expiredInMatch: { tone: 'warning', label: (t) => t(($) => $.orderStatus.expiredInMatch) },
  expiredAtFillLimit: { tone: 'warning', label: (t) => t(($) => $.orderStatus.expiredAtFillLimit) },
  dormant: { tone: 'neutral', label: (t) => t(($) => $.orderStatus.dormant) },
  rejected: { tone: 'bad', label: (t) => t(($) => $.orderStatus.rejected) },
};
