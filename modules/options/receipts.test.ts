import { readFileSync } from 'node:fs';
import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyOption } from '../../examples/verify-option.mjs';
import { optionHandlers } from './calls.ts';
import { TickFollower } from './follower.ts';
import { OptionReads } from './store/reads.ts';
import {
  type Ended,
  INDEX,
  MARKET,
  type OptionDesk,
  startDesk,
  TERMS,
  UNIT,
} from './testing/desk.ts';
import { PaperLog, paperSigner } from './testing/paper-log.ts';

/** `OPTIONS_RECEIPTS=100000` is the long command. */
const COUNT = Number(process.env.OPTIONS_RECEIPTS ?? 5_000);
const FORGED = 1_000;
const PEOPLE = 40;
const A_SECOND = 50;

type Json = null | number | string | Json[] | { [key: string]: Json };

const dice = createDice(15);
const log = new PaperLog();
const signer = paperSigner();
let desk: OptionDesk;
let handlers: ReturnType<typeof optionHandlers>;
let follower: TickFollower;
const people: number[] = [];
const owners = new Map<number, number>();

const as = (userId: number) =>
  ({ actor: { userId, realm: 'demo' }, now: desk.realm.clock.now() }) as never;

beforeAll(async () => {
  const whole = 1_000_000_000 * UNIT;
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 4);
  const room = Math.min(whole, most);
  desk = await startDesk({
    capital: '5000000',
    terms: { feePpm: 1_500, tickDelayMs: 2_000, capacityExpiry: room, capacityOpen: room },
  });
  const { realm } = desk;
  const demo = {
    realm: 'demo',
    machine: () => realm.machines.options,
    submit: (command: never) => realm.engine.submit(command),
    decided: () => realm.engine.decided(),
    assetSymbol: (id: number) => realm.machines.markets.assetSymbol(id),
    reads: new OptionReads(realm.db.pool, 'demo'),
  } as const;
  handlers = optionHandlers({
    realms: { real: demo, demo },
    ticks: log,
    signer,
    policyOf: async () => 'strict',
    areTrialsOffered: async () => false,
  });
  follower = new TickFollower({
    realm: 'demo',
    machine: () => realm.machines.options,
    submit: (command) => realm.engine.submit(command),
    ticks: log,
    now: () => realm.clock.now(),
  });
  for (let i = 0; i < PEOPLE; i += 1) people.push(await desk.person(1_000_000));
});
afterAll(() => desk.realm.stop());

it('OPTN-021 who only excludes themselves keeps the daily limit that they have, or will have', async () => {
  const user = await desk.person();
  const at = desk.realm.clock.now();
  const limit = (input: object) => handlers.limitOptions(input as never, as(user));
  await limit({ dailyStake: '50', excludedUntil: 0 });
  const own = await limit({ excludedUntil: at + 1_000 });
  expect(own).toMatchObject({ dailyStake: '50', next: null, excludedUntil: at + 1_000 });
  const next = { dailyStake: '80', from: at + DAY };
  expect(await limit({ dailyStake: '80', excludedUntil: 0 })).toMatchObject({ next });
  expect(await limit({ excludedUntil: at + 2_000 })).toMatchObject({ dailyStake: '50', next });
  expect(desk.realm.machines.options.people.of(user, at + 2 * DAY).dailyStake).toBe(80 * UNIT);
});

let price = 90_000n * BigInt(UNIT);

/** A second: a tick or none, then what people buy. */
async function second(buys: number): Promise<void> {
  const { realm } = desk;
  realm.clock.advance(1_000);
  const now = realm.clock.now();
  price += BigInt(dice.pick([-3, -1, -1, 0, 0, 0, 0, 1, 1, 3]) * 1_000_000);
  const isGap = dice.int(0, 39) === 0;
  const tick = log.add(INDEX, now, isGap ? '' : price);
  if (!isGap) {
    const prices = [{ index: INDEX, price: formatDecimal(price, SCALE), n: tick.n }];
    await realm.must(OWNER.feeds, 'recordPrices', { prices });
  }
  await follower.follow();
  await desk.settled();
  realm.clock.advance(dice.int(0, 900));
  await Promise.all(Array.from({ length: buys }, () => buy()));
  realm.clock.advance(0);
}

async function buy(): Promise<void> {
  const user = dice.pick(people);
  const wanted = {
    market: MARKET,
    direction: dice.pick(['up', 'down'] as const),
    termMs: dice.pick([30_000, 30_000, 30_000, 60_000]),
    stake: dice.pick(['1', '2.5', '10.00000001', '99']),
  };
  const quoted = await handlers.quoteOption(wanted, as(user));
  if (!('quote' in quoted)) return;
  const { quote, signature } = quoted;
  const slippagePpm = dice.pick([undefined, undefined, 0, 500]);
  const body = { quote: JSON.stringify(quote), signature, slippagePpm };
  const bought = await handlers.buyOption(body, as(user));
  if ('option' in bought) owners.set(bought.option.id, user);
}

const receiptOf = async (id: number) => {
  const receipt = await handlers.getOptionReceipt({ optionId: id }, as(owners.get(id)!));
  return JSON.parse(JSON.stringify(receipt)) as { [key: string]: Json };
};

it(
  `OPTN-040 every one of ${COUNT} options is computed again by a program that shares nothing`,
  async () => {
    while (owners.size < COUNT) await second(Math.min(A_SECOND, COUNT - owners.size));
    await sellSome();
    for (let i = 0; i < 75; i += 1) await second(0);
    desk.realm.audit();
    const ended = await desk.ended();
    expect(ended.length).toBe(owners.size);
    const seen = new Map<string, number>();
    const verify = async ({ id, result, reason, paid }: Ended) => {
      const made = await verifyOption(await receiptOf(id), signer.publicKey);
      expect(made).toMatchObject({ result, reason, paid: Number(paid) });
      seen.set(result + reason, (seen.get(result + reason) ?? 0) + 1);
    };
    for (let at = 0; at < ended.length; at += 20) {
      await Promise.all(ended.slice(at, at + 20).map(verify));
    }
    for (const one of ['won', 'lost', 'tied', 'sold', 'voidslippage']) {
      expect([...seen.keys()]).toContain(one);
    }
  },
  120_000 + COUNT * 200,
);

async function sellSome(): Promise<void> {
  const { open } = desk.realm.machines.options;
  const running = open.rows().filter(({ state }) => state === 'running');
  for (const { id } of running.slice(-20)) {
    await handlers.sellOption({ optionId: id, least: '0.1' }, as(owners.get(id)!));
  }
}

it(`OPTN-041 ${FORGED} forged receipts and ticks are all refused`, async () => {
  const ended = await desk.ended();
  const kinds = [...new Set(ended.map(({ result, reason }) => result + reason))];
  const samples = kinds.flatMap((kind) =>
    ended.filter(({ result, reason }) => result + reason === kind).slice(0, 5),
  );
  const receipts = await Promise.all(samples.map(({ id }) => receiptOf(id)));
  for (let i = 0; i < FORGED; i += 1) {
    const receipt = structuredClone(dice.pick(receipts));
    const what = forge(receipt, dice);
    await expect(verifyOption(receipt, signer.publicKey), what).rejects.toThrow();
  }
  // A whole forgery with a key of one's own is refused by whoever knows the key of the house.
  const other = { ...receipts[0]!, publicKey: paperSigner().publicKey };
  await expect(verifyOption(other, signer.publicKey)).rejects.toThrow('another key');
  // A list is signed as the text in it is, and is another direction to whoever compares it.
  const listed = structuredClone(receipts[0]!) as { quote: { direction: unknown } };
  listed.quote.direction = [listed.quote.direction];
  await expect(verifyOption(listed, signer.publicKey)).rejects.toThrow('no such option');
});

/** Changes one place of a receipt; says which. */
function forge(receipt: { [key: string]: Json }, dice: Dice): string {
  const ticks = dice.pick(['entry', 'window'] as const);
  const list = (receipt[ticks] as { ticks: Json[] }).ticks;
  const way = dice.int(0, 5);
  if (way === 0 && list.length > 1) {
    const [gone] = list.splice(dice.int(0, list.length - 1), 1);
    return `without ${JSON.stringify(gone)} of ${ticks}`;
  }
  if (way === 1 && list.length > 0) {
    const at = dice.int(0, list.length - 1);
    list.splice(at, 0, structuredClone(list[at]!));
    return `tick ${at} of ${ticks} twice`;
  }
  const leaves: { of: { [key: string]: Json }; key: string; path: string }[] = [];
  const walk = (of: { [key: string]: Json }, path: string) => {
    for (const [key, value] of Object.entries(of)) {
      if (value !== null && typeof value === 'object') walk(value as never, `${path}.${key}`);
      else leaves.push({ of, key, path: `${path}.${key}` });
    }
  };
  walk(receipt, '');
  const { of, key, path } = dice.pick(leaves);
  const before = of[key];
  if (typeof before === 'number') of[key] = before + dice.pick([-1, 1, 1_000, 0.5]);
  else if (typeof before === 'string' && before !== '') {
    const at = dice.int(0, before.length - 1);
    const other = before[at] === '1' ? '2' : '1';
    of[key] = before.slice(0, at) + other + before.slice(at + 1);
  } else of[key] = 1;
  return `${path}: ${before} became ${of[key]}`;
}

it('OPTN-045 an option is known to its owner alone', async () => {
  const [id = 0, owner = 0] = [...owners][0] ?? [];
  const other = people.find((one) => one !== owner)!;
  const named = { optionId: id };
  expect(await handlers.getOptionReceipt(named, as(other))).toMatchObject({
    code: 'unknownOption',
  });
  await second(1);
  const [[open = 0, buyer = 0] = []] = [...owners].slice(-1);
  const stranger = people.find((one) => one !== buyer)!;
  const sell = { optionId: open, least: '0.1' };
  expect(await handlers.sellOption(sell, as(stranger))).toMatchObject({ code: 'unknownOption' });
  expect(await handlers.getOptionReceipt({ optionId: open }, as(stranger))).toMatchObject({
    code: 'unknownOption',
  });
});

it('OPTN-046 where prices stopped the receipt is complete with the next tick, and says so before', async () => {
  const known = new Set(owners.keys());
  while (known.size === owners.size) await second(1);
  const [id = 0] = [...owners.keys()].filter((one) => !known.has(one));
  await second(0);
  desk.realm.clock.advance(DAY);
  await follower.follow();
  await desk.settled();
  expect((await desk.ended()).find((one) => one.id === id)).toMatchObject({ result: 'void' });
  expect(await receiptOf(id)).toMatchObject({ code: 'ticksToCome' });
  log.add(INDEX, desk.realm.clock.now(), price);
  expect(await verifyOption(await receiptOf(id), signer.publicKey)).toMatchObject({
    result: 'void',
  });
});

it('OPTN-047 an option whose end is decided and not yet durable is one that has ended', async () => {
  const known = new Set(owners.keys());
  while (known.size === owners.size) await second(1);
  const [id = 0] = [...owners.keys()].filter((one) => !known.has(one));
  const owner = owners.get(id)!;
  const { realm } = desk;
  const lock = await realm.db.connect();
  // What is written of it waits; what is read does not.
  await lock.query('BEGIN; LOCK TABLE demo.ended_option IN SHARE MODE');
  const now = realm.clock.now();
  const span = { index: INDEX, from: now, to: now + 70_000, reason: 'a broken source' };
  const sent = realm.must(staffActor(1), 'voidWindow', span);
  await expect.poll(() => realm.machines.options.open.get(id)).toBeUndefined();
  const receipt = handlers.getOptionReceipt({ optionId: id }, as(owner));
  const listed = handlers.getOptions({ limit: 200 }, as(owner));
  // Long enough for the reads of a call that does not wait.
  await realm.db.pool.query('SELECT pg_sleep(0.2)');
  await lock.query('COMMIT');
  await lock.end();
  expect(await receipt).toMatchObject({ settlement: { result: 'void', reason: 'wrongWindow' } });
  const lists = await listed;
  if (!('open' in lists)) throw new Error('everybody has a list');
  const { open, ended } = lists;
  expect(open.map(({ option }) => option.id)).not.toContain(id);
  expect(ended.find((one) => one.id === id)).toMatchObject({ result: 'void' });
  await sent;
});

it('OPTN-026 everybody sees what is left of a capacity for all, and what of it for themselves', async () => {
  const market = 'ETHUSDT-OPT';
  const [capacityExpiry, capacityOpen] = [1_000 * UNIT, 3_000 * UNIT];
  const index = 'ETH-USDT';
  const terms = { ...TERMS, market, index, capacityExpiry, capacityOpen, buyerSharePpm: 333_333 };
  await desk.realm.must(OWNER.setup, 'setOptionMarket', { ...terms, mostStake: 400 * UNIT });
  await desk.price(3_000n * BigInt(UNIT), index);
  const [one = 0, other = 0] = people;
  const seen = async (userId: number | null) => {
    const by = userId === null ? { ...(as(0) as object), actor: null } : as(userId);
    const listed = await handlers.getOptionMarkets({}, by as never);
    if (!('markets' in listed)) throw new Error('everybody sees the markets');
    const found = listed.markets.find((row) => row.market === market)!;
    expect(found.buyerSharePpm).toBe(333_333);
    return found.terms.map(({ room, ownRoom }) => [room, ownRoom])[0];
  };
  const readers = [null, one, other];
  const rooms = async () => {
    const all: unknown[] = [];
    for (const reader of readers) all.push(await seen(reader));
    return all;
  };
  // Without a log-in it is the real realm, which here is the same one.
  expect(await rooms()).toEqual(readers.map(() => ['1000', '333.333']));
  const asked = { market, direction: 'up', termMs: 30_000, stake: '400' } as const;
  const quoted = await handlers.quoteOption(asked, as(one));
  if (!('quote' in quoted)) throw new Error('there is a quote');
  const { quote, signature } = quoted;
  const bought = await handlers.buyOption({ quote: JSON.stringify(quote), signature }, as(one));
  expect(bought).toMatchObject({ option: { payout: '720' } });
  const left = ['680', '333.333'];
  expect(await rooms()).toEqual([left, ['680', '13.333'], left]);
  expect(
    await handlers.buyOption({ quote: JSON.stringify(quote), signature }, as(one)),
  ).toMatchObject({ code: 'buyerShareTaken', detail: { amount: '13.333', asset: 'USDT' } });
});

it('OPTN-042 the program is short, and what can be downloaded is the same program', () => {
  const program = readFileSync(
    new URL('../../examples/verify-option.mjs', import.meta.url),
    'utf8',
  );
  expect(program.split('\n').length).toBeLessThanOrEqual(300);
  expect(program).not.toMatch(/^import /m);
});
