import type { Sessions } from '@assay/modules/cfd';
import { indexSpan, nextIndexOpening } from '@assay/modules/feeds/rules';
import type { OptionHours } from '@assay/modules/options';

/** When contracts and options on an index are open: while ticks of it are due. */
export const INDEX_HOURS: Sessions & OptionHours = {
  sessionAt: indexSpan,
  nextOpening: nextIndexOpening,
  isOpen: (index, from, to) => {
    const span = indexSpan(index, from);
    // At the moment of a close no tick is due, and the last of a window is that of its end.
    return span !== null && (span.closesAt === null || to < span.closesAt);
  },
};
