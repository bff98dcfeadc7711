import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import {
  accountNow,
  type Draft,
  holdingsOf,
  indexOf,
  previewOrder,
  rateBy,
} from '../rules/index.ts';
import { listing } from '../testing/listings.ts';
import { ALICE, type Answer, CfdRealm, CONTRACT } from './cfd.suite.ts';
import type { LiveContract } from './contract.ts';

const RUNS = 150;
const OTHER = 'ETHUSDT-CFD';
const LISTINGS = [
  listing({ contractSize: '10', maxLeverage: 100 }),
  listing({
    symbol: OTHER,
    index: 'ETH-USDT',
    contractSize: '0.7',
    lotStep: '0.1',
    minLots: '0.1',
  }),
];

/** Dollars in yen convert themselves and euros in yen, pounds in dollars euros in pounds. */
const PAIRS = [
  pair('USD-JPY', '0.014', { conversionIndex: 'USD-JPY', conversionWay: 'over' }),
  pair('EUR-JPY', '0.02', { conversionIndex: 'USD-JPY', conversionWay: 'over' }),
  pair('GBP-USD', '0.00016'),
  pair('EUR-GBP', '0.00016', { conversionIndex: 'GBP-USD', conversionWay: 'times' }),
];
const PRICES = { 'USD-JPY': 156.25, 'EUR-JPY': 180, 'GBP-USD': 1.31, 'EUR-GBP': 0.88 };

function pair(index: keyof typeof PRICES, spread: string, change: object = {}) {
  return listing({
    ...{ symbol: `${index.replace('-', '')}-CFD`, index, underlying: 'majorFx', spread, ...change },
    ...{ contractSize: '1000', tickSize: '0.001', maxLeverage: 100 },
  });
}

/** By what the browser converts: the prices of the stream say of which index they are. */
function rateOf(realm: CfdRealm, { row }: LiveContract) {
  const followed = realm.cfd.state.contracts.find((one) => one.row.index === row.conversionIndex);
  return rateBy(row, followed?.quote ? indexOf(followed.quote) : 0)!;
}

/** What the browser makes of the account that the call shows, at the prices of the stream. */
function shownAccount(realm: CfdRealm) {
  const { state } = realm.cfd;
  const view = realm.cfd.accountOf(ALICE) ?? realm.cfd.emptyAccount(ALICE);
  const units = (text: string) => (parseDecimal(text.replace('-', ''), SCALE) ?? 0n) * sign(text);
  const positions = state.positionsOf(ALICE).map((row) => ({
    ...{ contract: state.of(row.contract).row.symbol, side: row.side as 1 | -1, entry: row.entry },
    quantity: state.quantity(row, row.lots),
  }));
  const holdings = holdingsOf(positions);
  const { closeOutPercent } = view;
  const base = { used: units(view.used), reserved: units(view.reserved), closeOutPercent };
  const wallet = units(view.equity) - units(view.unrealised);
  const live = (symbol: string) => state.bySymbol.get(symbol)!;
  const nowOf = (of: typeof holdings) =>
    accountNow(
      { wallet, ...base },
      of,
      ({ contract, side }) => live(contract).exit(side),
      ({ contract }) => rateOf(realm, live(contract)),
    );
  return { view, now: nowOf(holdings), nowOf, holdings, ...base };
}

const sign = (text: string) => (text.startsWith('-') ? -1n : 1n);
const said = (units: bigint) => formatDecimal(units, SCALE);

function draftOf(dice: Dice, near = 100): Draft {
  const guaranteed = dice.int(0, 3) === 0;
  const side = dice.pick([1, -1] as const);
  const price = (percent: number) => `${Math.round(near * percent * 10) / 1_000}`;
  return {
    ...{ side, kind: dice.pick(['market', 'limit'] as const), slippage: '', takeProfit: '' },
    ...{ lots: formatSafe(dice.int(1, 60) * 1_000_000, SCALE), leverage: dice.int(2, 90) },
    ...{ price: price(dice.int(90, 110)), trailing: '', guaranteed },
    stopLoss: guaranteed ? price(side > 0 ? 80 : 120) : '',
  };
}

/** An order as the browser shows it and as the engine takes it: the same, to the last digit. */
function ordered(realm: CfdRealm, contract: string, draft: Draft, policyCloseOut: number) {
  const live = realm.cfd.state.bySymbol.get(contract)!;
  const { view, now, nowOf, holdings, used, reserved, closeOutPercent } = shownAccount(realm);
  expect(said(now.equity)).toBe(view.equity);
  expect(said(now.available)).toBe(view.available);
  expect(now.riskRatePpm === null ? null : Number(now.riskRatePpm)).toBe(view.riskRatePpm);
  const own = holdings.filter((one) => one.contract === contract);
  const open = (side: 1 | -1) => own.find((one) => one.side === side)?.quantity ?? 0n;
  const { bid, ask } = live.quote!;
  const standing = {
    ...{ bid, ask, rate: rateOf(realm, live), maxLeverage: 100, netted: view.netted },
    ...{ available: now.available, equity: now.equity, used, long: open(1), short: open(-1) },
    gain: nowOf(own).unrealised,
    closeOutPercent: used + reserved === 0n ? policyCloseOut : closeOutPercent,
  };
  const shown = previewOrder(live.row, standing, draft)!;
  const body = bodyOf(contract, draft, policyCloseOut);
  const placed = realm.place(body);
  expect(placed.refusal ?? null, JSON.stringify({ contract, draft })).toBe(shown.problem);
  if (placed.refusal === undefined) expect(placed.held).toBe(said(shown.held));
  return { shown, now, placed, body, at: draft.side > 0 ? bid : ask };
}

function bodyOf(contract: string, draft: Draft, policyCloseOut: number) {
  const { side, price, kind, slippage: _, takeProfit: _t, trailing: _r, ...rest } = draft;
  const at = kind === 'market' ? {} : { price };
  const stop = draft.stopLoss === '' ? { stopLoss: undefined } : {};
  const named = side > 0 ? 'buy' : 'sell';
  return { contract, ...rest, ...stop, policyCloseOut, kind, side: named, ...at };
}

function expectDue(realm: CfdRealm, isDue: boolean): void {
  const rate = realm.cfd.accountOf(ALICE)!.riskRatePpm;
  expect(rate === null || rate >= 1_000_000).toBe(isDue);
}

const isOpened = ({ refusal }: Answer) => refusal === undefined;

it('CFDS-110 CFDS-111 what is shown before an order is sent, and of the account, is what the engine holds and decides', () => {
  const dice = createDice(110);
  const prices = { 'BTC-USDT': 100, 'ETH-USDT': 40 };
  let [held, estimates] = [0, 0];
  for (let n = 0; n < RUNS; n += 1) {
    const realm = new CfdRealm({ listings: LISTINGS, funds: String(dice.int(20, 400)) });
    if (dice.int(0, 2) === 0) realm.must(ALICE, 'setCfdMode', { mode: 'netted' });
    const policyCloseOut = dice.pick([50, 100]);
    realm.tick(prices);
    for (let order = 0; order < 3; order += 1) {
      const draft = draftOf(dice);
      const { shown, now, placed, body, at } = ordered(realm, CONTRACT, draft, policyCloseOut);
      if (!isOpened(placed)) continue;
      held += 1;
      realm.tick(prices);
      const isAlone = draft.kind === 'market' && now.equity === now.available && !draft.guaranteed;
      if (!isAlone || shown.closeOut === at || shown.closeOut === null) continue;
      // Beyond that the spread is another.
      if (Math.abs(shown.closeOut - 100e8) > 40e8) continue;
      // Before that price the account is not due, and at it it is.
      const before = new CfdRealm({ listings: LISTINGS, funds: said(now.equity) });
      before.tick({ 'BTC-USDT': 100 });
      before.opened(100, body);
      const index = (units: number) => (units + draft.side * 1e8) / 1e8;
      before.tick(index(shown.closeOut + draft.side * 1_000_000));
      expectDue(before, false);
      before.tick(index(shown.closeOut));
      expectDue(before, true);
      estimates += 1;
    }
  }
  expect(held).toBeGreaterThan(RUNS / 2);
  expect(estimates).toBeGreaterThan(15);
});

it('CFDS-144 of a contract in another currency too, by its own price, over another and times one', () => {
  const dice = createDice(144);
  const converted = ['USD-JPY', 'EUR-JPY', 'EUR-GBP'] as const;
  const [held, estimates] = [new Set<string>(), new Set<string>()];
  for (let n = 0; n < RUNS; n += 1) {
    const realm = new CfdRealm({ listings: PAIRS, funds: String(dice.int(20, 400)) });
    const policyCloseOut = dice.pick([50, 100]);
    const prices: Record<string, number> = { ...PRICES };
    realm.tick(prices);
    for (let order = 0; order < 3; order += 1) {
      const index = dice.pick(converted);
      const contract = `${index.replace('-', '')}-CFD`;
      const draft = draftOf(dice, prices[index]);
      const { shown, now, placed, at } = ordered(realm, contract, draft, policyCloseOut);
      if (!isOpened(placed)) continue;
      held.add(`${index} ${draft.kind}`);
      realm.tick(prices);
      const isAlone = draft.kind === 'market' && now.equity === now.available && !draft.guaranteed;
      if (isAlone && shown.closeOut !== at && shown.closeOut !== null) {
        const { spread } = realm.cfd.state.bySymbol.get(contract)!.quote!;
        const half = indexOf({ bid: 0, ask: spread });
        const due = (shown.closeOut + (draft.side > 0 ? half : half - spread)) / 1e8;
        // A price that is another by half is none that follows.
        if (Math.abs(due - prices[index]!) > prices[index]! / 2) continue;
        realm.tick({ [index]: due + draft.side * 0.001 });
        expectDue(realm, false);
        realm.tick({ [index]: due });
        expectDue(realm, true);
        estimates.add(`${index} ${draft.side}`);
        break;
      }
      // Whichever moves next: what converts among them.
      const moved = dice.pick(Object.keys(PRICES) as (keyof typeof PRICES)[]);
      prices[moved] = PRICES[moved] * (1 + dice.int(-200, 200) / 10_000);
      realm.tick({ [moved]: prices[moved] });
    }
  }
  expect([held.size, estimates.size]).toEqual([6, 6]);
});
