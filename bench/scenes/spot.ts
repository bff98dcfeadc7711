import { bookScene } from './scene.ts';

export const spotScene = bookScene('spot', [], {
  symbol: 'BENCHUSDT',
  maxPrice: '10000000',
  maxQuantity: '100000',
});
