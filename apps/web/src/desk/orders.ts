/**
 * The rules of orders that the desk uses, by the names that they have here. Every import of them
 * goes through this file, so that where they live is said once.
 */
export {
  affordableLots,
  hasLimit,
  isStop,
  isWithin,
  type Levels,
  type OrderIntent,
  type PlaceOco,
  type PlaceOrder,
  type Preview,
  previewOrder,
  priceBand,
  type Refused,
  readOrder,
  readPrice,
  readQuantity,
  SPOT_REFUSALS as ORDER_REFUSALS,
  type SpotRefusal as OrderRefusal,
  shareOf,
  walkAmount,
  walkLots,
} from '@assay/modules/spot/rules';
