import { describe, expect, it } from 'vitest';
import { BrokenInvariant } from '../num/integer.ts';
import { createDice } from '../testing/dice.ts';
import { Ledger } from './ledger.ts';
import { accountId, assetOf, OWNER, ownerOf, staffActor, WALLET } from './owners.ts';
import { PURPOSE } from './purpose.ts';

const INT64 = 2n ** 63n - 1n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const USDT = 1;
const BTC = 2;

function account(owner: number, asset = USDT): number {
  return accountId(owner, WALLET.currency, asset);
}

/** A ledger in which each of the owners received `amount` of USDT from a capital account. */
function funded(amounts: Readonly<Record<number, bigint>>): Ledger {
  const ledger = new Ledger();
  const from = ledger.open(account(OWNER.outsideCapital));
  for (const [owner, amount] of Object.entries(amounts)) {
    ledger.post(from, ledger.open(account(Number(owner))), amount, PURPOSE.capital);
  }
  return ledger;
}

function balances(ledger: Ledger): [number, bigint, bigint][] {
  const rows: [number, bigint, bigint][] = [];
  ledger.forEach((id, available, held) => {
    rows.push([id, available, held]);
  });
  return rows;
}

/** Runs an attempt that must throw, and expects that it changed nothing. */
function refused(ledger: Ledger, attempt: () => void, reason: string): void {
  const before = balances(ledger);
  const postings = ledger.postings.count;
  expect(attempt).toThrow(BrokenInvariant);
  if (reason !== '') expect(attempt).toThrow(reason);
  expect(balances(ledger)).toEqual(before);
  expect(ledger.postings.count).toBe(postings);
}

describe('the ledger', () => {
  it('LEDG-030 LEDG-033 moves value between accounts and into and out of holds', () => {
    const ledger = funded({ 1000: 500n });
    const [alice, bob] = [ledger.open(account(1000)), ledger.open(account(1001))];
    ledger.begin(7);
    ledger.hold(alice, 300n);
    expect([ledger.available(alice), ledger.held(alice)]).toEqual([200n, 300n]);
    ledger.postHeld(alice, bob, 120n, PURPOSE.spotQuote);
    ledger.release(alice, 80n);
    ledger.post(bob, alice, 20n, PURPOSE.spotQuote);
    expect([ledger.available(alice), ledger.held(alice)]).toEqual([300n, 100n]);
    expect([ledger.available(bob), ledger.held(bob)]).toEqual([100n, 0n]);
    ledger.audit(new Map([[account(1000), 100n]]));
  });

  it('LEDG-039 opens no account for staff, and loads none', () => {
    const ledger = funded({ 1000: 500n });
    for (const staffId of [1, 7, 2 ** 31, 2 ** 38]) {
      for (const wallet of Object.values(WALLET)) {
        const own = accountId(staffActor(staffId), wallet, USDT);
        refused(ledger, () => ledger.open(own), 'staff own nothing');
        refused(ledger, () => ledger.restore(own, 1n, 0n), 'staff own nothing');
        expect(ledger.find(own)).toBe(-1);
      }
    }
    expect(ledger.size).toBe(2);
  });

  it('LEDG-035 keeps each posting in order with its command and its purpose', () => {
    const ledger = funded({ 1000: 500n });
    ledger.begin(9);
    ledger.post(ledger.find(account(1000)), ledger.open(account(OWNER.fees)), 3n, PURPOSE.spotFee);
    const { postings } = ledger;
    const rows = [0, 1].map((row) => [
      postings.seq(row),
      postings.from(row),
      postings.to(row),
      postings.amount(row),
      postings.purpose(row),
    ]);
    expect(rows).toEqual([
      [0, account(OWNER.outsideCapital), account(1000), 500, PURPOSE.capital],
      [9, account(1000), account(OWNER.fees), 3, PURPOSE.spotFee],
    ]);
    ledger.postings.clear();
    expect(ledger.postings.count).toBe(0);
  });

  it('LEDG-031 throws, and changes nothing, when the balance does not cover the amount', () => {
    const ledger = funded({ 1000: 500n, [OWNER.fees]: 5n });
    const [alice, fees] = [ledger.find(account(1000)), ledger.find(account(OWNER.fees))];
    ledger.hold(alice, 100n);
    refused(ledger, () => ledger.hold(alice, 401n), 'covered by what is available');
    refused(ledger, () => ledger.hold(alice, -1n), 'covered by what is available');
    refused(ledger, () => ledger.release(alice, 101n), 'covered by what is held');
    refused(ledger, () => ledger.release(alice, -1n), 'covered by what is held');
    refused(ledger, () => ledger.post(alice, fees, 401n, PURPOSE.spotFee), 'covered');
    refused(ledger, () => ledger.post(fees, alice, 6n, PURPOSE.spotFee), 'covered');
    refused(ledger, () => ledger.postHeld(alice, fees, 101n, PURPOSE.spotFee), 'its hold');
  });

  it('LEDG-030 throws on a posting of zero, to the same account, or into another asset', () => {
    const ledger = funded({ 1000: 500n });
    const alice = ledger.find(account(1000));
    const other = ledger.open(account(1001, BTC));
    const bob = ledger.open(account(1001));
    refused(ledger, () => ledger.post(alice, bob, 0n, PURPOSE.spotQuote), 'moves something');
    refused(ledger, () => ledger.post(alice, bob, -5n, PURPOSE.spotQuote), 'moves something');
    refused(ledger, () => ledger.post(alice, alice, 5n, PURPOSE.spotQuote), 'moves something');
    refused(ledger, () => ledger.post(alice, other, 5n, PURPOSE.spotQuote), 'one asset');
    ledger.hold(alice, 50n);
    refused(ledger, () => ledger.postHeld(alice, other, 5n, PURPOSE.spotQuote), 'one asset');
    refused(ledger, () => ledger.postHeld(alice, alice, 5n, PURPOSE.spotQuote), 'moves something');
  });

  it('LEDG-032 never wraps an amount: a result beyond int64 throws and changes nothing', () => {
    const ledger = funded({ 1000: INT64 - 10n });
    const outside = ledger.find(account(OWNER.outsideCapital));
    const [alice, bob] = [ledger.find(account(1000)), ledger.open(account(1001))];
    const virtual = ledger.open(account(OWNER.outsideVirtual));
    refused(ledger, () => ledger.post(outside, bob, 11n, PURPOSE.capital), 'within int64');
    refused(ledger, () => ledger.post(virtual, alice, 11n, PURPOSE.virtualGrant), 'within int64');
    ledger.hold(alice, INT64 - 10n);
    refused(ledger, () => ledger.post(virtual, alice, 11n, PURPOSE.virtualGrant), 'within int64');
    ledger.post(virtual, alice, 10n, PURPOSE.virtualGrant);
    ledger.release(alice, INT64 - 10n);
    expect(ledger.available(alice)).toBe(INT64);
  });

  it('LEDG-037 answers how much more of an asset may come in, over all outside accounts', () => {
    const ledger = new Ledger();
    expect(ledger.roomFor(USDT)).toBe(INT64);
    const house = ledger.open(account(OWNER.marketMaker));
    ledger.post(ledger.open(account(OWNER.outsideCapital)), house, 1000n, PURPOSE.capital);
    ledger.post(ledger.open(account(OWNER.outsideVirtual)), house, 500n, PURPOSE.virtualGrant);
    expect(ledger.roomFor(USDT)).toBe(INT64 - 1500n);
    expect(ledger.roomFor(BTC)).toBe(INT64);
    ledger.post(house, ledger.find(account(OWNER.outsideVirtual)), 500n, PURPOSE.virtualReturn);
    expect(ledger.roomFor(USDT)).toBe(INT64 - 1000n);
  });

  it('LEDG-034 lists each changed account once per drain, and whether it has a row', () => {
    const ledger = funded({ 1000: 500n });
    ledger.restore(account(1002), 1n, 0n);
    const drained = () => {
      const rows: [number, boolean][] = [];
      ledger.drain((slot, stored) => rows.push([ledger.account(slot), stored]));
      return rows;
    };
    ledger.open(account(1003));
    const [capital, alice] = [account(OWNER.outsideCapital), account(1000)];
    expect(drained()).toEqual([
      [capital, false],
      [alice, false],
    ]);
    expect(drained()).toEqual([]);
    ledger.hold(ledger.find(alice), 5n);
    ledger.release(ledger.find(alice), 5n);
    ledger.post(ledger.find(account(1002)), ledger.find(alice), 1n, PURPOSE.spotQuote);
    expect(drained()).toEqual([
      [alice, true],
      [account(1002), true],
    ]);
  });

  it('LEDG-030 LEDG-031 LEDG-033 LEDG-034 equals a plain model over 200,000 random moves', () => {
    const dice = createDice(30);
    const ledger = new Ledger();
    const model = new Map<number, { available: bigint; held: bigint }>();
    const rows = new Map<number, string>();
    const claims = new Map<number, bigint>();
    const of = (id: number) => {
      const found = model.get(id) ?? { available: 0n, held: 0n };
      model.set(id, found);
      return found;
    };
    const owners = [
      OWNER.fees,
      OWNER.outsideCapital,
      ...Array.from({ length: 40 }, (_, n) => 1000 + n),
    ];
    let refusals = 0;
    for (let move = 0; move < 200_000; move += 1) {
      const asset = dice.int(1, 3);
      const [a, b] = [account(dice.pick(owners), asset), account(dice.pick(owners), asset)];
      // Also around the size above which an amount no longer fits its low part.
      const amount = BigInt(dice.int(-1, 50)) * dice.pick([1n, 1n, 2n ** 48n - 1n]);
      const given = amount <= MAX_SAFE && dice.int(0, 3) > 0 ? Number(amount) : amount;
      const [from, to] = [of(a), of(b)];
      const outside = ownerOf(a) === OWNER.outsideCapital;
      const kind = dice.pick(['post', 'postHeld', 'hold', 'release'] as const);
      const moves = amount > 0n && a !== b;
      const allowed = {
        post: moves && (outside || from.available >= amount),
        postHeld: moves && from.held >= amount,
        hold: amount >= 0n && from.available >= amount,
        release: amount >= 0n && from.held >= amount,
      }[kind];
      const act = {
        post: () => ledger.post(ledger.open(a), ledger.open(b), given, PURPOSE.spotQuote),
        postHeld: () => ledger.postHeld(ledger.open(a), ledger.open(b), given, PURPOSE.spotQuote),
        hold: () => ledger.hold(ledger.open(a), given),
        release: () => ledger.release(ledger.open(a), given),
      }[kind];
      if (!allowed) {
        refusals += 1;
        if (refusals % 50 === 0) refused(ledger, act, '');
        continue;
      }
      act();
      if (kind === 'post')
        [from.available, to.available] = [from.available - amount, to.available + amount];
      if (kind === 'postHeld')
        [from.held, to.available] = [from.held - amount, to.available + amount];
      if (kind === 'hold')
        [from.available, from.held] = [from.available - amount, from.held + amount];
      if (kind === 'release')
        [from.held, from.available] = [from.held - amount, from.available + amount];
      if (move % 1000 !== 0) continue;
      claims.clear();
      for (const [id, { held }] of model) if (held > 0n) claims.set(id, held);
      ledger.audit(claims);
      ledger.drain((slot) => {
        rows.set(ledger.account(slot), `${ledger.available(slot)} ${ledger.held(slot)}`);
      });
      for (const [id, { available, held }] of model) {
        const slot = ledger.find(id);
        expect([ledger.available(slot), ledger.held(slot)]).toEqual([available, held]);
        if (available !== 0n || held !== 0n) expect(rows.get(id)).toBe(`${available} ${held}`);
      }
    }
    const sums = [0n, 0n, 0n, 0n];
    for (const [id, { available, held }] of model) sums[assetOf(id)]! += available + held;
    expect(sums).toEqual([0n, 0n, 0n, 0n]);
    expect(refusals).toBeGreaterThan(10_000);
  });

  it('LEDG-036 finds every planted corruption', () => {
    const sound = () => {
      const ledger = funded({ 1000: 500n, 1001: 70n });
      ledger.hold(ledger.find(account(1000)), 40n);
      return ledger;
    };
    const claims = new Map([[account(1000), 40n]]);
    sound().audit(claims);
    const plant = (
      corrupt: (ledger: Ledger, claims: Map<number, bigint>) => void,
      finding: string,
    ) => {
      const ledger = sound();
      const holds = new Map(claims);
      corrupt(ledger, holds);
      expect(() => ledger.audit(holds)).toThrow(finding);
    };
    plant((l) => l.restore(account(1000), 461n, 40n), 'asset 1 sums to zero');
    plant((l) => l.restore(account(1001), 69n, 0n), 'asset 1 sums to zero');
    plant((l) => l.restore(account(1000), 459n, 41n), 'holds what its intents claim');
    plant((l) => l.restore(account(1001), 69n, 1n), 'holds what its intents claim');
    plant((l) => l.restore(account(1001), -1n, 0n), 'is not negative');
    plant((l) => l.restore(account(1000), 500n, -40n), 'held is not negative');
    plant((l) => l.restore(account(OWNER.fees), -1n, 0n), 'is not negative');
    plant((l) => l.restore(account(1002, BTC), 1n, 0n), 'asset 2 sums to zero');
    plant((_, holds) => holds.set(account(1001), 1n), 'holds what its intents claim');
    plant((_, holds) => holds.delete(account(1000)), 'holds what its intents claim');
    plant((_, holds) => holds.set(account(1009), 1n), 'a hold has an account');
  });

  it('LEDG-038 visits accounts in order of id, and grows past its first capacity', () => {
    const ledger = new Ledger();
    const dice = createDice(5);
    const from = ledger.open(account(OWNER.outsideCapital));
    for (let i = 0; i < 3000; i += 1) {
      const to = ledger.open(account(1000 + dice.int(0, 4000)));
      ledger.post(from, to, BigInt(i + 1), PURPOSE.capital);
    }
    const ids = balances(ledger).map(([id]) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids.length).toBe(ledger.size);
    ledger.open(account(999_998));
    expect(balances(ledger).length).toBe(ids.length);
    expect(ledger.find(account(999_998))).toBe(-1);
    ledger.audit(new Map());
    expect([ledger.find(account(999_999)), ledger.available(-1), ledger.held(-1)]).toEqual([
      -1,
      0n,
      0n,
    ]);
  });
});
