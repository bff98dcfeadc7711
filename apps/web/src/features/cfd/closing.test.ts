import { expect, it } from 'vitest';
import { contractsToChoose, isClosingOnly } from './closing.ts';

const contract = (symbol: string, stage: string, listed = 'trading') => ({
  view: { listing: { status: listed } },
  market: { market: symbol, stage, status: stage === 'open' ? 'trading' : 'halted' },
});
const all = [
  ...[contract('NEW-CFD', 'preOpen'), contract('BTC-CFD', 'open')],
  ...[contract('OLD-CFD', 'delisted'), contract('GONE-CFD', 'delisted')],
];
const chosenBy = (positions: string[], orders: string[] = []) => {
  const held = (symbols: string[]) => symbols.map((symbol) => ({ contract: symbol }));
  const own = { positions: held(positions), orders: held(orders) };
  return contractsToChoose(all, own).map(({ market }) => market.market);
};

it('CFDS-118 a delisted contract is there for whoever has something in it, as closing only, and for nobody else', () => {
  expect(contractsToChoose(all, undefined)).toEqual(all.slice(0, 2));
  expect(chosenBy([])).toEqual(['NEW-CFD', 'BTC-CFD']);
  expect(chosenBy(['OLD-CFD'])).toEqual(['NEW-CFD', 'BTC-CFD', 'OLD-CFD']);
  expect(chosenBy(['BTC-CFD'], ['GONE-CFD'])).toEqual(['NEW-CFD', 'BTC-CFD', 'GONE-CFD']);
  expect(all.map(isClosingOnly)).toEqual([false, false, true, true]);
  expect(isClosingOnly(contract('BTC-CFD', 'open', 'closeOnly'))).toBe(true);
});
