import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { gainOf, LONG, rateOf } from '@assay/core/position/value';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/test-server.ts';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { PaperLog, paperSigner } from '../options/testing/paper-log.ts';
import { proofOf } from './receipts.ts';
import { listing, PAIRS } from './testing/listings.ts';

type Said = Parameters<typeof proofOf>[0];
type Receipt = Said['receipt'];
type Account = NonNullable<Receipt['account']>;
type Runs = Parameters<typeof proofOf>[1];
/** What is said and by which ticks, when something of it is another one. */
type Change = Partial<Said> & Partial<Runs>;
type Lie = readonly [change: Change, reason: string];

const DOLLAR = 'USD-JPY';
const PRICES = { [DOLLAR]: 156.25, 'EUR-JPY': 179.99, 'GBP-USD': 1.25, 'EUR-GBP': 0.88 };
const log = new PaperLog();
const signer = paperSigner();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ house: {}, evidence: () => ({ ticks: log, signer }) });
  const { demo } = server;
  const size = { contractSize: '100000', lotStep: '0.01' };
  for (const one of [listing(), ...PAIRS.map((pair) => ({ ...pair, ...size }))]) {
    await demo.must(OWNER.setup, 'listCfd', one);
  }
  const capital = { owner: OWNER.cfd, asset: 'USDT', amount: '10000000' };
  await demo.must(OWNER.setup, 'fundHouse', capital);
  await tick({ ...PRICES, 'BTC-USDT': 100 });
});
afterAll(() => server.stop());

/** A tick of each of these, in one command. */
async function tick(news: Readonly<Record<string, number>>, after = 1_000): Promise<void> {
  const { demo } = server;
  demo.clock.advance(after);
  const prices = Object.entries(news).map(([index, price]) => {
    const units = Math.round(price * 1e8);
    const { n } = log.add(index, demo.clock.now(), BigInt(units));
    return { index, price: formatSafe(units, SCALE), n };
  });
  await demo.must(OWNER.feeds, 'recordPrices', { prices });
}

async function rich(amount: string): Promise<number> {
  const user = await server.demo.newUser({ USDT: amount });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount };
  await server.demo.must(user, 'transferFunds', moved);
  return user;
}

async function order(user: number, change: object): Promise<void> {
  const body = { kind: 'market', side: 'buy', lots: '1', leverage: 20, ...change };
  expect(await server.post(user, 'placeCfdOrder', body)).toMatchObject({ code: 0 });
}

/** Openings, a guaranteed stop, a part, nights, and all the rest by request. */
async function trade(user: number): Promise<void> {
  await order(user, { contract: 'EURJPY-CFD' });
  await order(user, { contract: 'USDJPY-CFD', lots: '0.5', side: 'sell' });
  await order(user, { contract: 'EURGBP-CFD', lots: '0.3', side: 'sell' });
  await order(user, { contract: 'GBPUSD-CFD', lots: '0.2' });
  const stop = { stopLoss: '182', guaranteed: true };
  await order(user, { contract: 'EURJPY-CFD', lots: '0.37', side: 'sell', ...stop });
  // What converts has moved before the pair does.
  await tick({ [DOLLAR]: 156 });
  await tick({ [DOLLAR]: 156.25, 'EUR-JPY': 179.99, 'GBP-USD': 1.26, 'EUR-GBP': 0.88 });
  const { data } = await server.get(user, 'getCfdAccount');
  const [{ id: positionId }] = data.positions;
  await server.post(user, 'closeCfdPositions', { positionId, lots: '0.4' });
  await tick({ [DOLLAR]: 157.75 });
  await tick({ 'EUR-JPY': 183.3 });
  await tick({ ...PRICES, [DOLLAR]: 155.5 }, DAY);
  await server.post(user, 'closeCfdPositions', {});
  await tick({ ...PRICES, 'EUR-JPY': 180.51, 'GBP-USD': 1.27 });
}

async function proofsOf(user: number) {
  const { data } = await server.get(user, 'getCfdReceipts', { limit: '500' });
  const asked = data.receipts.map(({ seq, n }: { seq: number; n: number }) =>
    server.get(user, 'getCfdReceipt', { seq: String(seq), n: String(n) }),
  );
  return (await Promise.all(asked)).map(({ data }) => data);
}

const whyOf = ({ receipt: { kind, why, contract } }: Proof) => `${kind} ${why} of ${contract}`;
const unitsOf = (text: string) => BigInt(Math.round(Number(text) * 1e8));

type Proof = Awaited<ReturnType<typeof proofsOf>>[number];

/** The same proof as the house would sign it with something changed. */
async function refusal(proof: Proof, change: Change): Promise<string> {
  const { receipt, terms, opened, session, ...rest } = { ...partsOf(proof), ...change };
  const made = proofOf({ receipt, terms, opened, session }, rest, signer);
  const right = await verifyContract(made, signer.publicKey).catch((error: Error) => error);
  return right instanceof Error ? right.message : '';
}

function partsOf({ receipt, terms, opened, session, ticks, conversion, others }: Proof) {
  const runs = others.map((one: { ticks: Runs['ticks'] }) => one.ticks);
  const said = { receipt, terms, opened, session } as Said;
  return { ...said, ticks, conversion: conversion?.ticks, others: runs } as Said & Runs;
}

function unconverted({ conversionPrice: _, ...rest }: NonNullable<Said['opened']>) {
  return rest as NonNullable<Said['opened']>;
}

/** A tick of what converts that came after the fill, said to have been there at it. */
function laterOf(proof: Proof, all: readonly Proof[]): Lie[] {
  const { receipt, terms, conversion = [] } = partsOf(proof);
  const isFill = receipt.kind !== 'financed' && terms.conversionIndex !== terms.index;
  const later = all.find((one) => {
    const last = one.conversion?.ticks.at(-1);
    const own = conversion.at(-1)!;
    return last?.index === own.index && last.at > own.at && last.at <= own.at + 3_600_000;
  });
  if (!isFill || later === undefined) return [];
  const { ticks } = later.conversion;
  const { n: conversionTick, price: conversionPrice } = ticks.at(-1);
  const named = { ...receipt, conversionTick, conversionPrice, conversionTickAt: receipt.tickAt };
  return [[{ receipt: named, conversion: ticks }, 'was there later']];
}

/** What nothing of a converted receipt may be instead, and why it is refused. */
function liesOf(proof: Proof): Lie[] {
  const { receipt, terms, opened, conversion = [] } = partsOf(proof);
  const { conversionTick: n, conversionTickAt: at, conversionPrice, ...bare } = receipt;
  const index = terms.conversionIndex!;
  const before = { conversionTick: n! - 1, conversionPrice: conversion.at(-2)!.price };
  const amount = receipt.kind === 'opened' ? 'the margin' : 'the profit or loss';
  const wrong = receipt.kind === 'financed' ? 'the charge of the night' : amount;
  const isOwn = index === terms.index && receipt.kind !== 'financed';
  const { conversionIndex: _i, conversionWay: _w, ...plain } = terms;
  const way = terms.conversionWay === 'over' ? 'times' : 'over';
  const broken = conversion.with(-2, { ...conversion.at(-2)!, price: '1' });
  return [
    [{ receipt: { ...receipt, conversionPrice: '150' } }, `tick of ${index} has another price`],
    [{ receipt: { ...receipt, conversionTick: n! - 1 } }, `another tick of ${index}`],
    [
      { receipt: { ...receipt, ...before }, conversion: conversion.slice(0, -1) },
      isOwn ? `two ticks of ${index}` : wrong,
    ],
    [{ receipt: { ...receipt, conversionTickAt: at! - 2 * DAY } }, 'before it was there'],
    [{ conversion: undefined }, `no ticks of ${index}`],
    [{ conversion: conversion.toReversed() }, 'does not follow'],
    [{ conversion: broken }, 'does not have its hash'],
    [{ terms: { ...terms, conversionWay: way } }, 'another index converts it'],
    [{ terms: { ...terms, conversionIndex: 'CHF-USD' } }, 'another index converts it'],
    [
      { terms: { ...terms, conversionIndex: terms.index === index ? 'EUR-JPY' : terms.index } },
      'another index converts it',
    ],
    [{ terms: plain }, 'nothing converts it'],
    [{ receipt: bare }, `${index} converts it`],
    ...(receipt.kind !== 'closed'
      ? []
      : ([[{ opened: unconverted(opened!) }, 'opened by other terms']] as const)),
    ...(receipt.kind === 'financed'
      ? []
      : ([
          [{ receipt: { ...receipt, conversionTickAt: receipt.tickAt + 1 } }, 'from later'],
        ] as const)),
  ];
}

it('CFDS-143 the program converts what a receipt says by its tick, and refuses another price, tick or way', async () => {
  const user = await rich('100000');
  await trade(user);
  const proofs = await proofsOf(user);
  const converted = proofs.filter(({ terms }) => terms.conversionIndex !== undefined);
  const whys = converted.map(({ receipt }) => `${receipt.kind} ${receipt.why}`);
  for (const why of [
    'opened market',
    'closed guaranteedStop',
    'closed request',
    'financed night',
  ]) {
    expect(whys).toContain(why);
  }
  let sum = 0n;
  for (const proof of proofs) sum += (await verifyContract(proof, signer.publicKey)).amount;
  const { data } = await server.get(user, 'getCfdAccount');
  const fired = converted.find(({ receipt }) => receipt.why === 'guaranteedStop').receipt;
  const kept = 100_000n * 10n ** 8n - unitsOf(fired.premium);
  expect(unitsOf(data.account.equity)).toBe(kept + sum);
  // Bought at 180.00: at 20:1 and 156.25 yen a dollar a lot needs 5,760; half a yen brings 320.
  const first = converted.findLast(({ receipt }) => receipt.contract === 'EURJPY-CFD');
  expect(first.receipt).toMatchObject({ price: '180', conversionPrice: '156.25', margin: '5760' });
  const last = converted.find(({ receipt: { id, why } }) => {
    return id === first.receipt.id && why === 'request';
  });
  expect(last.receipt).toMatchObject({ price: '180.5', lots: '0.6', amount: '192' });

  expect(converted.flatMap((proof) => laterOf(proof, converted))).not.toEqual([]);
  for (const proof of converted) {
    expect(await refusal(proof, {}), 'the same').toBe('');
    for (const [change, reason] of [...liesOf(proof), ...laterOf(proof, converted)]) {
      expect(await refusal(proof, change), whyOf(proof)).toContain(reason);
    }
    const lie = { ...proof, receipt: { ...proof.receipt, conversionPrice: '150' } };
    await expect(verifyContract(lie)).rejects.toThrow('not signed');
  }
  // One that is priced in dollars has nothing that converts it.
  const plain = proofs.find(({ receipt }) => receipt.contract === 'GBPUSD-CFD');
  const { conversionTick, conversionTickAt, conversionPrice } = first.receipt;
  const named = { ...plain.receipt, conversionTick, conversionTickAt, conversionPrice };
  const conversion = partsOf(first).conversion;
  expect(await refusal(plain, { receipt: named, conversion })).toBe('nothing converts it');
});

/** Closed by the tick of the dollar before the last, with what that brings. */
function byTickBefore(receipt: Receipt, conversion: NonNullable<Runs['conversion']>): Receipt {
  const { n: conversionTick, price: conversionPrice } = conversion.at(-2)!;
  const [entry, price, dollar] = [receipt.entry, receipt.price, conversionPrice].map((text) =>
    Number(unitsOf(text)),
  ) as [number, number, number];
  const quantity = unitsOf(receipt.lots) * 100_000n;
  const gain = gainOf(LONG, entry, price, quantity, rateOf(dollar, 'over'));
  return { ...receipt, conversionTick, conversionPrice, amount: formatDecimal(gain, SCALE) };
}

/** Each account of a close-out in which something that converts is another one, and why not. */
function accountLies(proof: Proof): Lie[] {
  const { receipt, others, opened, conversion = [] } = partsOf(proof);
  const { account: kept, ...bare } = receipt;
  const account = kept!;
  const { positions, markets } = account;
  const said = (change: Partial<Account>, runs = others): Change => ({
    ...{ receipt: { ...receipt, account: { ...account, ...change } }, others: runs! },
  });
  const at = (contract: string) => positions.findIndex((one) => one.contract === contract);
  const withEntry = (contract: string, conversionEntry: string | undefined): Partial<Account> => {
    const n = at(contract);
    return { positions: positions.with(n, { ...positions[n]!, conversionEntry }) };
  };
  const [dollar, pound] = ['USDJPY-CFD', 'GBPUSD-CFD'].map((contract) =>
    markets.findIndex((one) => one.contract === contract),
  ) as [number, number];
  const marketWith = (n: number, change: Partial<Account['markets'][number]>) =>
    said({ markets: markets.with(n, { ...markets[n]!, ...change }) });
  const without = (n: number) =>
    said({ markets: markets.toSpliced(n, 1) }, others!.toSpliced(n, 1));
  return [
    [{ receipt: bare }, 'no account'],
    [said(withEntry('EURJPY-CFD', '156')), 'margin of a position'],
    [said(withEntry('EURJPY-CFD', undefined)), 'USD-JPY converts it'],
    [said(withEntry('BTCUSDT-CFD', '156')), 'nothing converts it'],
    [without(pound), 'GBP-USD converts it'],
    [marketWith(pound, { indexPrice: '1.3' }), 'tick of GBP-USD has another price'],
    [marketWith(pound, { tickAt: receipt.at + 1 }), 'from later'],
    ...(dollar < 0
      ? []
      : ([
          [without(dollar), 'USD-JPY converts it'],
          [marketWith(dollar, { tick: markets[dollar]!.tick - 1 }), 'another tick of USD-JPY'],
        ] as const)),
    [{ opened: { ...opened!, conversionPrice: '156' } }, 'margin was converted otherwise'],
    [
      { receipt: byTickBefore(receipt, conversion), conversion: conversion.slice(0, -1) },
      'account is converted by another price',
    ],
  ];
}

it('CFDS-143 a close-out is decided by what converts each position of its account, and not without', async () => {
  const user = await rich('4500');
  await tick({ ...PRICES, 'BTC-USDT': 100 });
  await order(user, { contract: 'EURJPY-CFD', lots: '0.4' });
  await order(user, { contract: 'EURGBP-CFD', lots: '0.1' });
  await order(user, { contract: 'BTCUSDT-CFD', lots: '50' });
  await tick({ ...PRICES, 'BTC-USDT': 100 });
  // Closed out at a tick of a contract that is not converted, by prices of different moments.
  await tick({ [DOLLAR]: 150, 'EUR-JPY': 172 });
  await tick({ [DOLLAR]: 149.5, 'BTC-USDT': 82 });
  await tick({ 'BTC-USDT': 80 });
  const proofs = (await proofsOf(user)).filter(({ receipt }) => receipt.why === 'closeOut');
  expect(proofs.map(({ receipt }) => receipt.contract)).toContain('EURJPY-CFD');
  for (const proof of proofs) {
    const { receipt } = proof;
    const { account } = await verifyContract(proof, signer.publicKey);
    expect(account).toEqual(receipt.account);
    if (receipt.contract !== 'EURJPY-CFD') continue;
    expect(receipt.conversionTickAt).toBeGreaterThan(receipt.tickAt);
    expect(await refusal(proof, {})).toBe('');
    for (const [change, reason] of accountLies(proof)) {
      expect(await refusal(proof, change), whyOf(proof)).toContain(reason);
    }
  }
});
