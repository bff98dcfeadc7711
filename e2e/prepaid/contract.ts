/** The market of the second product: a lot pays out at most 200,000 for a whole BTC. */
export const CONTRACT = {
  ...{ symbol: 'BTCUSDT-PRE', product: 'prepaid', base: 'BTC', quote: 'USDT' },
  ...{ tickSize: '0.01', stepSize: '0.0001', maxPrice: '200000' },
  ...{ minQuantity: '0.0001', maxQuantity: '100', minNotional: '5', maxNotional: '9000000' },
  ...{ makerFeePpm: 777, takerFeePpm: 1333 },
};
