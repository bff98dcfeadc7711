import { OWNER } from '@assay/core/ledger/owners';
import type { TermValue, TermValues } from '@assay/core/schema/terms';
import { CONTRACTS, listingOf } from '@assay/modules/cfd';
import { CONTRACT_TERMS, termsOfListing } from '@assay/modules/cfd/rules';
import { OPTION_MARKETS } from '@assay/modules/options';
import { OPTION_TERMS } from '@assay/modules/options/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedTermsJob, termsKinds } from './terms.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

const [LISTED] = CONTRACTS.filter(({ symbol }) => symbol === 'BTCUSDT-CFD');
const [SOLD] = OPTION_MARKETS.filter(({ market }) => market === 'BTCUSDT-OPT');

/** Another value that each term can have. */
const OTHER: Readonly<Record<string, TermValue>> = {
  ...{ status: 'closeOnly', spread: '21', thinMs: 60_000, thinPercent: 300, calmPpm: 1_000 },
  ...{ maxLeverage: 50, minLots: '0.02', maxLots: '19', maxNetLots: '29', stressPpm: 200_000 },
  ...{ carry: -5, carryDays: 2, adminPpm: 100_000, nights: 'spot', holidays: '2026-12-25=0/0' },
  ...{ premiumPpm: 2_000, guaranteedPpm: 20_000, tickSize: '0.02' },
};

const UNIT = 100_000_000;

let realm: TestRealm;
beforeAll(async () => {
  realm = await startTestRealm({ house: {} });
  await realm.must(OWNER.setup, 'listCfd', LISTED!);
  await realm.must(OWNER.setup, 'listOptionMarket', SOLD!);
});
afterAll(() => realm.stop());

it('CFDS-012 OPTN-057 every term of contracts and options is one that staff can change, within its bounds', () => {
  const { contract, option } = termsKinds(realm.engine);
  const origin = contract.origin('BTCUSDT-CFD')!;
  expect(Object.keys(origin)).toEqual(Object.keys(CONTRACT_TERMS));
  expect(Object.keys(OTHER).sort()).toEqual(Object.keys(CONTRACT_TERMS).sort());
  for (const [field, value] of Object.entries(OTHER)) {
    expect([field, contract.fault('BTCUSDT-CFD', { ...origin, [field]: value })]).toEqual([
      ...[field, null],
    ]);
    const wrong = { ...origin, [field]: typeof value === 'number' ? 1e17 : 'x' };
    expect([field, contract.fault('BTCUSDT-CFD', wrong)]).toEqual([field, field]);
  }
  const sold = option.origin('BTCUSDT-OPT')!;
  expect(Object.keys(sold).sort()).toEqual(Object.keys(OPTION_TERMS).sort());
  expect(option.fault('BTCUSDT-OPT', sold)).toBeNull();
  expect(option.fault('BTCUSDT-OPT', { ...sold, feePpm: 60_000 })).not.toBeNull();
  expect(option.fault('BTCUSDT-OPT', { ...sold, buyerSharePpm: 0 })).toBe('buyerSharePpm');
  expect(option.fault('BTCUSDT-OPT', { ...sold, tickDelayMs: 15_001 })).toBe('tickDelayMs');
  expect([contract.origin('NOPE-CFD'), option.origin('NOPE-OPT')]).toEqual([null, null]);
});

it('OPTN-058 a change after which the highest stake could never be sold is refused with its field', async () => {
  const { option } = termsKinds(realm.engine);
  const sold = option.origin('BTCUSDT-OPT')!;
  const fault = (change: object) => option.fault('BTCUSDT-OPT', { ...sold, ...change });
  // 85 % of 5,000.
  expect(fault({ capacityExpiry: 4_249 * UNIT, buyerSharePpm: 1_000_000 })).toBe('capacityExpiry');
  expect(fault({ capacityExpiry: 4_250 * UNIT, buyerSharePpm: 1_000_000 })).toBeNull();
  expect(fault({ buyerSharePpm: 212_499 })).toBe('buyerSharePpm');
  expect(fault({ buyerSharePpm: 212_500 })).toBeNull();
  expect(fault({ capacityExpiry: 16_999 * UNIT })).toBe('buyerSharePpm');
  expect(fault({ mostStake: 5_883 * UNIT })).toBe('buyerSharePpm');
  expect(fault({ payout60000: 1_000_000 })).toBeNull();
  expect(fault({ payout60000: 1_000_000, mostStake: 5_001 * UNIT })).toBe('buyerSharePpm');
  expect(fault({ capacityOpen: 19_999 * UNIT })).toBe('capacityOpen');
  // Terms that an earlier version let through can still be closed, and mended.
  const set = (change: object) =>
    realm.must(OWNER.setup, 'setOptionMarket', { ...SOLD!, ...change });
  await set({ capacityExpiry: 100 * UNIT });
  const old = option.origin('BTCUSDT-OPT')!;
  expect(option.fault('BTCUSDT-OPT', { ...old, status: 'closed', feePpm: 10 })).toBeNull();
  expect(option.fault('BTCUSDT-OPT', { ...old, mostStake: 200 * UNIT })).toBe('capacityExpiry');
  expect(option.fault('BTCUSDT-OPT', { ...old, mostStake: 20 * UNIT })).toBeNull();
  await set({});
});

it('CFDS-012 OPTN-057 an engine has published terms from their moment on, by one command each, and what is not changed stays', async () => {
  const { engine } = realm;
  const kinds = termsKinds(engine);
  const published = {
    contract: { ...kinds.contract.origin('BTCUSDT-CFD')!, ...OTHER },
    option: { ...kinds.option.origin('BTCUSDT-OPT')!, mostStake: 600_000_000_000, payout30000: 0 },
  };
  const subjects = { contract: 'BTCUSDT-CFD', option: 'BTCUSDT-OPT' };
  const effectiveAt = (kind: 'contract' | 'option', at: number) =>
    at < 100 ? [] : [versionOf(kind, subjects[kind], published[kind])];
  const jobs = [0, 1].map(() => publishedTermsJob(engine, { effectiveAt }, 'demo'));
  const run = (at: number) =>
    Promise.all(jobs.map((job) => job.run(at, new AbortController().signal)));
  const { seq } = engine.status;
  await run(99);
  expect(engine.status.seq).toBe(seq);
  // Two servers at once, and again later.
  await run(100);
  await run(101);
  expect(engine.status.seq).toBe(seq + 2);
  const { row } = engine.machines.cfd.state.bySymbol.get('BTCUSDT-CFD')!;
  expect(termsOfListing(listingOf(row))).toEqual(published.contract);
  expect(listingOf(row)).toMatchObject({ index: 'BTC-USDT', contractSize: '1' });
  expect(kinds.option.origin('BTCUSDT-OPT')).toEqual(published.option);
  realm.audit();
});

function versionOf(kind: 'contract' | 'option', subject: string, terms: TermValues) {
  return {
    ...{ versionId: kind === 'contract' ? 7 : 8, kind, subject, terms, changes: [] },
    ...{ against: true, reason: 'costs', signers: [1, 2], publishedAt: 50, takesEffectAt: 100 },
    withdrawn: null,
  };
}
