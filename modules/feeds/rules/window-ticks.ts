import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { WindowTick } from '@assay/core/settlement/window';

/** Ticks of the log as `settleWindow` takes them: with a price, in units of 1e-8. */
export function windowTicks(
  ticks: readonly { readonly n: number; readonly at: number; readonly price: string }[],
): WindowTick[] {
  return ticks.flatMap(({ n, at, price: text }) => {
    const price = text === '' ? null : parseDecimal(text, SCALE);
    return price === null ? [] : [{ n, at, price }];
  });
}
