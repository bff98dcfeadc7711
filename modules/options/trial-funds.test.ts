import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { verifyOption } from '../../examples/verify-option.mjs';
import { optionHandlers } from './calls.ts';
import { TickFollower } from './follower.ts';
import { MadeGoodPayer } from './made-good.ts';
import { OptionReads } from './store/reads.ts';
import { INDEX, MARKET, TERMS, UNIT } from './testing/desk.ts';
import { PaperLog, paperSigner } from './testing/paper-log.ts';

const STAFF = staffActor(1);
const START = 90_000n * BigInt(UNIT);
const log = new PaperLog();
const signer = paperSigner();
const closed = new Set<number>();
let realm: TestRealm;
let handlers: ReturnType<typeof optionHandlers>;
let follower: TickFollower;
let price = START;

const as = (userId: number) =>
  ({ actor: { userId, realm: 'real' }, now: realm.clock.now() }) as never;
const has = (owner: number, wallet: 0 | 1): bigint => {
  const { ledger, markets } = realm.machines;
  const id = accountId(owner, wallet, markets.assetId('USDT')!);
  return ledger.ledger.available(ledger.ledger.find(id));
};
const fund = () => has(OWNER.promotions, WALLET.currency);
const escrow = () => has(OWNER.promotions, WALLET.contract);
const units = (text: string) => parseDecimal(text, SCALE) ?? -1n;
const publish = (body: object) => realm.must(STAFF, 'publishTask', body);
const voucher = (userId: number, id: unknown) =>
  realm.machines.vouchers.vouchersOf(userId).find(({ voucherId }) => voucherId === id)!;

beforeAll(async () => {
  realm = await startTestRealm({ realm: 'real', house: {} });
  const capital = { owner: OWNER.optionsEscrow, asset: 'USDT', amount: '100000' };
  await realm.must(OWNER.setup, 'fundHouse', capital);
  await realm.must(OWNER.setup, 'setOptionMarket', { ...TERMS, feePpm: 10_000 });
  await realm.must(STAFF, 'fundPromotions', { asset: 'USDT', amount: '100000' });
  const real = {
    realm: 'real',
    machine: () => realm.machines.options,
    submit: (command: never) => realm.engine.submit(command),
    decided: () => realm.engine.decided(),
    assetSymbol: (id: number) => realm.machines.markets.assetSymbol(id),
    reads: new OptionReads(realm.db.pool, 'real'),
  } as const;
  handlers = optionHandlers({
    realms: { real, demo: real },
    ...{ ticks: log, signer, policyOf: async () => 'licensed' },
    areTrialsOffered: async (userId) => !closed.has(userId),
  });
  follower = new TickFollower({
    realm: 'real',
    machine: () => realm.machines.options,
    submit: (command) => realm.engine.submit(command),
    ticks: log,
    now: () => realm.clock.now(),
  });
});
afterAll(() => realm.stop());

/** A second with a tick, `by` away from the last, or none. */
async function second(by: number | null): Promise<void> {
  realm.clock.advance(1_000);
  const now = realm.clock.now();
  if (by !== null) price += BigInt(by) * 1_000_000n;
  const { n } = log.add(INDEX, now, by === null ? '' : price);
  const prices = [{ index: INDEX, price: formatDecimal(price, SCALE), n }];
  if (by !== null) await realm.must(OWNER.feeds, 'recordPrices', { prices });
  await follower.follow();
  while (realm.machines.options.followUp() !== null) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  realm.audit();
}

/** A task of trial funds, and the person's voucher of it. */
async function given(userId: number, amount: string, days = 30): Promise<number> {
  const gives = { gives: 'options', sharePpm: 0, kind: 'verify' };
  const { taskId } = await publish({ ...gives, amount, days, people: 1 });
  const { voucherId } = await realm.must(userId, 'takeVoucher', { taskId });
  await realm.must(STAFF, 'endTask', { taskId });
  return voucherId as number;
}

async function buy(userId: number, stake: string, voucherId?: number, slippagePpm?: number) {
  const wanted = { market: MARKET, direction: 'up', termMs: 30_000, stake } as const;
  const quoted = await handlers.quoteOption(wanted, as(userId));
  if (!('quote' in quoted)) throw new Error(JSON.stringify(quoted));
  const { quote, signature } = quoted;
  const body = { quote: JSON.stringify(quote), signature, voucherId, slippagePpm };
  const bought = await handlers.buyOption(body, as(userId));
  return bought as { option: { id: number; voucherId: number }; code?: string };
}

/** Sells the first option that brings its person something. */
async function sell(userId: number): Promise<void> {
  const { open } = (await handlers.getOptions({ limit: 1 }, as(userId))) as never as {
    open: { option: { id: number }; sale: string }[];
  };
  const one = open.find(({ sale }) => sale !== '');
  if (one === undefined) return;
  await handlers.sellOption({ optionId: one.option.id, least: '0.00000001' }, as(userId));
}

/** Its receipt, which the published program accepts. */
async function proven(userId: number, optionId: number) {
  const read = await handlers.getOptionReceipt({ optionId }, as(userId));
  const receipt = JSON.parse(JSON.stringify(read));
  return { receipt, made: await verifyOption(receipt, signer.publicKey) };
}

async function endedOf(userId: number) {
  const { ended } = (await handlers.getOptions({ limit: 50 }, as(userId))) as never as {
    ended: { id: number; result: string; paid: string; income: string; voucherId: number }[];
  };
  return ended;
}

const through = async (by: number) => {
  for (let i = 0; i < 33; i += 1) await second(by);
};

it('OPTN-060 OPTN-061 OPTN-063 trial funds pay all of an option: its gain is the person’s, the stake goes back, and own money is not touched', async () => {
  const [ann, ben] = await realm.newUsers(2, { USDT: '50' });
  await second(0);
  const before = fund();
  const trial = await given(ann!, '30');
  expect([fund(), escrow()]).toEqual([before - units('30'), units('30')]);
  const own = [has(ann!, 0), has(ann!, 1)];
  // 10 and a fee of 0.1, although the contract wallet is empty.
  const { option } = await buy(ann!, '10', trial);
  expect(option.voucherId).toBe(trial);
  expect([has(ann!, 0), has(ann!, 1), escrow()]).toEqual([...own, units('19.9')]);
  expect((await buy(ben!, '10', trial)).code).toBe('trialFundsNotUsable');
  expect((await buy(ann!, '19.8', trial)).code).toBe('trialFundsNotUsable');
  expect((await buy(ann!, '10', 999_999)).code).toBe('trialFundsNotUsable');
  closed.add(ann!);
  expect((await buy(ann!, '10', trial)).code).toBe('trialFundsNotUsable');
  closed.delete(ann!);
  await through(1);
  // Right: 8 are hers at once, the stake is the fund's.
  expect([has(ann!, 1), fund()]).toEqual([own[1]! + units('8'), before - units('20')]);
  expect((await endedOf(ann!))[0]).toMatchObject({ result: 'won', paid: '8', income: '8' });
  const out = { asset: 'USDT', from: 'contract', to: 'currency', amount: '8' };
  await realm.must(ann!, 'transferFunds', out);
  const { receipt, made } = await proven(ann!, option.id);
  expect(made).toMatchObject({ result: 'won', paid: 18 * UNIT });
  expect(receipt.postings.map((one: { purpose: string }) => one.purpose)).toEqual([
    ...['trialStake', 'optionPayout', 'trialReturn'],
  ]);
  for (const forge of [
    (one: typeof receipt) => delete one.order.voucherId,
    (one: typeof receipt) => (one.order.voucherId = trial + 1),
    (one: typeof receipt) => one.postings.pop(),
    (one: typeof receipt) => (one.postings[2].to = 'person contract'),
  ]) {
    const forged = structuredClone(receipt);
    forge(forged);
    await expect(verifyOption(forged, signer.publicKey)).rejects.toThrow();
  }
  // Wrong: the fund's capital for it has gone to the house, and nothing of hers.
  const lost = await buy(ann!, '19.7', trial);
  await through(-1);
  expect((await endedOf(ann!))[0]).toMatchObject({ result: 'lost', paid: '0', income: '0' });
  expect((await proven(ann!, lost.option.id)).made.result).toBe('lost');
  expect([has(ann!, 1), fund()]).toEqual([own[1], before - units('20')]);
  // 0.003 are left, which pay for nothing.
  expect(voucher(ann!, trial)).toMatchObject({ remaining: 300_000, endedAt: null });
});

it('OPTN-062 RWRD-036 what is void or equal is in the voucher again; after its last day it is the fund’s, and so is the rest', async () => {
  const [cat] = await realm.newUsers(1, {});
  await second(0);
  const before = fund();
  const trial = await given(cat!, '10.1', 1);
  const all = await buy(cat!, '10', trial);
  expect(voucher(cat!, trial)).toMatchObject({ remaining: 0 });
  for (let i = 0; i < 40; i += 1) await second(null);
  await second(0);
  expect((await endedOf(cat!))[0]).toMatchObject({ result: 'void', paid: '0', income: '0' });
  expect(voucher(cat!, trial)).toMatchObject({ remaining: 10.1 * UNIT, endedAt: null });
  expect((await proven(cat!, all.option.id)).made.result).toBe('void');
  const even = await buy(cat!, '10', trial);
  await through(0);
  expect((await endedOf(cat!))[0]).toMatchObject({ result: 'tied', paid: '0', income: '0' });
  expect((await proven(cat!, even.option.id)).made.result).toBe('tied');
  expect(voucher(cat!, trial)).toMatchObject({ remaining: 10 * UNIT, endedAt: null });
  // Its last day passes while an option runs that is void then.
  realm.clock.advance(2 * DAY - (realm.clock.now() % DAY) - 10_000);
  await second(0);
  const late = await buy(cat!, '5', trial);
  realm.clock.advance(60_000);
  await second(0);
  expect((await buy(cat!, '1', trial)).code).toBe('trialFundsNotUsable');
  const { made, receipt } = await proven(cat!, late.option.id);
  expect(made.result).toBe('void');
  expect(receipt.postings.at(-1).to).toBe('house:promotions currency');
  expect(voucher(cat!, trial).remaining).toBe(4.95 * UNIT);
  await realm.must(OWNER.setup, 'endVoucher', { voucherId: trial });
  expect(fund()).toBe(before - units('0.1'));
});

it('RWRD-036 trial funds are published without a share, give back no fees, and are none of a fee voucher', async () => {
  const [dan] = await realm.newUsers(1, { USDT: '50' });
  const terms = { kind: 'verify', amount: '5', days: 3, people: 1 };
  const wrong = [
    { gives: 'options', sharePpm: 1 },
    { gives: 'fees', sharePpm: 0 },
  ];
  for (const one of [...wrong, { gives: 'all', sharePpm: 0 }]) {
    const reply = await realm.send(STAFF, 'publishTask', { ...terms, ...one });
    expect(reply).toMatchObject({ refusal: 'invalidTask' });
  }
  await given(dan!, '5');
  const day = Math.floor(realm.clock.now() / DAY);
  realm.clock.advance(DAY);
  const body = { userId: dan!, day, fees: '1' };
  expect(await realm.send(OWNER.setup, 'payVouchers', body)).toMatchObject({
    refusal: 'noVoucher',
  });
  const { taskId } = await publish({ ...terms, kind: 'firstTrade', sharePpm: 500_000 });
  const { voucherId } = await realm.must(dan!, 'takeVoucher', { taskId });
  await second(0);
  expect((await buy(dan!, '1', voucherId as number)).code).toBe('trialFundsNotUsable');
});

it('OPTN-061 OPTN-064 over random options person, promotion and house gain what the rule says, through restarts, and nothing counts as own stake', async () => {
  const dice = createDice(16);
  const [eve] = await realm.newUsers(1, { USDT: '5000' });
  const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: '5000' };
  await realm.must(eve!, 'transferFunds', all);
  const trial = await given(eve!, '900');
  const [before, there] = [has(eve!, 1), fund() + escrow()];
  const trials = new Set<number>();
  for (let n = 0; n < 240; n += 1) {
    await second(dice.pick([-2_000, -1_000, 0, 0, 1_000, 2_000, null]));
    if (dice.int(0, 5) === 0) await sell(eve!);
    if (n > 180 || dice.int(0, 2) === 0) continue;
    const isTrial = dice.int(0, 3) > 0;
    const slippage = dice.pick([undefined, 0]);
    const stake = dice.pick(['1', '2.5', '9.99999999']);
    const bought = await buy(eve!, stake, isTrial ? trial : undefined, slippage);
    if (bought.code === undefined && isTrial) trials.add(bought.option.id);
    if (n === 100) {
      await realm.restart();
      realm.audit();
    }
  }
  expect(realm.machines.options.open.countOf(eve!)).toBe(0);
  const reads = new OptionReads(realm.db.pool, 'real');
  const ended = await reads.endedOf(eve!, Number.MAX_SAFE_INTEGER, 500);
  expect(trials.size).toBeGreaterThan(50);
  let [own, promotion, turnover, fees] = [0n, 0n, 0n, 0n];
  const met = new Set(ended.map(({ id, result }) => `${result} ${trials.has(id)}`));
  for (const one of ['won', 'lost', 'void', 'sold']) {
    expect([met.has(`${one} true`), met.has(`${one} false`)]).toEqual([true, true]);
  }
  for (const { id, result, stake, fee, payout, paid } of ended) {
    const isVoid = result === 'void';
    if (trials.has(id)) {
      if (result === 'won') own += BigInt(payout - stake);
      if (result === 'sold') own += BigInt(paid - stake);
      if (!isVoid) promotion -= BigInt(result === 'lost' ? stake + fee : fee);
    } else {
      const back = { won: payout, lost: 0, tied: stake, void: stake + fee, sold: paid }[result];
      own += BigInt(back - stake - fee);
      if (!isVoid) [turnover, fees] = [turnover + BigInt(stake), fees + BigInt(fee)];
    }
    await proven(eve!, id);
  }
  expect([has(eve!, 1) - before, fund() + escrow() - there]).toEqual([own, promotion]);
  const counted = await reads.turnoverOf(eve!);
  expect(counted).toEqual([{ market: MARKET, stake: turnover }]);
  expect(await reads.keptFees(0, Number.MAX_SAFE_INTEGER, [eve!])).toEqual([
    { userId: eve!, market: MARKET, fee: fees },
  ]);
  const made = await reads.resultOf(eve!, Number.MAX_SAFE_INTEGER);
  expect(made).toEqual([{ market: MARKET, result: own }]);
  expect(new Set(ended.filter(({ voucherId }) => voucherId !== null).map(({ id }) => id))).toEqual(
    trials,
  );
  // All of their windows were wrong: each option is made good to whoever had paid for it.
  const to = realm.clock.now();
  const span = { index: INDEX, from: to - 300_000, to, reason: 'a wrong source' };
  await realm.must(OWNER.setup, 'fundHouse', {
    ...{ owner: OWNER.optionsEscrow, asset: 'USDT', amount: '100000' },
  });
  await realm.must(STAFF, 'makeGoodWindow', span);
  await new MadeGoodPayer({
    ...{ realm: 'real', reads, machine: () => realm.machines.options },
    submit: (command) => realm.engine.submit(command),
    decided: () => realm.engine.decided(),
  }).pay();
  realm.audit();
  let [more, back] = [0n, 0n];
  for (const { id, result, stake, fee, paid } of ended) {
    const missing = ['lost', 'tied'].includes(result) ? BigInt(stake + fee - paid) : 0n;
    if (trials.has(id)) back += missing;
    else more += missing;
    const { made: again } = await proven(eve!, id);
    expect(BigInt(again.madeGood ?? 0)).toBe(missing);
  }
  expect(more > 0n && back > 0n).toBe(true);
  expect([has(eve!, 1) - before, fund() + escrow() - there]).toEqual([
    ...[own + more, promotion + back],
  ]);
  expect(await reads.resultOf(eve!, Number.MAX_SAFE_INTEGER)).toEqual([
    { market: MARKET, result: own + more },
  ]);
});
