import { OWNER } from '@assay/core/ledger/owners';
import { type RecordDeclaration, type RowOf, rowLineWriter } from '@assay/core/schema/record';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { conversionOf } from '../rules/conversion.ts';
import { indexOf, quoteAt, rangePpm, spreadAt, withTick } from '../rules/quote.ts';
import type { ContractListing } from '../rules/terms.ts';
import { PLACE_CFD_ORDER_REFUSALS, SET_CFD_TERMS_REFUSALS } from '../schema/commands.ts';
import * as tables from '../store/tables.ts';
import { GOLD, listing } from '../testing/listings.ts';
import { ALICE, BOB, CfdRealm, oneSession } from './cfd.suite.ts';
import { listingOf } from './cfd-machine.ts';

describe('quotes', () => {
  it('CFDS-005 the spread follows from terms, session and the last sixteen ticks alone', () => {
    const terms = { spread: 30, thinMs: 600, thinPercent: 150, calmPpm: 1_000 };
    const session = { opensAt: 1_000, closesAt: 10_000 };
    const at = (time: number, recent: readonly number[]) => spreadAt(terms, session, time, recent);
    const calm = [1_000_000, 1_000_999];
    expect([1_599, 1_600, 9_399, 9_400].map((time) => at(time, calm))).toEqual([45, 30, 30, 45]);
    expect(at(5_000, [1_000_000, 1_001_000])).toBe(60);
    expect(at(5_000, [1_004_000, 1_000_000])).toBe(120);
    expect(at(1_000, [1_004_000, 1_000_000])).toBe(180);
    // Rounded up, as it is the house's.
    expect(spreadAt({ ...terms, spread: 31 }, session, 1_000, calm)).toBe(47);
    expect(spreadAt(terms, { opensAt: 0, closesAt: null }, 1e12, calm)).toBe(30);
    let recent: number[] = [];
    for (let n = 1; n <= 20; n += 1) recent = withTick(recent, n);
    expect([recent.length, recent[0], rangePpm([100, 103])]).toEqual([16, 5, 30_000]);
    expect(quoteAt(100, 5)).toEqual({ bid: 98, ask: 103, spread: 5 });
    expect(quoteAt(1, 10)).toEqual({ bid: 1, ask: 11, spread: 10 });
    // The prices say of which index they are.
    for (const spread of [0, 1, 2, 5, 18]) expect(indexOf(quoteAt(10, spread))).toBe(10);
  });
});

/** The state-hash line of a row, and what it was before there was any conversion. */
function sameLine<D extends RecordDeclaration>(declaration: D, row: RowOf<D>) {
  const entries = Object.entries(declaration.fields);
  const before = entries.filter(([name]) => !name.startsWith('conversion'));
  const fields = Object.fromEntries(before) as D['fields'];
  return {
    is: rowLineWriter(declaration)(row),
    was: rowLineWriter({ ...declaration, fields })(row),
  };
}

describe('contracts', () => {
  it('CFDS-010 every change of terms is a version, and what positions rest on never changes', () => {
    const realm = new CfdRealm({ listings: [listing(), GOLD] });
    realm.tick(100);
    const id = realm.opened(100);
    realm.endBatch();
    const change = listing({ spread: '4', maxLeverage: 5 });
    expect(realm.must(OWNER.setup, 'setCfdTerms', change)).toEqual({
      ...{ contract: 'BTCUSDT-CFD', version: 2 },
    });
    expect(realm.endBatch()).toMatchObject([{ type: 'cfdListed', version: 2 }]);
    expect(realm.place({ leverage: 6 }).refusal).toBe('leverageTooHigh');
    expect(realm.cfd.state.of(1).quote?.spread).toBe(2e8);
    realm.tick(100);
    expect(realm.cfd.state.of(1).quote?.spread).toBe(4e8);
    expect(realm.position(id)).toMatchObject({ leverage: 10, margin: 1_010_000_000n });
    for (const field of ['index', 'underlying', 'contractSize', 'lotStep'] as const) {
      const other = { index: 'ETH-USDT', underlying: 'gold', contractSize: '2', lotStep: '0.02' };
      const body = { ...listing({ minLots: '0.02' }), [field]: other[field] };
      const answer = realm.send(OWNER.setup, 'setCfdTerms', body);
      expect(answer).toEqual({ refusal: 'fixedTerm', detail: { field } });
    }
  });

  it('CFDS-146 what names nothing that converts is listed, kept and shown as before', () => {
    const realm = new CfdRealm();
    const { state } = realm.cfd;
    const receipts: RowOf<typeof tables.receipt>[] = [];
    const add = state.tables.receipts.add.bind(state.tables.receipts);
    state.tables.receipts.add = (row) => {
      receipts.push(row);
      add(row);
    };
    realm.tick(100);
    realm.opened(100);
    realm.close();
    const [live, position] = [state.of(1), realm.position(realm.opened(90))!];
    expect(JSON.stringify(listingOf(live.row))).toBe(
      '{"symbol":"BTCUSDT-CFD","index":"BTC-USDT","underlying":"crypto","contractSize":"1",' +
        '"tickSize":"0.01","lotStep":"0.01","minLots":"0.01","maxLots":"100","maxLeverage":20,' +
        '"spread":"2","thinMs":0,"thinPercent":100,"calmPpm":1000000,"premiumPpm":1000,' +
        '"guaranteedPpm":10000,"carry":0,"carryDays":1,"adminPpm":36500,"nights":"daily",' +
        '"holidays":"","maxNetLots":"1000","stressPpm":10000,"status":"trading"}',
    );
    const [leg] = state.person(ALICE).legs;
    const lines = [
      sameLine(tables.contract, live.row),
      sameLine(tables.position, position),
      sameLine(tables.leg, leg!.row),
      ...receipts.map((row) => sameLine(tables.receipt, row)),
    ];
    expect(lines).toHaveLength(6);
    for (const { is, was } of lines) expect(is).toBe(was);
    expect(JSON.stringify(realm.endBatch())).not.toContain('onversion');
  });

  it('CFDS-141 what converts follows from the index, is followed by a contract, and stays', () => {
    const realm = new CfdRealm();
    const yen = (index: string, change: Partial<ContractListing> = {}) =>
      listing({
        ...{ symbol: `${index.replace('-', '')}-CFD`, index, underlying: 'minorFx' },
        ...{ ...conversionOf(index)!, ...change },
      });
    const answer = (type: 'listCfd' | 'setCfdTerms', body: unknown) =>
      realm.send(OWNER.setup, type, body as never);
    const bad = (field: string) => ({ refusal: 'badListing', detail: { field } });
    expect(yen('EUR-JPY')).toMatchObject({ conversionIndex: 'USD-JPY', conversionWay: 'over' });
    expect(yen('EUR-GBP')).toMatchObject({ conversionIndex: 'GBP-USD', conversionWay: 'times' });
    expect([conversionOf('XAU-USD'), conversionOf('BTC-USDT')]).toEqual([{}, {}]);
    expect(answer('listCfd', yen('EUR-JPY'))).toEqual(bad('conversionIndex'));
    expect(answer('listCfd', yen('EUR-JPY', { conversionIndex: 'USD' }))).toEqual(
      bad('conversionIndex'),
    );
    expect(answer('listCfd', yen('USD-JPY', { conversionWay: 'by' as 'over' }))).toEqual(
      bad('conversionWay'),
    );
    const { conversionIndex: _, ...half } = yen('USD-JPY');
    expect(answer('listCfd', half)).toEqual(bad('conversionWay'));
    // The contract of the index that converts is there first, and converts itself.
    expect(answer('listCfd', yen('USD-JPY'))).not.toHaveProperty('refusal');
    expect(answer('listCfd', yen('EUR-JPY'))).not.toHaveProperty('refusal');
    const { conversionWay: _way, conversionIndex: _index, ...none } = yen('EUR-JPY');
    for (const [field, other] of [
      ['conversionIndex', none],
      ['conversionIndex', yen('EUR-JPY', { conversionIndex: 'EUR-JPY' })],
      ['conversionWay', yen('EUR-JPY', { conversionWay: 'times' })],
    ] as const) {
      expect(answer('setCfdTerms', other)).toEqual({ refusal: 'fixedTerm', detail: { field } });
    }
    expect(answer('setCfdTerms', yen('EUR-JPY', { spread: '3' }))).not.toHaveProperty('refusal');
  });

  it('CFDS-011 a listing out of bounds is refused by its field', () => {
    const realm = new CfdRealm();
    const wrong: Partial<Record<keyof ContractListing, unknown>> = {
      ...{ symbol: 'BTCUSDT', index: 'BTC', underlying: 'shares', contractSize: '0' },
      ...{ lotStep: '0.000000001', minLots: '0.015', maxLots: '0.001', tickSize: '0' },
      ...{ spread: '-1', maxLeverage: 501, thinMs: -1, thinPercent: 99, calmPpm: 0 },
      ...{ premiumPpm: 1.5, guaranteedPpm: 0, carry: '1', carryDays: 0, adminPpm: null },
      ...{ nights: 'never', holidays: 'x', maxNetLots: '', stressPpm: 0, status: 'halted' },
    };
    for (const [field, value] of Object.entries(wrong)) {
      const body = { ...listing(), [field]: value };
      expect(realm.send(OWNER.setup, 'setCfdTerms', body)).toEqual({
        ...{ refusal: 'badListing', detail: { field } },
      });
    }
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(listing()).toSorted());
    const terms = (change: object, actor: number = OWNER.setup) =>
      realm.send(actor, 'setCfdTerms', { ...listing(), ...change }).refusal;
    const bad = { symbol: 'NOPE-CFD', contractSize: '2', status: 'x' };
    expect([
      ...[terms(bad, ALICE), terms(bad), terms({ ...bad, status: 'trading' })],
      terms({ contractSize: '2' }),
    ]).toEqual(SET_CFD_TERMS_REFUSALS);
    expect(realm.send(OWNER.setup, 'listCfd', listing()).refusal).toBe('alreadyListed');
    expect(realm.send(ALICE, 'listCfd', listing()).refusal).toBe('notAllowed');
  });
});

it('CFDS-022 an order that has everything wrong is refused in the published order', () => {
  const opensAt = 1_763_640_000_000 + 50_000;
  const terms = listing({ maxNetLots: '2' });
  // Open for five seconds, closed for five, and then open again.
  const isOpen = (at: number) => at >= opensAt && (at < opensAt + 5_000 || at >= opensAt + 10_000);
  const always = oneSession({ opensAt: 0, closesAt: null });
  const sessions = {
    ...always,
    sessionAt: (index: string, at: number) => (isOpen(at) ? always.sessionAt(index, at) : null),
  };
  const realm = new CfdRealm({ sessions, funds: '205', listings: [terms] });
  const body: Record<string, unknown> = {
    ...{ contract: 'NOPE', side: 'up', kind: 'market', lots: '0.001', leverage: 0, slippage: 'x' },
    ...{ policyLeverage: 0, price: '1', expiresAt: -1, stopLoss: '200', trailing: '' },
  };
  let actor: number = OWNER.feeds;
  const fill = (count: number, side: string) => {
    const one = { ...{ contract: terms.symbol, side, kind: 'market', lots: '0.01' }, leverage: 20 };
    for (let n = 0; n < count; n += 1) {
      realm.now += 1;
      const order = { ...one, policyLeverage: 20 };
      const done = realm.sequencer.decide('placeCfdOrder', ALICE, order, realm.now);
      expect(done.refusal).toBeUndefined();
    }
  };
  const steps: Record<string, () => void> = {
    notAllowed: () => {
      actor = ALICE;
    },
    unknownContract: () => Object.assign(body, { contract: terms.symbol }),
    notOfferedHere: () => Object.assign(body, { policyLeverage: 10 }),
    badOrder: () => Object.assign(body, { side: 'buy' }),
    badLots: () => Object.assign(body, { lots: '2.5' }),
    badLeverage: () => Object.assign(body, { leverage: 11 }),
    leverageTooHigh: () => Object.assign(body, { leverage: 1 }),
    badPrice: () => Object.assign(body, { price: '' }),
    badSlippage: () => Object.assign(body, { slippage: '' }),
    badExpiry: () => Object.assign(body, { expiresAt: 0 }),
    noPriceYet: () => {
      realm.now = opensAt;
      realm.tick(100);
      realm.must(OWNER.setup, 'setCfdTerms', listing({ maxNetLots: '2', status: 'closeOnly' }));
    },
    closeOnly: () => {
      realm.must(OWNER.setup, 'setCfdTerms', terms);
      realm.now = opensAt + 5_000;
    },
    marketClosed: () => {
      realm.now = opensAt + 10_000;
      // So many positions as an account may have, and then as many orders.
      fill(199, 'buy');
      realm.tick(100);
      fill(200, 'sell');
    },
    badProtection: () => Object.assign(body, { stopLoss: '90' }),
    tooManyWaiting: () => realm.tick(100),
    tooManyPositions: () => {
      realm.must(ALICE, 'closeCfdPositions', {});
      realm.tick(100);
    },
    notAvailable: () => Object.assign(body, { lots: '2', leverage: 1 }),
    insufficientBalance: () => Object.assign(body, { lots: '1' }),
  };
  expect(Object.keys(steps)).toEqual(PLACE_CFD_ORDER_REFUSALS);
  for (const [refusal, correct] of Object.entries(steps)) {
    expect(realm.send(actor, 'placeCfdOrder', body).refusal).toBe(refusal);
    correct();
  }
  expect(realm.send(actor, 'placeCfdOrder', body).refusal).toBeUndefined();
});

describe('the machine', () => {
  it('CFDS-044 who is due is found at the tick at which a walk over all finds them', () => {
    const listings = [listing(), listing({ symbol: 'ETHUSDT-CFD', index: 'ETH-USDT' })];
    const realm = new CfdRealm({ funds: '45', listings });
    const dice = createDice(7);
    const prices = { 'BTC-USDT': 100, 'ETH-USDT': 100 };
    realm.tick(prices);
    let due = 0;
    for (let n = 0; n < 250; n += 1) {
      for (const user of [ALICE, BOB]) {
        if (dice.int(0, 3) > 0) continue;
        const contract = dice.pick(listings).symbol;
        realm.place({ contract, side: dice.pick(['buy', 'sell']), lots: '1.5' }, user);
      }
      const index = dice.pick(['BTC-USDT', 'ETH-USDT'] as const);
      prices[index] = Math.max(20, prices[index] + dice.int(-1_500, 1_500) / 100);
      realm.tick({ [index]: prices[index] });
      for (const row of realm.cfd.state.tables.accounts.rows()) {
        const isLow = BigInt(realm.cfd.accountOf(row.userId)!.riskRatePpm ?? 10 ** 9) >= 1_000_000n;
        const legs = realm.cfd.state.person(row.userId).legs;
        const isPriced = legs.some(({ live }) => live.row.index === index);
        if (isPriced) expect(row.endangered > 0, `${n} ${row.userId}`).toBe(isLow);
        if (isLow) due += 1;
      }
      // Whoever has lost everything begins again.
      for (const user of [ALICE, BOB]) {
        if (Number(realm.cfd.accountOf(user)?.equity ?? 45) < 30) {
          const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '45' };
          realm.must(user, 'transferFunds', body);
        }
      }
    }
    expect(due).toBeGreaterThan(3);
  });

  it('CFDS-083 what is too much for one command follows in slices, by the price it is due at', () => {
    const realm = new CfdRealm({ slice: 3 });
    realm.tick(100);
    const ids = Array.from({ length: 8 }, () => realm.place({ lots: '0.1' }).id as number);
    const prices = [{ index: 'BTC-USDT', price: '110', n: 50 }];
    realm.must(OWNER.feeds, 'recordPrices', { prices });
    expect(realm.cfd.state.tables.positions.size).toBe(3);
    // A later tick, and an order in between, wait for their turn.
    const later = realm.place({ lots: '0.1' }).id as number;
    const next = [{ index: 'BTC-USDT', price: '120', n: 51 }];
    realm.must(OWNER.feeds, 'recordPrices', { prices: next });
    expect(realm.cfd.state.tables.positions.size).toBe(6);
    expect(realm.cfd.followUp()).toEqual({ type: 'workCfdTicks', actor: OWNER.engine, body: {} });
    expect(realm.send(ALICE, 'workCfdTicks', {}).refusal).toBe('notAllowed');
    realm.goOn();
    expect(ids.map((id) => realm.position(id)?.entry)).toEqual(ids.map(() => 111e8));
    expect(realm.position(later)?.entry).toBe(121e8);
    expect(realm.send(OWNER.engine, 'workCfdTicks', {}).refusal).toBe('nothingDue');
  });

  it('CFDS-028 CFDS-036 what a waiting tick decides is not taken back by whoever has seen it', () => {
    const realm = new CfdRealm({ slice: 1 });
    realm.tick(100);
    const stopped = realm.opened(100, { lots: '0.1', stopLoss: '95' });
    const kept = realm.opened(100, { lots: '0.1' }, BOB);
    const [first, second] = [realm.place(), realm.place({}, BOB)].map(({ id }) => id as number);
    const limit = realm.place({ kind: 'limit', price: '95' }, BOB).id as number;
    const cancel = (orderId: number, user = BOB) =>
      realm.send(user, 'cancelCfdOrder', { orderId }).refusal;
    const record = (price: string, n: number) =>
      realm.must(OWNER.feeds, 'recordPrices', { prices: [{ index: 'BTC-USDT', price, n }] });
    record('90', 50);
    expect(realm.cfd.state.tables.orders.has(first!)).toBe(false);
    expect([cancel(second!), cancel(limit)]).toEqual(['due', 'due']);
    expect(realm.protect(stopped, { stopLoss: '50' }).refusal).toBe('due');
    // What is ordered now waits for a later tick, and can still be taken back.
    const later = realm.place({}, BOB).id as number;
    expect(cancel(later)).toBeUndefined();
    record('89', 51);
    expect(realm.protect(kept, { stopLoss: '50', guaranteed: true }, BOB).refusal).toBe('due');
    realm.goOn();
    expect([second!, limit].map((id) => realm.position(id)?.entry)).toEqual([91e8, 91e8]);
    expect(realm.position(stopped)).toBeUndefined();
    expect(realm.protect(kept, { stopLoss: '50', guaranteed: true }, BOB).refusal).toBeUndefined();
    expect(cancel(realm.place({ kind: 'limit', price: '50' }, BOB).id as number)).toBeUndefined();
  });

  it('CFDS-081 its audit finds what does not follow from its rows', () => {
    const spoil: readonly [string, (realm: CfdRealm) => void][] = [
      ['has the margin', ({ cfd: { state } }) => change(state.tables.positions, { margin: 1n })],
      ['needs what its', ({ cfd: { state } }) => change(state.tables.accounts, { used: 1n })],
      ['reserves what', ({ cfd: { state } }) => change(state.tables.accounts, { reserved: 1n })],
      [
        'closes its lots',
        ({ cfd: { state } }) => change(state.tables.positions, { closing: 9n ** 9n }),
      ],
      [
        'has paid for',
        ({ cfd: { state } }) => change(state.tables.positions, { guaranteed: false }),
      ],
      ['the escrow has', ({ cfd: { state } }) => change(state.tables.positions, { premium: 1n })],
      ['the stop of', ({ cfd: { state } }) => state.of(1).triggers[1].stop.remove(2)],
      ['is waited for', ({ cfd: { state } }) => change(state.tables.legs, { guard: 1 })],
      [
        'has its totals',
        ({ cfd: { state } }) => void Object.assign(state.of(1).totals[1], { cost: 1n }),
      ],
      ['who is in danger', ({ cfd: { state } }) => void state.endangered.add(ALICE).add(7)],
      ['holds what', ({ cfd: { state } }) => change(state.tables.accounts, { held: 0n })],
    ];
    for (const [what, how] of spoil) {
      const realm = new CfdRealm();
      realm.tick(100);
      const id = realm.opened(100, { stopLoss: '90', guaranteed: true });
      realm.tick(100);
      how(realm);
      if (what === 'the stop of') realm.cfd.state.of(1).triggers[1].stop.remove(id);
      expect(() => realm.sequencer.audit(), what).toThrow(what);
    }
  });
});

interface Changeable<R> {
  rows(): readonly R[];
  change(row: R, changes: object): void;
}

function change<R>(table: Changeable<R>, changes: object): void {
  table.change(table.rows()[0]!, changes);
}
