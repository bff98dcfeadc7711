import type { Sessions } from '@assay/modules/cfd';
import {
  type CalendarOf,
  calendarOf,
  indexSpan,
  nextIndexOpening,
} from '@assay/modules/feeds/rules';
import type { OptionHours } from '@assay/modules/options';

/** When contracts and options on an index are open: while ticks of it are due. */
export function indexHours(of: CalendarOf): Sessions & OptionHours {
  return {
    sessionAt: (index, at) => indexSpan(index, at, of),
    nextOpening: (index, at) => nextIndexOpening(index, at, of),
    isOpen: (index, from, to) => {
      const span = indexSpan(index, from, of);
      // At the moment of a close no tick is due, and the last of a window is that of its end.
      return span !== null && (span.closesAt === null || to < span.closesAt);
    },
  };
}

/** By the usual hours, without days that were published. */
export const INDEX_HOURS = indexHours(calendarOf);
