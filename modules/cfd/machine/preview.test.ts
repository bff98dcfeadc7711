import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { accountNow, type Draft, holdingsOf, previewOrder } from '../rules/index.ts';
import { listing } from '../testing/listings.ts';
import { ALICE, CfdRealm, CONTRACT } from './cfd.suite.ts';

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
  const now = accountNow({ wallet, ...base }, holdings, ({ contract, side }) =>
    state.bySymbol.get(contract)!.exit(side),
  );
  return { view, now, holdings, ...base };
}

const sign = (text: string) => (text.startsWith('-') ? -1n : 1n);
const said = (units: bigint) => formatDecimal(units, SCALE);

function draftOf(dice: Dice): Draft {
  const guaranteed = dice.int(0, 3) === 0;
  const side = dice.pick([1, -1] as const);
  return {
    ...{ side, kind: dice.pick(['market', 'limit'] as const), slippage: '', takeProfit: '' },
    ...{ lots: formatSafe(dice.int(1, 60) * 1_000_000, SCALE), leverage: dice.int(2, 90) },
    ...{ price: formatSafe(dice.int(9_000, 11_000) * 1_000_000, SCALE), trailing: '', guaranteed },
    stopLoss: guaranteed ? (side > 0 ? '80' : '120') : '',
  };
}

it('CFDS-110 CFDS-111 what is shown before an order is sent, and of the account, is what the engine holds and decides', () => {
  const dice = createDice(110);
  let [held, estimates] = [0, 0];
  for (let n = 0; n < RUNS; n += 1) {
    const realm = new CfdRealm({ listings: LISTINGS, funds: String(dice.int(20, 400)) });
    if (dice.int(0, 2) === 0) realm.must(ALICE, 'setCfdMode', { mode: 'netted' });
    const policyCloseOut = dice.pick([50, 100]);
    realm.tick({ 'BTC-USDT': 100, 'ETH-USDT': 40 });
    for (let order = 0; order < 3; order += 1) {
      const draft = draftOf(dice);
      const live = realm.cfd.state.bySymbol.get(CONTRACT)!;
      const { view, now, holdings, used, reserved, closeOutPercent } = shownAccount(realm);
      expect(said(now.equity)).toBe(view.equity);
      expect(said(now.available)).toBe(view.available);
      expect(now.riskRatePpm === null ? null : Number(now.riskRatePpm)).toBe(view.riskRatePpm);
      const open = (side: 1 | -1) =>
        holdings.find((one) => one.contract === CONTRACT && one.side === side)?.quantity ?? 0n;
      const standing = {
        ...{ bid: live.quote!.bid, ask: live.quote!.ask, maxLeverage: 100, netted: view.netted },
        ...{ available: now.available, equity: now.equity, used, long: open(1), short: open(-1) },
        closeOutPercent: used + reserved === 0n ? policyCloseOut : closeOutPercent,
      };
      const shown = previewOrder(live.row, standing, draft)!;
      const { side, price, kind, slippage: _, takeProfit: _t, trailing: _r, ...rest } = draft;
      const at = kind === 'market' ? {} : { price };
      const stop = draft.stopLoss === '' ? { stopLoss: undefined } : {};
      const placed = realm.place({
        ...rest,
        ...stop,
        policyCloseOut,
        kind,
        side: side > 0 ? 'buy' : 'sell',
        ...at,
      });
      expect(placed.refusal ?? null, JSON.stringify(draft)).toBe(shown.problem);
      if (placed.refusal !== undefined) continue;
      expect(placed.held).toBe(said(shown.held));
      held += 1;
      realm.tick({ 'BTC-USDT': 100, 'ETH-USDT': 40 });
      const isAlone = kind === 'market' && now.equity === now.available && !draft.guaranteed;
      const isDue = shown.closeOut === (side > 0 ? standing.bid : standing.ask);
      if (!isAlone || isDue || shown.closeOut === null) continue;
      // Beyond that the spread is another.
      if (Math.abs(shown.closeOut - 100e8) > 40e8) continue;
      // Before that price the account is not due, and at it it is.
      const before = new CfdRealm({ listings: LISTINGS, funds: said(now.equity) });
      before.tick({ 'BTC-USDT': 100 });
      before.opened(100, { ...rest, policyCloseOut, side: side > 0 ? 'buy' : 'sell' });
      const index = (units: number) => (units + side * 1e8) / 1e8;
      before.tick(index(shown.closeOut + side * 1_000_000));
      expect(before.cfd.accountOf(ALICE)!.riskRatePpm).toBeLessThan(1_000_000);
      before.tick(index(shown.closeOut));
      const rate = before.cfd.accountOf(ALICE)!.riskRatePpm;
      expect(rate === null || rate >= 1_000_000).toBe(true);
      estimates += 1;
    }
  }
  expect(held).toBeGreaterThan(RUNS / 2);
  expect(estimates).toBeGreaterThan(15);
});
