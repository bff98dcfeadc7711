import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { financingOf } from '@assay/core/position/financing';
import {
  cutOff,
  dayOf,
  NIGHT_RULES,
  readHolidays,
  rolloversIn,
} from '@assay/core/position/rollover';
import { LONG } from '@assay/core/position/value';
import { createDice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/test-server.ts';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { PaperLog, paperSigner } from '../options/testing/paper-log.ts';
import { proofOf } from './receipts.ts';
import { listing } from './testing/listings.ts';

const INDEX = 'BTC-USDT';
const CONTRACT = 'BTCUSDT-CFD';
const ETH = { symbol: 'ETHUSDT-CFD', index: 'ETH-USDT', contractSize: '10', spread: '0.03' };
const log = new PaperLog();
const signer = paperSigner();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ house: {}, evidence: () => ({ ticks: log, signer }) });
  const { demo } = server;
  // The spread follows how the price moves.
  await demo.must(OWNER.setup, 'listCfd', listing({ calmPpm: 4_000, spread: '0.33' }));
  await demo.must(OWNER.setup, 'listCfd', listing(ETH));
  const capital = { owner: OWNER.cfd, asset: 'USDT', amount: '1000000' };
  await demo.must(OWNER.setup, 'fundHouse', capital);
  await tick(100);
});
afterAll(() => server.stop());

async function tick(price: number, after = 1_000, index = INDEX): Promise<void> {
  const { demo } = server;
  demo.clock.advance(after);
  const units = Math.round(price * 1e8);
  const { n } = log.add(index, demo.clock.now(), BigInt(units));
  const prices = [{ index, price: formatSafe(units, SCALE), n }];
  await demo.must(OWNER.feeds, 'recordPrices', { prices });
}

/** Somebody whose account sees all that can happen to one. */
async function trade(): Promise<number> {
  const user = await server.demo.newUser({ USDT: '1000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '300' };
  await server.demo.must(user, 'transferFunds', moved);
  const order = async (change: object) => {
    const body = { contract: CONTRACT, kind: 'market', lots: '1', leverage: 20, ...change };
    expect(await server.post(user, 'placeCfdOrder', body)).toMatchObject({ code: 0 });
  };
  await order({ side: 'buy', takeProfit: '104' });
  await order({ side: 'sell', lots: '0.37', stopLoss: '103', guaranteed: true });
  await order({ side: 'sell', trailing: '2', slippage: '0.01' });
  const dice = createDice(72);
  for (let n = 0; n < 20; n += 1) await tick(100 + dice.int(-40, 40) / 100);
  await tick(105);
  await order({ side: 'buy', lots: '20' });
  await tick(105);
  await tick(105.1, DAY);
  await server.post(user, 'closeCfdPositions', { lots: undefined });
  for (const price of [97, 96, 95]) await tick(price);
  return user;
}

it('CFDS-072 also where the engine has left out ticks, and nights under terms newer than the last tick', async () => {
  const user = await server.demo.newUser({ USDT: '1000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '300' };
  await server.demo.must(user, 'transferFunds', moved);
  const body = { contract: CONTRACT, kind: 'market', side: 'buy', lots: '1', leverage: 20 };
  await server.post(user, 'placeCfdOrder', body);
  await tick(100);
  for (let n = 0; n < 200; n += 1) {
    server.demo.clock.advance(1_000);
    log.add(INDEX, server.demo.clock.now(), BigInt(100_000_000 + n) * 100n);
  }
  await server.post(user, 'placeCfdOrder', body);
  await tick(100.1);
  await server.demo.must(OWNER.setup, 'setCfdTerms', listing({ calmPpm: 4_000, spread: '0.5' }));
  await tick(100.2, DAY);
  const proofs = await proofsOf(user);
  const seen = proofs.map(({ receipt: { kind, version } }) => `${kind} ${version}`);
  expect(seen).toEqual(['financed 2', 'financed 2', 'opened 1', 'opened 1']);
  for (const proof of proofs) await verifyContract(proof, signer.publicKey);
});

/** A receipt whose price its customer did not agree to, or whose level was not reached. */
function pastBounds(receipt: { kind: string; why: string; side: string; price: string }) {
  const raised = receipt.side === 'buy' ? 1 : -1;
  const at = (distance: number) => String(Number(receipt.price) + raised * distance);
  if (receipt.kind === 'opened') {
    const stop = { ...receipt, why: 'stop', reference: at(1) };
    return [{ receipt: { ...receipt, worst: at(-1) } }, { receipt: stop }];
  }
  if (receipt.kind !== 'closed') return [];
  return [
    { receipt: { ...receipt, why: 'request', worst: at(1) } },
    { receipt: { ...receipt, why: 'takeProfit', reference: at(1) } },
    { receipt: { ...receipt, why: 'stopLoss', reference: at(-1) } },
    { receipt: { ...receipt, why: 'guaranteedStop', reference: at(-1) } },
  ];
}

type Said = Parameters<typeof proofOf>[0];

/** A night at another hour or date, before the opening, or at a price from after it. */
function otherNights({ receipt, terms }: Pick<Said, 'receipt' | 'terms'>): Partial<Said>[] {
  if (receipt.kind !== 'financed') return [];
  const date = new Date(receipt.at).toISOString().slice(0, 10);
  return [
    { receipt: { ...receipt, at: receipt.at + 3_600_000 } },
    { receipt: { ...receipt, startedAt: receipt.at } },
    { receipt: { ...receipt, tickAt: receipt.at + 1 } },
    { terms: { ...terms, holidays: `${date}=1/2` } },
  ];
}

async function proofsOf(user: number) {
  const { data } = await server.get(user, 'getCfdReceipts', { limit: '500' });
  const asked = data.receipts.map(({ seq, n }: { seq: number; n: number }) =>
    server.get(user, 'getCfdReceipt', { seq: String(seq), n: String(n) }),
  );
  return (await Promise.all(asked)).map(({ data }) => data);
}

type Posting = Readonly<Record<'from' | 'to' | 'amount' | 'purpose', string>>;

/** What the ledger moved by the commands of receipts, but for premiums: each command once. */
function movedBy(proofs: Awaited<ReturnType<typeof proofsOf>>): bigint {
  const commands = new Map<number, Posting[]>(
    proofs.map(({ receipt }) => [receipt.seq, receipt.postings]),
  );
  let sum = 0n;
  for (const { from, to, amount, purpose } of [...commands.values()].flat()) {
    expect([from, to]).toContain('person contract');
    if (!/^cfd(Gain|Loss|Night|NightCredit)$/.test(purpose)) continue;
    const units = BigInt(Math.round(Number(amount) * 1e8));
    sum += to === 'person contract' ? units : -units;
  }
  return sum;
}

it('CFDS-128 CFDS-072 CFDS-073 receipts are computed again by a program of its own, and forged ones are refused', async () => {
  const user = await trade();
  const proofs = await proofsOf(user);
  const whys = new Set(proofs.map(({ receipt }) => `${receipt.kind} ${receipt.why}`));
  for (const wanted of ['opened market', 'closed takeProfit', 'closed guaranteedStop']) {
    expect([...whys]).toContain(wanted);
  }
  expect([...whys].some((why) => why.startsWith('financed'))).toBe(true);
  expect(new Set(proofs.map(({ receipt }) => receipt.spread)).size).toBeGreaterThan(1);
  let sum = 0n;
  for (const proof of proofs) sum += (await verifyContract(proof, signer.publicKey)).amount;
  expect(sum).not.toBe(0n);
  expect(movedBy(proofs)).toBe(sum);

  const other = paperSigner();
  for (const proof of proofs.filter(({ receipt }) => receipt.kind !== 'ended')) {
    const { receipt, terms, opened, session, ticks } = proof;
    await expect(verifyContract(proof, other.publicKey)).rejects.toThrow('another key');
    const lie = { ...proof, receipt: { ...receipt, amount: '1000000' } };
    await expect(verifyContract(lie)).rejects.toThrow('not signed');
    // What the house itself would sign, against what follows from its ticks and terms.
    const changes = [
      { receipt: { ...receipt, amount: `${Number(receipt.amount) + 0.00000001}` } },
      { receipt: { ...receipt, spread: '0.34' } },
      { receipt: { ...receipt, indexPrice: '99.99', recent: [...receipt.recent, '99.99'] } },
      { receipt: { ...receipt, recent: ['1', ...receipt.recent.slice(1)] } },
      { terms: { ...terms, contractSize: '2' } },
      { terms: { ...terms, index: 'ETH-USDT' } },
      { session: null },
      { receipt: { ...receipt, tickAt: ticks.at(-1).at - 2 * 3_600_000 } },
      ...pastBounds(receipt),
      ...otherNights(proof),
    ];
    for (const change of changes) {
      const signed = proofOf({ receipt, terms, opened, session, ...change }, { ticks }, signer);
      await expect(verifyContract(signed), JSON.stringify(change)).rejects.toThrow();
    }
    if (receipt.kind === 'financed') continue;
    const price = { ...receipt, price: `${Number(receipt.price) + 0.5}` };
    const signed = proofOf({ receipt: price, terms, opened, session }, { ticks }, signer);
    await expect(verifyContract(signed)).rejects.toThrow();
  }
  const [first] = proofs;
  const stranger = await server.demo.newUser({ USDT: '1' });
  const { seq, n } = first.receipt;
  const asked = { seq: String(seq), n: String(n) };
  const refused = await server.get(stranger, 'getCfdReceipt', asked);
  expect(refused.data.refusal).toBe('unknownReceipt');
  const beyond = { seq: String(seq), n: String(2 ** 31) };
  expect((await server.get(stranger, 'getCfdReceipt', beyond)).code).toBe(2);
});

it('CFDS-079 the program counts the nights of each date by itself, and refuses others however they are paid', async () => {
  const {
    receipt,
    terms: before,
    session,
    ticks,
  } = (await proofsOf(await trade())).find(
    (proof) => proof.receipt.kind === 'financed' && proof.receipt.side === 'buy',
  );
  const lots = BigInt(Math.round(Number(receipt.lots) * 1e8));
  const price = Math.round(Number(receipt.indexPrice) * 1e8);
  const spans = ['2026-02-27', '2026-10-23', '2026-12-18'].map((date) => dayOf(date)!);
  const seen = new Set<string>();
  for (const [i, day] of spans.flatMap((day) =>
    Array.from({ length: 21 }, (_, i) => [i, day + i] as const),
  )) {
    const nights = NIGHT_RULES[i % NIGHT_RULES.length]!;
    const holidays = '2026-12-23=4/2,2026-12-25=0/0';
    const terms = { ...before, nights, holidays, carry: 70_000 };
    const [night] = rolloversIn(cutOff(day) - 1, cutOff(day), nights, readHolidays(holidays)!);
    const made = (carry: number, admin: number) => {
      const counted = { carry, admin };
      const rates = { carry: 70_000, days: terms.carryDays, adminPpm: terms.adminPpm };
      const amount = formatSafe(Number(financingOf(LONG, lots, price, rates, counted)), SCALE);
      const changed = { carryNights: carry, adminNights: admin, at: cutOff(day), amount };
      const said = { receipt: { ...receipt, ...changed }, terms, opened: null, session };
      return verifyContract(proofOf(said, { ticks }, signer), signer.publicKey);
    };
    const { carry, admin } = night ?? { carry: 0, admin: 0 };
    seen.add(`${nights} ${carry}/${admin}`);
    expect(await made(carry, admin)).toMatchObject({ kind: 'financed' });
    for (const [more, charged] of [
      [1, 0],
      [0, 1],
      [2, 0],
    ] as const) {
      await expect(made(carry + more, admin + charged)).rejects.toThrow('other nights');
    }
  }
  for (const one of ['spot 3/1', 'spot 1/3', 'future 3/3', 'daily 1/1', 'spot 0/0']) {
    expect([...seen]).toContain(one);
  }
});

/** The receipts of somebody who has three positions of one contract and one of another. */
async function closedOut(ethLots: string, ethAt: number, wait: number) {
  const user = await server.demo.newUser({ USDT: '1000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '300' };
  await server.demo.must(user, 'transferFunds', moved);
  const terms = (change: object) =>
    server.demo.must(OWNER.setup, 'setCfdTerms', listing({ calmPpm: 4_000, ...change }));
  await terms({ spread: '0.33' });
  await terms(ETH);
  await tick(10, 1_000, ETH.index);
  for (let n = 0; n < 16; n += 1) await tick(100);
  for (const [contract, side, lots] of [
    [CONTRACT, 'buy', '10'],
    [CONTRACT, 'buy', '20'],
    [CONTRACT, 'sell', '1'],
    [ETH.symbol, 'buy', ethLots],
  ]) {
    const body = { contract, kind: 'market', side, lots, leverage: 20 };
    expect(await server.post(user, 'placeCfdOrder', body)).toMatchObject({ code: 0 });
  }
  await tick(100);
  await tick(10, 1_000, ETH.index);
  await tick(ethAt, 1_000, ETH.index);
  // Terms that are newer than the last price of a market are not those of its spread.
  await terms({ ...ETH, spread: '0.05' });
  await tick(91, wait);
  await tick(91);
  const proofs = await proofsOf(user);
  return proofs.filter(({ receipt }) => receipt.why === 'closeOut').reverse();
}

type Account = NonNullable<Said['receipt']['account']>;

/** The same with one more or less of something. */
function altered(name: string, value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (value === 'buy' || value === 'sell') return value === 'buy' ? 'sell' : 'buy';
  if (name === 'contract') return value === CONTRACT ? ETH.symbol : CONTRACT;
  return name === 'riskRatePpm' ? `${value}0` : `${Number(value) + 0.00000001}`;
}

/** Each account in which one field is another one. */
function accountsLike(account: Account, seq: number): Account[] {
  const { positions, markets, ...own } = account;
  const scalars = Object.entries(own).filter(([name]) => name !== 'since');
  const inPositions = positions.flatMap((one, n) =>
    Object.entries(one)
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => positions.with(n, { ...one, [name]: altered(name, value) })),
  );
  const [market] = markets;
  const inMarket = [
    ...(['contract', 'tick', 'indexPrice', 'spread'] as const).map((name) => {
      return { ...market!, [name]: altered(name, market![name]) };
    }),
    { ...market!, tickAt: market!.tickAt - 2 * 3_600_000 },
    { ...market!, recent: ['1', ...market!.recent] },
    { ...market!, session: null },
    { ...market!, terms: { ...market!.terms, contractSize: '3' } },
    { ...market!, terms: { ...market!.terms, spread: '0.05' } },
  ];
  return [
    ...scalars.map(([name, value]) => ({ ...account, [name]: altered(name, value) })),
    ...[0, seq].map((since) => ({ ...account, since })),
    ...inPositions.map((some) => ({ ...account, positions: some })),
    ...positions.map((_, n) => ({ ...account, positions: positions.toSpliced(n, 1) })),
    { ...account, positions: positions.toReversed() },
    { ...account, positions: positions.toSpliced(0, 0, positions[0]!) },
    ...inMarket.map((one) => ({ ...account, markets: [one] })),
    { ...account, markets: [] },
  ];
}

it('CFDS-123 CFDS-124 a close-out is decided again from the account in its receipt, and forged accounts are refused', async () => {
  const proofs = await closedOut('5', 10, 1_000);
  expect(proofs.map(({ receipt }) => receipt.lots)).toEqual(['20', '10', '5']);
  for (const proof of proofs) {
    const { receipt, terms, opened, session, ticks, others } = proof;
    const { account, seq, id } = receipt;
    expect((await verifyContract(proof, signer.publicKey)).account).toEqual(account);
    expect(account.positions.map((one: { lots: string }) => one.lots)).toContain(receipt.lots);
    const said = { receipt, terms, opened, session };
    const runs = others.map((one: { ticks: never }) => one.ticks);
    const signed = (change: object, more = runs) =>
      verifyContract(
        proofOf({ ...said, receipt: { ...receipt, ...change } }, { ticks, others: more }, signer),
      );
    expect((await signed({})).account).toEqual(account);
    for (const forged of accountsLike(account, seq)) {
      const lie = { ...proof, receipt: { ...receipt, account: forged } };
      await expect(verifyContract(lie)).rejects.toThrow('not signed');
      await expect(signed({ account: forged }), JSON.stringify(forged)).rejects.toThrow();
    }
    // An account that is right in itself, but was not due.
    const rich = { ...account, wallet: '5000', equity: `${5000 - 300 + Number(account.equity)}` };
    await expect(signed({ account: rich })).rejects.toThrow();
    await expect(signed({}, [])).rejects.toThrow('no ticks');
    await expect(signed({ why: 'stopLoss', reference: receipt.price })).rejects.toThrow('danger');
    // What was kept before this was has none, and is computed again without it.
    const { account: _, ...older } = receipt;
    const old = proofOf({ ...said, receipt: older }, { ticks }, signer);
    expect((await verifyContract(old, signer.publicKey)).account).toBeNull();
    expect(id).toBe(opened.id);
  }
  // A larger loss whose price is older than ten seconds stays, and one that is not is the first.
  const deficits: string[] = [];
  const lotsOf = async (...how: Parameters<typeof closedOut>) => {
    const ends = await closedOut(...how);
    for (const proof of ends) await verifyContract(proof, signer.publicKey);
    deficits.push(...ends.map(({ receipt }) => receipt.account.deficit));
    return ends.map(({ receipt }) => receipt.lots);
  };
  expect(await lotsOf('6', 5, 1_000)).toEqual(['6', '20', '10', '1']);
  expect(await lotsOf('6', 5, 11_000)).toEqual(['20', '10', '1']);
  expect(deficits.some((deficit) => deficit !== '0')).toBe(true);
});
