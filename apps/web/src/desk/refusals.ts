import { SPOT_REFUSALS, type SpotRefusal } from '@assay/modules/spot/rules';

/** Whether a refusal is one that this page has words for. */
export function isSpotRefusal(refusal: string): refusal is SpotRefusal {
  return (SPOT_REFUSALS as readonly string[]).includes(refusal);
}
