import { OWNER } from '@assay/core/ledger/owners';
import type { TestRealm } from './test-realm.ts';

const LISTING = {
  ...{ symbol: 'BTCUSDT-CFD', index: 'BTC-USDT', underlying: 'crypto', contractSize: '1' },
  ...{ tickSize: '0.01', lotStep: '0.001', minLots: '0.001', maxLots: '100', maxLeverage: 100 },
  ...{ spread: '10', thinMs: 0, thinPercent: 100, calmPpm: 1_000_000 },
  ...{ premiumPpm: 500, guaranteedPpm: 5_000, carry: 900_000_000_000, carryDays: 1 },
  ...{ adminPpm: 25_000, nights: 'daily', holidays: '', maxNetLots: '1000', stressPpm: 10_000 },
  status: 'trading',
};

/** Two people trade contracts until every way in which the house pays has been taken. */
export async function contracts(realm: TestRealm, [one, two]: readonly number[]): Promise<void> {
  await realm.must(OWNER.setup, 'listCfd', LISTING);
  await realm.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '3000' });
  const people = [one!, two!];
  for (const user of people) {
    const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' };
    await realm.must(user, 'transferFunds', body);
  }
  const tick = async (price: string) => {
    realm.clock.advance(1_000);
    await realm.quote({ BTCUSDT: price });
  };
  const order = { contract: 'BTCUSDT-CFD', kind: 'market', policyLeverage: 100, lots: '0.1' };
  const place = (user: number, change: object) =>
    realm.must(user, 'placeCfdOrder', { ...order, leverage: 100, ...change });
  await tick('90000');
  const stop = { stopLoss: '80000', guaranteed: true };
  const { id: positionId } = await place(one!, { side: 'sell' });
  const { id: guarded } = await place(two!, { side: 'buy', ...stop });
  await tick('90000');
  // A night, of which the short is credited.
  realm.clock.advance(86_400_000);
  await tick('90000');
  const none = { takeProfit: '', stopLoss: '', trailing: '', guaranteed: false };
  await realm.must(two!, 'protectCfdPosition', { positionId: guarded, ...none });
  // A gap takes more than the one has, and gives more than the house has.
  await realm.must(two!, 'closeCfdPositions', {});
  await realm.must(one!, 'closeCfdPositions', { positionId });
  await tick('40000');
  await realm.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '9000' });
  await tick('40000');
}
