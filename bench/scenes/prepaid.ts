import { prepaid } from '../../modules/orders/testing/prepaid/part.ts';
import { bookScene } from './scene.ts';

/** Twice the price at which flows begin: both sides of a trade pay in advance about the same. */
const MAX_PRICE = '2000';

export const prepaidScene = bookScene('prepaid', [prepaid], {
  symbol: 'BENCHUSDT-PRE',
  product: 'prepaid',
  maxPrice: MAX_PRICE,
  maxQuantity: '1000',
});
