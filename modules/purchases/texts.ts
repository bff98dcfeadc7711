import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { BOUGHT, LEAST, MOST } from './rules.ts';

/** What one order may be of, for messages. */
export const limitsText = () => ({
  asset: BOUGHT,
  least: formatDecimal(LEAST, SCALE),
  most: formatDecimal(MOST, SCALE),
});
