import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyOption } from '../../examples/verify-option.mjs';
import { optionHandlers } from './calls.ts';
import { TickFollower } from './follower.ts';
import { MadeGoodPayer } from './made-good.ts';
import { OptionReads } from './store/reads.ts';
import { INDEX, MARKET, type OptionDesk, startDesk, UNIT, units } from './testing/desk.ts';
import { PaperLog, paperSigner } from './testing/paper-log.ts';

const STAFF = staffActor(1);
const PRICE = 90_000n * BigInt(UNIT);
const log = new PaperLog();
const signer = paperSigner();
let desk: OptionDesk;
let handlers: ReturnType<typeof optionHandlers>;
let follower: TickFollower;
let payer: MadeGoodPayer;
let reads: OptionReads;

beforeAll(async () => {
  desk = await startDesk({ slice: 3, capital: '5000', terms: { feePpm: 1_000 } });
  const { realm } = desk;
  reads = new OptionReads(realm.db.pool, 'demo');
  const demo = {
    ...({ realm: 'demo', reads, machine: () => realm.machines.options } as const),
    submit: (command: never) => realm.engine.submit(command),
    decided: () => realm.engine.decided(),
    assetSymbol: (id: number) => realm.machines.markets.assetSymbol(id),
  } as const;
  handlers = optionHandlers({
    ...{ realms: { real: demo, demo }, ticks: log, signer },
    policyOf: async () => 'strict',
    areTrialsOffered: async () => false,
  });
  const { machine, decided } = demo;
  follower = new TickFollower({
    ...{ realm: 'demo', machine, ticks: log, now: () => realm.clock.now() },
    submit: (command) => realm.engine.submit(command),
  });
  payer = new MadeGoodPayer({
    ...{ realm: 'demo', machine, reads, decided },
    submit: (command) => realm.engine.submit(command),
  });
});
afterAll(() => desk.realm.stop());

const as = (userId: number) =>
  ({ actor: { userId, realm: 'demo' }, now: desk.realm.clock.now() }) as never;

/** A second with a tick that is so far from the usual price. */
async function second(away = 0): Promise<void> {
  const { realm } = desk;
  realm.clock.advance(1_000);
  const price = PRICE + BigInt(away);
  const { n } = log.add(INDEX, realm.clock.now(), price);
  const text = `${price / BigInt(UNIT)}.${`${price % BigInt(UNIT)}`.padStart(8, '0')}`;
  const prices = [{ index: INDEX, price: text, n }];
  await realm.must(OWNER.feeds, 'recordPrices', { prices });
  await follower.follow();
  await desk.settled();
}

async function buy(user: number, direction: 'up' | 'down', stake = '100'): Promise<number> {
  const wanted = { market: MARKET, direction, termMs: 30_000, stake };
  const quoted = await handlers.quoteOption(wanted, as(user));
  if (!('quote' in quoted)) throw new Error('there is a quote');
  const { quote, signature } = quoted;
  const bought = await handlers.buyOption({ quote: JSON.stringify(quote), signature }, as(user));
  if (!('option' in bought)) throw new Error(JSON.stringify(bought));
  return bought.option.id;
}

/** Until the window is over: it ends above the entry, whatever that was. */
async function settle(away = 500): Promise<number> {
  await second();
  for (let i = 0; i < 22; i += 1) await second(away);
  const expiresAt = desk.realm.machines.options.open.series.rows()[0]?.expiresAt ?? 0;
  while (desk.realm.machines.options.open.rows().length > 0) await second(away);
  return expiresAt;
}

const declare = (expiresAt: number, more: object = {}, actor = STAFF) =>
  desk.realm.send(actor, 'makeGoodWindow', {
    ...{ index: INDEX, from: expiresAt - 1_000, to: expiresAt, reason: 'a wrong "source"' },
    ...more,
  });

const receiptOf = async (user: number, optionId: number) =>
  JSON.parse(JSON.stringify(await handlers.getOptionReceipt({ optionId }, as(user))));

it('OPTN-080 OPTN-081 OPTN-083 OPTN-084 a settled window is made good as a whole: losers get what they paid, winners keep what they got', async () => {
  const [one, other, third] = [await desk.person(), await desk.person(), await desk.person()];
  await second();
  const before = [one, other, third].map((user) => desk.has(user));
  const capital = desk.has('capital');
  const won = await buy(one, 'up');
  const lost: number[] = [];
  for (const stake of ['100', '7.00000001', '100', '20', '31']) {
    lost.push(await buy(other, 'down', stake));
  }
  lost.push(await buy(third, 'down', '300'));
  const expiresAt = await settle();
  desk.realm.audit();
  const hash = desk.realm.stateHash();
  await desk.realm.restart();
  expect(desk.realm.stateHash()).toBe(hash);
  const [row] = desk.realm.machines.options.windows.within(() => true, expiresAt, expiresAt, 0);
  expect(row).toMatchObject({ count: 6, missing: units('558.55800002'), declaredBy: null });
  const owed = [{ amount: '558.55800002', asset: 'USDT' }];
  const statistics = async () => {
    const found = await handlers.getOptionStatistics({ days: 1 }, as(one));
    if (!('days' in found)) throw new Error('everybody has them');
    return found;
  };
  const [day] = (await statistics()).days;

  expect(await declare(expiresAt, {}, one)).toMatchObject({ refusal: 'notAllowed' });
  expect(await declare(expiresAt, { reason: ' ' })).toMatchObject({ refusal: 'invalidReason' });
  expect(await declare(expiresAt, { to: 1 })).toMatchObject({ refusal: 'invalidSpan' });
  expect(await declare(expiresAt - 60_000)).toMatchObject({ refusal: 'nothingSettled' });
  expect(await declare(expiresAt, { index: 'ETH-USDT' })).toMatchObject({
    refusal: 'nothingSettled',
  });
  const reply = await declare(expiresAt);
  expect(reply).toMatchObject({ ok: true, value: { windows: 1, owed } });
  // It is set aside at once, and the same window is not declared twice.
  expect(desk.has('escrow')).toBe(units('558.55800002'));
  desk.realm.audit();
  expect(await declare(expiresAt)).toMatchObject({ refusal: 'nothingSettled' });

  const [part] = desk.realm.machines.options.windows.owed();
  const lines = await reads.linesOf(part!, 200);
  const pay = (changed: readonly string[], actor: number = OWNER.setup) =>
    desk.realm.send(actor, 'payMadeGood', {
      ...{ market: MARKET, expiresAt, windowMs: part!.windowMs, part: 0, lines: changed },
    });
  expect(await pay(lines, STAFF)).toMatchObject({ refusal: 'notAllowed' });
  const richer = lines[0]!.replace(`${100 * UNIT}`, `${900 * UNIT}`);
  expect(richer).not.toBe(lines[0]);
  for (const wrong of [
    lines.slice(1),
    lines.toReversed(),
    [...lines, lines[0]!],
    [richer, ...lines.slice(1)],
    [],
  ]) {
    expect(await pay(wrong)).toMatchObject({ refusal: 'otherOptions' });
  }
  // A server that dies between declaration and payment goes on where it was.
  await desk.realm.restart();
  desk.realm.audit();
  await payer.pay();
  expect(await pay(lines)).toMatchObject({ refusal: 'otherOptions' });
  desk.realm.audit();
  expect(desk.has('escrow')).toBe(0n);
  const after = [one, other, third].map((user, at) => desk.has(user) - before[at]!);
  expect(after).toEqual([units('79.9'), 0n, 0n]);
  // All of it was the house's: the gain that was paid, and the fees that stand in house:fees.
  expect(capital - desk.has('capital')).toBe(units('80') + units('0.55800001'));

  const { days, voided } = await statistics();
  expect(voided[0]).toMatchObject({
    ...{ index: INDEX, windows: 1, reason: 'a wrong "source"', madeGood: owed[0]!.amount },
  });
  const kept = (text: string | undefined) => Number(text);
  expect(kept(day?.realisedHold) - kept(days[0]?.realisedHold)).toBeCloseTo(558.55800002, 6);
  expect([day?.crowdWrong, days[0]?.crowdWrong]).toEqual([1, 0]);
  const listed = await handlers.getOptions({ limit: 50 }, as(other));
  if (!('ended' in listed)) throw new Error('everybody has a list');
  expect(listed.ended.map(({ madeGood }) => madeGood)).toEqual([
    ...['31.031', '20.02', '100.1', '7.00700002', '100.1'],
  ]);
  expect((await reads.resultOf(other, Number.MAX_SAFE_INTEGER))[0]?.result).toBe(0n);

  for (const id of lost.slice(0, 5)) {
    const receipt = await receiptOf(other, id);
    expect(await verifyOption(receipt, signer.publicKey)).toMatchObject({ result: 'lost' });
    for (const [path, wrong] of [
      ['amount', receipt.madeGood.amount + 1],
      ['reason', 'another'],
      ['to', expiresAt + 1],
      ['declared', receipt.madeGood.declared - 1],
      ['postings', []],
      ['signature', receipt.signature],
    ] as const) {
      const forged = { ...receipt, madeGood: { ...receipt.madeGood, [path]: wrong } };
      await expect(verifyOption(forged, signer.publicKey), path).rejects.toThrow();
    }
    const stolen = { ...receipt, madeGood: (await receiptOf(third, lost[5]!)).madeGood };
    await expect(verifyOption(stolen, signer.publicKey)).rejects.toThrow();
  }
  const right = await receiptOf(one, won);
  expect(right.madeGood).toBeUndefined();
  const claimed = { ...right, madeGood: (await receiptOf(third, lost[5]!)).madeGood };
  await expect(verifyOption(claimed, signer.publicKey)).rejects.toThrow();
});

it('OPTN-081 a house that cannot pay refuses before anything is declared; what was missing of an account that ended stays with it', async () => {
  const [one, other] = [await desk.person(), await desk.person()];
  await second();
  await buy(one, 'down', '200');
  await buy(other, 'down', '100');
  const expiresAt = await settle();
  const capital = { owner: OWNER.optionsEscrow, asset: 'USDT' };
  const rich = await desk.person(100_000);
  while (desk.has('capital') >= units('300.3')) {
    const rest = Number((desk.has('capital') - units('250')) / BigInt(UNIT));
    await buy(rich, 'up', `${Math.min(1_000, Math.max(1, Math.ceil(rest / 0.8)))}`);
  }
  const hash = desk.realm.stateHash();
  expect(await declare(expiresAt)).toMatchObject({
    ...{ refusal: 'capitalTooSmall', detail: { amount: '300.3', asset: 'USDT' } },
  });
  expect(desk.realm.stateHash()).toBe(hash);
  await desk.realm.must(OWNER.setup, 'fundHouse', { ...capital, amount: '1000' });
  const left = desk.has('capital');
  expect(await declare(expiresAt)).toMatchObject({ ok: true });
  expect(left - desk.has('capital')).toBe(units('300.3'));
  await desk.realm.must(OWNER.setup, 'endVirtualAccount', { userId: one });
  await payer.pay();
  desk.realm.audit();
  expect([desk.has(one), left - desk.has('capital')]).toEqual([0n, units('100.1')]);
  expect(desk.has(other)).toBe(units('10000'));
  await settle();
});

it('OPTN-082 a window can be declared wrong for thirty days, a part of it never', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => desk.person()));
  await second();
  for (let i = 0; i < 205; i += 1) await buy(people[i % 5]!, 'down', '1');
  const expiresAt = await settle();
  const { machines, clock } = desk.realm;
  const at = () => machines.options.windows.within(() => true, expiresAt, expiresAt, clock.now());
  expect(at().map(({ part, count }) => [part, count])).toEqual([
    [0, 200],
    [1, 5],
  ]);
  expect(await declare(expiresAt)).toMatchObject({ value: { windows: 1 } });
  await payer.pay();
  desk.realm.audit();
  for (const user of people) expect(desk.has(user)).toBe(units('10000'));

  await second();
  await buy(people[0]!, 'down', '1');
  const later = await settle();
  clock.advance(30 * DAY);
  expect(await declare(later)).toMatchObject({ refusal: 'nothingSettled' });
  await second();
  await buy(people[0]!, 'down', '1');
  await settle();
  const rows = machines.options.windows.within(() => true, 0, Number.MAX_SAFE_INTEGER, 0);
  expect(rows.some((row) => row.expiresAt === later)).toBe(false);
});
