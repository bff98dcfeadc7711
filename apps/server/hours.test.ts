import { OWNER } from '@assay/core/ledger/owners';
import { MINUTE, SECOND } from '@assay/core/time';
import { OPTION_MARKETS } from '@assay/modules/options';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect, it } from 'vitest';
import { GOLD } from '../../modules/cfd/testing/listings.ts';
import { createRealmMachines } from './realm.ts';

const USER = 1000;
const OPTION = 'XAUUSD-OPT';
const UNIT = 100_000_000;
/** Gold closes for an hour at 17:00 in New York, and for the weekend on Friday. */
const [CLOSE, OPENING] = [Date.parse('2026-06-12T21:00Z'), Date.parse('2026-06-14T22:00Z')];

/** A realm with a contract and an option on gold, and somebody with money. */
function goldRealm() {
  const machines = createRealmMachines('demo');
  const sequencer = new Sequencer(machines);
  const send = (at: number, actor: number, type: string, body: object) => {
    const outcome = sequencer.decide(type, actor, body, at);
    sequencer.audit();
    return outcome as { readonly refusal?: string; readonly detail?: object };
  };
  const must = (actor: number, type: string, body: object) =>
    expect(send(CLOSE - 10 * MINUTE, actor, type, body).refusal, type).toBeUndefined();
  must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
  must(OWNER.setup, 'listCfd', GOLD);
  const terms = { ...OPTION_MARKETS[0], market: OPTION, index: 'XAU-USD' };
  must(OWNER.setup, 'listOptionMarket', terms);
  for (const owner of [OWNER.cfd, OWNER.optionsEscrow]) {
    must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount: '1000000' });
  }
  const grants = [{ asset: 'USDT', amount: '20000' }];
  must(USER, 'openVirtualAccount', { userId: USER, grants });
  const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '20000' };
  must(USER, 'transferFunds', body);
  let n = 0;
  const tick = (at: number) => {
    n += 1;
    send(at, OWNER.feeds, 'recordPrices', { prices: [{ index: 'XAU-USD', price: '2000', n }] });
    return machines.cfd.state.bySymbol.get(GOLD.symbol)?.quote?.n;
  };
  const place = (at: number) => {
    const order = { contract: GOLD.symbol, side: 'buy', kind: 'market', lots: '0.1' };
    return send(at, USER, 'placeCfdOrder', { ...order, leverage: 20, policyLeverage: 20 });
  };
  const buy = (at: number, termMs: number) => {
    const market = machines.options.markets.get(OPTION)!;
    const quote = machines.options.markets.quote(market, {
      ...{ realm: 'demo', direction: 'up', termMs, stake: UNIT, spotN: n },
      ...{ spot: 2_000 * UNIT, issuedAt: at },
    });
    const body = { quote, signature: '0'.repeat(128), slippagePpm: null, policy: 'practice' };
    return send(at, USER, 'buyOption', body);
  };
  return { tick, place, buy };
}

it('CFDS-034 OPTN-016 contracts and options have the hours of their index', () => {
  const { tick, place, buy } = goldRealm();
  const before = CLOSE - 2 * MINUTE;
  expect(tick(before)).toBe(1);
  expect(place(before).refusal).toBeUndefined();
  expect(tick(before + SECOND)).toBe(2);
  // What would expire at the close or after it is not sold.
  expect(buy(before + SECOND, MINUTE).refusal).toBeUndefined();
  expect(buy(before + SECOND, 2 * MINUTE)).toMatchObject({ refusal: 'marketClosed' });
  expect(tick(CLOSE - MINUTE)).toBe(3);
  expect(buy(CLOSE - MINUTE, MINUTE)).toMatchObject({ refusal: 'marketClosed' });

  for (const closed of [CLOSE, CLOSE + 24 * 60 * MINUTE, OPENING - 1]) {
    // A price that comes although none is due moves nothing.
    expect(tick(closed)).toBe(3);
    const opensAt = String(OPENING);
    expect(place(closed)).toMatchObject({ refusal: 'marketClosed', detail: { opensAt } });
    expect(buy(closed, 30 * SECOND)).toMatchObject({ refusal: 'marketClosed' });
  }
  expect(tick(OPENING)).toBe(7);
  expect(place(OPENING).refusal).toBeUndefined();
  expect(buy(OPENING, 30 * SECOND).refusal).toBeUndefined();
});
