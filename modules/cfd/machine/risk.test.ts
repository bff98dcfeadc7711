import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { describe, expect, it } from 'vitest';
import { listing } from '../testing/listings.ts';
import { ALICE, BOB, CfdRealm } from './cfd.suite.ts';

const ETH = listing({ symbol: 'ETHUSDT-CFD', index: 'ETH-USDT' });

/** An account with this much in the contract wallet, and prices of 100. */
function start(funds: string, options = {}): CfdRealm {
  const realm = new CfdRealm({ funds, listings: [listing(), ETH], ...options });
  realm.tick({ 'BTC-USDT': 100, 'ETH-USDT': 100 });
  return realm;
}

const warnings = (realm: CfdRealm) =>
  realm.endBatch().flatMap((fact) => (fact.type === 'cfdWarned' ? fact.level : []));
const endangered = (realm: CfdRealm) => realm.cfd.state.endangered.has(ALICE);

describe('what can be moved', () => {
  it('CFDS-040 is what the wallet has less margin and less unrealised loss', () => {
    const realm = start('100');
    realm.opened(100);
    realm.tick(96);
    // 100 less 10.1 for margin and 6 from 101 to 95.
    const move = (amount: string) =>
      realm.send(ALICE, 'transferFunds', {
        asset: 'USDT',
        from: 'contract',
        to: 'currency',
        amount,
      }).refusal;
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ available: '83.9', equity: '94' });
    expect(move('83.90000001')).toBe('insufficientBalance');
    realm.tick(120);
    expect(move('89.90000001')).toBe('insufficientBalance');
    expect(move('89.9')).toBeUndefined();
    expect(realm.funds()).toBe('0/10.1');
  });

  it('CFDS-040 money that leaves moves the price at which the account is due', () => {
    const realm = start('100');
    realm.opened(100);
    const body = { asset: 'USDT', from: 'contract', to: 'currency', amount: '80' };
    realm.must(ALICE, 'transferFunds', body);
    // 20 less half of 10.1 is lost at a bid of 86.05.
    for (const price of [87.06, 87.05]) {
      realm.tick(price);
      expect(endangered(realm)).toBe(price === 87.05);
    }
  });
});

describe('close-out', () => {
  it('CFDS-041 warns at half and at two thirds of the rate, once on the way down', () => {
    const realm = start('20');
    realm.opened(100);
    realm.endBatch();
    realm.tick(92.1);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ riskRatePpm: 500_000, level: 1 });
    for (const price of [92, 95, 92, 89.5, 95, 89.5]) realm.tick(price);
    expect(warnings(realm)).toEqual([1, 2]);
  });

  it('CFDS-042 takes two ticks in a row, and one that is better in between starts again', () => {
    const realm = start('20');
    const id = realm.opened(100);
    // 20 - (101 - bid) <= 5.05: from a bid of 86.05 on.
    for (const [price, isDue] of [
      [87.06, false],
      [87.05, true],
      [87.06, false],
      [87, true],
    ] as const) {
      realm.tick(price);
      expect(endangered(realm), String(price)).toBe(isDue);
      expect(realm.position(id)).toBeDefined();
    }
    // A tick of another index is no second mark of this account.
    realm.tick({ 'ETH-USDT': 90 });
    expect(realm.position(id)).toBeDefined();
    realm.endBatch();
    realm.tick(86.5);
    expect(realm.receipts()).toMatchObject([{ id, why: 'closeOut', price: '85.5' }]);
    expect(realm.funds()).toBe('4.5/0');
  });

  it('CFDS-042 closes the largest loss first, until the equity is above half of the margin', () => {
    const realm = start('50');
    const small = realm.opened(100);
    const large = realm.opened(100, { lots: '2' });
    const gain = realm.opened(100, { side: 'sell', lots: '0.5' });
    realm.tick(86);
    realm.tick(86);
    expect([small, large, gain].map((id) => realm.position(id) !== undefined)).toEqual([
      ...[true, false, true],
    ]);
    expect(endangered(realm)).toBe(false);
  });

  it('CFDS-045 is at the share of the policy that the first of what is open was ordered under, until nothing is', () => {
    const realm = start('20');
    // 20 - (101 - bid) <= 10.1 from a bid of 91.1 on, of the one; of the other from 86.05 on.
    const id = realm.opened(100, { policyCloseOut: 100 });
    const other = realm.opened(100, { policyCloseOut: 50 }, BOB);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ closeOutPercent: 100 });
    // No other order moves it while something is open.
    const waits = realm.place({ kind: 'limit', price: '50', lots: '0.01', policyCloseOut: 50 });
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ closeOutPercent: 100 });
    realm.tick(92.11);
    expect(endangered(realm)).toBe(false);
    realm.tick(92.1);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ riskRatePpm: 1_000_000 });
    expect(endangered(realm)).toBe(true);
    realm.tick(92.1);
    expect([id, other].map((one) => realm.position(one) !== undefined)).toEqual([false, true]);
    realm.must(ALICE, 'cancelCfdOrder', { orderId: waits.id });
    expect(realm.place({ lots: '0.1', policyCloseOut: 50 }).refusal).toBeUndefined();
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ closeOutPercent: 50 });
    for (const wrong of [49, 101, 0, 75.5, '50']) {
      expect(realm.place({ policyCloseOut: wrong }, BOB).refusal).toBe('notOfferedHere');
    }
  });

  it('CFDS-034 a position whose last price is old is not closed out by it', () => {
    const realm = start('30');
    const eth = realm.place({ contract: 'ETHUSDT-CFD' }).id as number;
    realm.tick({ 'ETH-USDT': 100 });
    const btc = realm.opened(100);
    realm.tick({ 'ETH-USDT': 86 });
    realm.tick(91, 11_000);
    realm.tick(91, 11_000);
    expect([btc, eth].map((id) => realm.position(id) !== undefined)).toEqual([false, true]);
  });
});

describe('losses beyond the balance', () => {
  it('CFDS-043 are forgiven by a posting when nothing is open', () => {
    const realm = start('12');
    const id = realm.opened(100);
    realm.close({ positionId: id });
    realm.endBatch();
    realm.tick(50);
    expect(realm.funds()).toBe('0/0');
    expect(realm.receipts()).toMatchObject([{ amount: '-53', why: 'request' }]);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ deficit: '0', equity: '0' });
    expect(realm.funds(OWNER.cfd, WALLET.currency)).toBe('1000012/0');
  });

  it('CFDS-043 are set off against what other positions gain, in whatever order they close', () => {
    const orders = [
      ['buy', 'sell'],
      ['sell', 'buy'],
    ];
    const ends = orders.map((sides) => {
      const realm = start('25');
      realm.opened(100);
      realm.opened(100, { side: 'sell' });
      realm.tick(50);
      for (const side of sides) {
        realm.close({ side });
        realm.tick(50);
      }
      return realm.funds();
    });
    // At twice the spread the long lost 53, the short gained 47.
    expect(ends).toEqual(['19/0', '19/0']);
  });

  it('CFDS-060 gains that the house cannot pay are owed, and paid first when there is money', () => {
    const realm = start('100', { house: '10' });
    realm.fund(OWNER.insurance, '3');
    const id = realm.opened(100, { side: 'sell', lots: '1' });
    realm.close({ positionId: id });
    realm.tick(50);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ owed: '34' });
    expect(realm.funds()).toBe('113/0');
    expect(realm.place({ lots: '0.01' }, BOB).refusal).toBe('notAvailable');
    realm.fund(OWNER.cfd, '30');
    realm.tick(50);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ owed: '4' });
    realm.fund(OWNER.cfd, '30');
    realm.tick(50);
    expect([realm.funds(), realm.funds(OWNER.cfd, WALLET.currency)]).toEqual(['147/0', '26/0']);
    expect(realm.place({ lots: '0.01' }, BOB).refusal).toBeUndefined();
  });
});

describe('nights', () => {
  it('CFDS-050 are charged once each, at the last price before, also after days without a tick', () => {
    const realm = start('1000', { listings: [listing({ carry: 100_000_000, carryDays: 4 })] });
    const start0 = realm.now;
    const long = realm.opened(100);
    const short = realm.opened(100, { side: 'sell', lots: '2' });
    realm.endBatch();
    realm.tick(120, 3 * 86_400_000);
    realm.tick(120);
    const charged = realm.receipts();
    expect(charged.map(({ id, why, price, amount }) => [id, why, price, amount])).toEqual(
      [1, 2, 3].flatMap(() => [
        [long, 'night', '100', '-0.26'],
        [short, 'night', '100', '0.48'],
      ]),
    );
    const days = charged.filter(({ id }) => id === long).map(({ at }) => (at - start0) / 3_600_000);
    // Midday to 17:00 in New York, which is 22:00 UTC in winter.
    expect(days.map((hours) => Math.round(hours - 1e-3))).toEqual([10, 34, 58]);
    expect(realm.position(short)?.financing).toBe(144_000_000n);
  });
});

describe('what converts', () => {
  const YEN = { conversionIndex: 'USD-JPY', conversionWay: 'over', contractSize: '100' } as const;
  const listings = ['USD-JPY', 'EUR-JPY'].map((index) =>
    listing({ symbol: `${index.replace('-', '')}-CFD`, index, ...YEN }),
  );

  it('CFDS-142 alone brings an account into danger and out of it, and closes nobody out', () => {
    const realm = new CfdRealm({ funds: '60', listings });
    const tick = (prices: Readonly<Record<string, number>>) => {
      realm.tick(prices);
      return endangered(realm);
    };
    const long = { contract: 'EURJPY-CFD', leverage: 20 };
    expect(realm.place(long).refusal).toBe('noPriceYet');
    tick({ 'EUR-JPY': 200 });
    expect(realm.place(long).refusal).toBe('noPriceYet');
    tick({ 'USD-JPY': 100 });
    realm.place(long);
    tick({ 'EUR-JPY': 200 });
    // 47 yen below 201: 47 USDT at 100 yen a dollar, and 55.29 at 85, of 60. 10.05 are used.
    tick({ 'EUR-JPY': 155 });
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ equity: '13', used: '10.05' });
    expect([90, 85, 85].map((price) => tick({ 'USD-JPY': price }))).toEqual([false, true, true]);
    expect(realm.cfd.accountOf(ALICE)).toMatchObject({ equity: '4.70588235' });
    // Who was out of danger in between is not closed out at the next tick of its own.
    expect(tick({ 'USD-JPY': 100 })).toBe(false);
    expect(tick({ 'USD-JPY': 85 })).toBe(true);
    tick({ 'USD-JPY': 100 });
    expect(tick({ 'USD-JPY': 85, 'EUR-JPY': 155 })).toBe(true);
    expect(realm.cfd.state.positionsOf(ALICE)).toHaveLength(1);
    tick({ 'EUR-JPY': 155 });
    expect(realm.cfd.state.positionsOf(ALICE)).toEqual([]);
    expect(realm.receipts().at(-1)).toMatchObject({
      ...{ why: 'closeOut', amount: '-55.29411765', conversionPrice: '85' },
    });
  });

  it('CFDS-142 finds an account that another piece of the same tick has changed before', () => {
    const realm = new CfdRealm({ funds: '60', listings });
    realm.tick({ 'USD-JPY': 100, 'EUR-JPY': 200 });
    const order = { contract: 'EURJPY-CFD', leverage: 20 };
    realm.place(order);
    realm.tick({ 'EUR-JPY': 200 });
    realm.tick({ 'EUR-JPY': 155 });
    const expiresAt = realm.now + 500;
    const waits = { ...order, kind: 'limit', price: '100', lots: '0.01', expiresAt };
    expect(realm.place(waits).refusal).toBeUndefined();
    realm.tick({ 'USD-JPY': 85 });
    expect(realm.cfd.state.tables.orders.size).toBe(0);
    expect(endangered(realm)).toBe(true);
  });
});
