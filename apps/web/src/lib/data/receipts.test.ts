import { beforeEach, expect, it, vi } from 'vitest';
import { keepReceipt, keptHash, receiptAddress } from './receipts.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it('UI-937 receipts are kept by realm and number, and an order leads to the page with its own', () => {
  expect(keptHash('real', 7)).toBeNull();
  keepReceipt('real', { seq: 7, hash: 'a' });
  keepReceipt('demo', { seq: 7, hash: 'b' });
  expect([keptHash('real', 7), keptHash('demo', 7), keptHash('real', 8)]).toEqual(['a', 'b', null]);
  for (let seq = 8; seq < 300; seq += 1) keepReceipt('real', { seq, hash: String(seq) });
  expect([keptHash('real', 7), keptHash('real', 299)]).toEqual([null, '299']);
  expect(receiptAddress('demo', 41 * 65_536 + 3)).toBe('/verify?realm=demo&seq=41');
  stored.set('assay.receipts', 'no list');
  expect(keptHash('real', 299)).toBeNull();
});
