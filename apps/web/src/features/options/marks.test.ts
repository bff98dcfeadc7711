import { expect, it } from 'vitest';
import { marksOf } from './marks.ts';

const option = (id: number, change: object = {}) => ({
  ...{ id, index: 'BTC-USDT', direction: 'up' as const, entryPrice: '90000', entryAt: 1_000 },
  ...{ exitPrice: '', endedAt: 0, expiresAt: 31_000, result: '' as const, ...change },
});
const words = { entry: 'Purchase price', exit: 'Settlement price' };
const marks = (open: ReturnType<typeof option>[], ended: ReturnType<typeof option>[]) =>
  marksOf('BTC-USDT', [...open, ...ended], words).map(({ at, value, text }) => [at, value, text]);

it('OPTN-087 the chart marks the tick with which an option began, and once it has ended the price that settled it', () => {
  expect(marks([option(1)], [])).toEqual([[1_000, '90000', 'Purchase price']]);
  const won = option(2, { exitPrice: '90001', endedAt: 31_400, result: 'won' });
  expect(marks([], [won])).toEqual([
    [1_000, '90000', 'Purchase price'],
    // The window ends with the expiry; when the engine came to it is another matter.
    [31_000, '90001', 'Settlement price'],
  ]);
  const sold = option(3, { exitPrice: '90002', endedAt: 9_000, result: 'sold' });
  expect(marks([], [sold])[1]).toEqual([9_000, '90002', 'Settlement price']);
});

it('OPTN-087 what had no such tick, or is of another index, has no mark', () => {
  expect(marks([option(1, { entryPrice: '', entryAt: 0 })], [])).toEqual([]);
  expect(marks([option(1, { index: 'ETH-USDT' })], [])).toEqual([]);
  const dropped = option(2, { endedAt: 31_000, result: 'void' });
  expect(marks([], [dropped])).toHaveLength(1);
  const keys = marksOf(
    'BTC-USDT',
    [option(1), option(2, { exitPrice: '1', result: 'won' })],
    words,
  );
  expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
});
