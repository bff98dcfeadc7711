export { allotAll, RULE, type Sale, type Shares, sharesOf } from './allocation.ts';
export {
  CASH,
  freedUnits,
  leastLots,
  lotsOf,
  MIN_OPEN_MS,
  releaseAt,
  saleNumbers,
  wrongField,
} from './terms.ts';
