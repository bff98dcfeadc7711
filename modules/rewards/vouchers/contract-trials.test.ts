import {
  accountId,
  FIRST_USER,
  isTrial,
  OWNER,
  ownerName,
  staffActor,
  trialOwner,
  WALLET,
} from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect, it } from 'vitest';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import { listing } from '../../cfd/testing/listings.ts';

const START = 1_763_640_000_000;
const STAFF = staffActor(1);
const PERSON = FIRST_USER + 5;
const PRICE = 1_000;
type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

/** The real realm with a contract, a fund, and a person who has nothing but trial funds. */
class Desk {
  readonly machines = createRealmMachines('real');
  readonly sequencer = new Sequencer(this.machines);
  now = START;
  #ticks = 0;

  constructor(house = '1000000') {
    this.must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    this.must(OWNER.setup, 'listCfd', listing());
    this.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: house });
    this.must(STAFF, 'fundPromotions', { asset: 'USDT', amount: '1000' });
    this.tick(PRICE);
  }

  send(actor: number, type: string, body: object): Answer {
    this.now += 1;
    const answer = this.sequencer.decide(type, actor, body, this.now) as Answer;
    this.sequencer.audit();
    return answer;
  }

  must(actor: number, type: string, body: object): Answer {
    const answer = this.send(actor, type, body);
    expect(answer.refusal, `${type} ${JSON.stringify(answer)}`).toBeUndefined();
    return answer;
  }

  tick(price: number): void {
    this.now += 1_000;
    this.#ticks += 1;
    const prices = [{ index: 'BTC-USDT', price: price.toFixed(2), n: this.#ticks }];
    this.must(OWNER.feeds, 'recordPrices', { prices });
    for (let next = this.machines.cfd.followUp(); next !== null; ) {
      this.must(next.actor, next.type, next.body);
      next = this.machines.cfd.followUp();
    }
  }

  /** Trial funds of somebody. */
  given(amount = '100', userId = PERSON): number {
    const terms = { kind: 'verify', gives: 'contracts', sharePpm: 0, amount, days: 5, people: 1 };
    const { taskId } = this.must(STAFF, 'publishTask', terms);
    const { voucherId } = this.must(userId, 'takeVoucher', { taskId });
    this.must(STAFF, 'endTask', { taskId });
    return voucherId as number;
  }

  place(owner: number, change: object = {}): Answer {
    const body = {
      ...{ contract: 'BTCUSDT-CFD', side: 'buy', kind: 'market', lots: '1', leverage: 20 },
      ...{ policyLeverage: 100, ...change },
    };
    return this.send(owner, 'placeCfdOrder', body);
  }

  has(owner: number, wallet: 0 | 1): string {
    const { ledger } = this.machines.ledger;
    return formatDecimal(ledger.available(ledger.find(accountId(owner, wallet, 1))), SCALE);
  }

  /** Everything that a person has. */
  own(userId = PERSON): string[] {
    return [this.has(userId, WALLET.currency), this.has(userId, WALLET.contract)];
  }

  fund(): string[] {
    return [
      this.has(OWNER.promotions, WALLET.currency),
      this.has(OWNER.promotions, WALLET.contract),
    ];
  }
}

it('RWRD-040 trial funds for contracts lie in an account of their own, and a gain is the person’s', () => {
  const desk = new Desk();
  const voucherId = desk.given();
  const trial = trialOwner(voucherId);
  expect([isTrial(trial), isTrial(PERSON), ownerName(trial)]).toEqual([
    true,
    false,
    `trial:${voucherId}`,
  ]);
  expect([desk.fund(), desk.own(), desk.has(trial, 1)]).toEqual([['900', '0'], ['0', '0'], '100']);
  // The person cannot trade with it as with own money, and nobody takes it out.
  expect(desk.place(PERSON).refusal).toBe('insufficientBalance');
  const { id } = desk.place(trial);
  expect(id).toBeDefined();
  desk.tick(PRICE);
  expect(desk.send(PERSON, 'endVoucher', { voucherId }).refusal).toBe('trialOpen');
  desk.tick(PRICE + 30);
  desk.must(trial, 'closeCfdPositions', {});
  desk.tick(PRICE + 30);
  expect(desk.send(FIRST_USER + 6, 'endVoucher', { voucherId }).refusal).toBe('notAllowed');
  const ended = desk.must(PERSON, 'endVoucher', { voucherId });
  expect(ended).toMatchObject({ voucherId, returned: '100' });
  expect(Number(ended['gained'])).toBeGreaterThan(0);
  expect([desk.fund(), desk.own()]).toEqual([
    ['1000', '0'],
    ['0', ended['gained']],
  ]);
  expect(desk.has(trial, 1)).toBe('0');
  expect(desk.send(PERSON, 'endVoucher', { voucherId }).refusal).toBe('voucherEnded');
});

it('RWRD-040 a gain holds at once what own positions need and the wallet did not have', () => {
  const desk = new Desk();
  const voucherId = desk.given();
  const trial = trialOwner(voucherId);
  const deposit = { userId: PERSON, asset: 'USDT', amount: '60', rules: 1 };
  desk.must(OWNER.custody, 'creditDeposit', { ...deposit, digest: '3'.repeat(64) });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '60' };
  desk.must(PERSON, 'transferFunds', moved);
  expect(desk.place(PERSON, { lots: '1.15' }).refusal).toBeUndefined();
  expect(desk.place(trial).refusal).toBeUndefined();
  desk.tick(PRICE);
  desk.must(trial, 'closeCfdPositions', {});
  desk.tick(PRICE + 30);
  // Thirty nights cost more than what the margin had left of the wallet.
  desk.now += 30 * DAY;
  desk.tick(PRICE);
  const account = () => desk.machines.cfd.state.tables.accounts.get(PERSON)!;
  expect(account().held).toBeLessThan(account().used);
  desk.must(PERSON, 'endVoucher', { voucherId });
  expect(account().held).toBe(account().used);
});

it('RWRD-041 what contracts lose, gaps too, is the trial funds’ and never the person’s', () => {
  const desk = new Desk();
  const trial = trialOwner(desk.given());
  desk.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '1' });
  expect(desk.place(trial, { lots: '1.9' }).refusal).toBeUndefined();
  desk.tick(PRICE);
  // Far more than there is.
  desk.tick(PRICE / 2);
  desk.tick(PRICE / 2);
  expect(desk.machines.cfd.hasOpen(trial)).toBe(false);
  const [voucher] = desk.machines.vouchers.vouchersOf(PERSON);
  const { voucherId } = voucher!;
  expect(desk.send(OWNER.setup, 'endVoucher', { voucherId }).refusal).toBe('dayNotOver');
  desk.now += 6 * DAY;
  expect(desk.must(OWNER.setup, 'endVoucher', { voucherId })).toMatchObject({
    returned: '0',
    gained: '0',
  });
  expect([desk.fund(), desk.own()]).toEqual([
    ['900', '0'],
    ['0', '0'],
  ]);
});

/** What a course came to. */
type End = 'open' | 'gained' | 'lost' | 'even';

/** A course of orders and ticks by trial funds of somebody who has nothing else. */
function course(dice: Dice): End {
  const desk = new Desk(dice.pick(['1000000', '300']));
  const given = dice.int(1, 300);
  const voucherId = desk.given(String(given));
  const trial = trialOwner(voucherId);
  let price = PRICE;
  for (let n = 0; n < 12; n += 1) {
    const what = n === 0 ? 0 : dice.int(0, 5);
    const lots = (dice.int(1, 300) / 100).toFixed(2);
    const order = { side: dice.pick(['buy', 'sell']), lots, leverage: dice.pick([1, 10, 20]) };
    if (what < 2) desk.place(trial, order);
    else if (what === 2) desk.send(trial, 'closeCfdPositions', {});
    else
      price = Math.max(
        1,
        Math.round(price * (1 + dice.int(-900, 900) / dice.pick([2_000, 90_000]))),
      );
    desk.tick(price);
    if (n < 3) continue;
    const has = desk.send(PERSON, 'endVoucher', { voucherId });
    if (has.refusal === undefined) break;
    expect([has.refusal, desk.own()]).toEqual(['trialOpen', ['0', '0']]);
    if (what === 5) desk.send(trial, 'closeCfdPositions', {});
  }
  const [voucher] = desk.machines.vouchers.vouchersOf(PERSON);
  const { endedAt, remaining } = voucher!;
  if (endedAt === null) return 'open';
  // What was given is the fund's again as far as it is there, and a gain begins above all of it.
  expect([desk.has(trial, 1), desk.own()[0]]).toEqual(['0', '0']);
  expect(remaining).toBeLessThanOrEqual(given * 1e8);
  const fund = BigInt(1_000 - given) * 10n ** 8n + BigInt(remaining);
  expect(desk.fund()).toEqual([formatDecimal(fund, SCALE), '0']);
  if (desk.own()[1] === '0') return remaining < given * 1e8 ? 'lost' : 'even';
  expect(remaining).toBe(given * 1e8);
  return 'gained';
}

it('RWRD-041 on 120 random courses nobody owes anything, and a gain begins above what was given', () => {
  const ends: Record<End, number> = { open: 0, gained: 0, lost: 0, even: 0 };
  for (let seed = 1; seed <= 120; seed += 1) ends[course(createDice(seed))] += 1;
  expect(Math.min(...Object.values(ends))).toBeGreaterThan(5);
});
