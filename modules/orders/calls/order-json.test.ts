import { expect, it } from 'vitest';
import type { FillView, OrderView } from '../schema/index.ts';
import { fillView, orderView } from '../schema/index.ts';
import { writeOrder } from './order-json.ts';

const order: OrderView = {
  id: 9_007_199_254_740_991,
  market: 'BTCUSDT',
  side: 'buy',
  type: 'stopLimit',
  timeInForce: 'gtc',
  postOnly: true,
  selfTrade: 'expireTaker',
  status: 'pending',
  quantity: '0.1',
  quoteAmount: '',
  limitPrice: '90000.01',
  triggerPrice: '90001',
  triggerWhen: 'rises',
  filledQuantity: '0.05',
  filledQuote: '4500.0005',
  averageFillPrice: '90000.01',
  fee: '4.5',
  feeAsset: 'USDT',
  held: '4500.00050001',
  oco: 9_007_199_254_740_990,
  clientOrderId: 'My_own-1.2:3/4',
  createdAt: 1_767_225_600_000,
  updatedAt: 1_767_225_600_001,
  seq: 12,
  triggerSource: 'mark',
  rejection: 'wouldTake',
  icebergQuantity: '0.01',
  trailingDelta: 50,
  activationPrice: '91000',
  trailingTime: 1_767_225_600_000,
  terms: { reduceOnly: true },
};
const { activationPrice: _price, trailingTime: _time, ...plain } = order;
const {
  triggerSource: _,
  icebergQuantity: _part,
  trailingDelta: _bips,
  terms: _terms,
  ...usual
} = plain;
const fill: FillView = {
  id: 1,
  orderId: 2,
  market: 'BTCUSDT',
  side: 'sell',
  price: '90000.01',
  quantity: '0.05',
  quote: '4500.0005',
  fee: '4.5',
  feeAsset: 'USDT',
  liquidity: 'taker',
  at: 1_767_225_600_000,
};
const receipt = { seq: 12, hash: 'ab'.repeat(32) };

it('SPOT-301 the answer as text equals that of JSON.stringify, field by field', () => {
  for (const fills of [undefined, [], [fill], [fill, { ...fill, id: 2 }]]) {
    const answer = fills === undefined ? { order, receipt } : { order, fills, receipt };
    expect(writeOrder(answer).json).toBe(JSON.stringify(answer));
  }
  const answer = { order: usual, receipt };
  expect(writeOrder(answer).json).toBe(JSON.stringify(answer));
  expect(Object.keys(order)).toEqual(Object.keys(orderView.shape));
  expect(Object.keys(fill)).toEqual(Object.keys(fillView.shape));
});
