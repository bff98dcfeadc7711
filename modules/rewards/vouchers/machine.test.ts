import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { Sequencer } from '@assay/platform/engine/sequencer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import type { Bug } from '../../../sim/planted/bugs.ts';
import { bundle } from '../../../sim/planted/bundle.ts';
import { compareVouchers } from '../testing/vouchers-twin.ts';
import { givenBack, VOUCHER } from './rules.ts';

const voucher = fc.record({
  voucherId: fc.integer({ min: 1, max: 1_000 }),
  remaining: fc.integer({ min: 1, max: VOUCHER.most }),
  sharePpm: fc.integer({ min: 1, max: VOUCHER.mostSharePpm }),
  lastDay: fc.integer({ min: 1, max: 5 }),
});
const vouchers = fc.uniqueArray(voucher, { maxLength: 4, selector: (one) => one.voucherId });

it('RWRD-031 of a fee one voucher gives back its share, half at most, and none more than is left of it', () => {
  fc.assert(
    fc.property(vouchers, fc.bigInt({ min: 0n, max: 10n ** 13n }), (own, fees) => {
      const given = givenBack(own, fees);
      const sum = (of: (one: (typeof given)[number]) => bigint) =>
        given.reduce((all, one) => all + of(one), 0n);
      expect(sum(({ fees: met }) => met) <= fees).toBe(true);
      expect(sum(({ amount }) => amount) * 2n <= fees).toBe(true);
      for (const { voucher: one, fees: met, amount } of given) {
        expect(amount > 0n && amount <= BigInt(one.remaining)).toBe(true);
        expect(amount * 1_000_000n <= met * BigInt(one.sharePpm)).toBe(true);
      }
      // Who ends first comes first, and while it has something left no other one gives anything.
      const days = given.map(({ voucher: one }) => one.lastDay);
      expect(days).toEqual([...days].sort((a, b) => a - b));
      for (const { voucher: one, amount } of given.slice(0, -1)) {
        expect(amount).toBe(BigInt(one.remaining));
      }
    }),
    { numRuns: 10_000 },
  );
});

it('RWRD-030 RWRD-031 RWRD-032 machine and plain model agree on random commands', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    expect([seed, compareVouchers(seed, 600)]).toEqual([seed, null]);
  }
});

const MACHINE = 'modules/rewards/vouchers/machine.ts';
const RULES = 'modules/rewards/vouchers/rules.ts';
const bug = (name: string, file: string, from: string, to: string): Bug => ({
  ...{ name, edits: [{ file, from, to }] },
});

const BUGS: readonly Bug[] = [
  bug('not funded', MACHINE, '!ledger.covers(fund, budget)', 'budget < 0n'),
  bug('one set aside', MACHINE, 'BigInt(amount) * BigInt(people);', 'BigInt(amount);'),
  bug(
    'ended task gives',
    MACHINE,
    "task.endedAt !== null) return { refusal: 'taskEnded' };\n    if",
    "taskId < 0) return { refusal: 'taskEnded' };\n    if",
  ),
  bug('taken twice', MACHINE, 'if (this.hasTaken(userId, task)) return', 'if (userId < 0) return'),
  bug('peers take too', MACHINE, 'if (this.hasTaken(peer, task)) return', 'if (peer < 0) return'),
  bug('more than set aside', MACHINE, 'task.taken === task.people)', 'task.taken > task.people)'),
  bug('paid twice', MACHINE, 'paidDay >= day)', 'paidDay > day)'),
  bug('day is not over', MACHINE, 'at < dayStart(day + 1)) return', 'at < 0) return'),
  bug('after its last day', MACHINE, '&& day <= one.lastDay', ''),
  bug('before its first day', MACHINE, '&& one.fromDay <= day ', ''),
  bug('ended too early', MACHINE, 'dayStart(voucher.lastDay + 1)', 'dayStart(voucher.lastDay)'),
  bug('rest is kept', MACHINE, 'this.#giveBack(left, turn);\n    this.#vouchers', 'this.#vouchers'),
  bug('rounded up', RULES, 'mulDivFloor(rest, share, PPM)', 'mulDivCeil(rest, share, PPM)'),
  bug('each its share', RULES, 'rest -= met;', ''),
  bug('the last one first', RULES, 'one.lastDay - other.lastDay', 'other.lastDay - one.lastDay'),
  bug('more than is left', RULES, 'wanted < remaining ? wanted : remaining', 'wanted'),
];

it('RWRD-030 RWRD-031 RWRD-032 the comparison finds each of many faults that were planted', {
  timeout: 120_000,
}, async () => {
  const missed: string[] = [];
  for (const planted of BUGS) {
    const file = await bundle('modules/rewards/testing/vouchers-twin.ts', planted);
    const faulty: { compareVouchers: typeof compareVouchers } = await import(
      pathToFileURL(file).href
    );
    fs.rmSync(file);
    if (!isFound(faulty.compareVouchers)) missed.push(planted.name);
  }
  expect(missed).toEqual([]);
});

/** A difference, or an invariant that breaks. */
function isFound(faulty: typeof compareVouchers): boolean {
  for (let seed = 1; seed <= 12; seed += 1) {
    try {
      if (faulty(seed, 600) !== null) return true;
    } catch {
      return true;
    }
  }
  return false;
}

it('RWRD-030 nothing of it is in the virtual realm, and who may not is refused', () => {
  const sequencer = new Sequencer(createRealmMachines('demo'));
  const real = new Sequencer(createRealmMachines('real'));
  const bodies = {
    publishTask: { kind: 'verify', amount: '1', sharePpm: 1, days: 1, people: 1 },
    endTask: { taskId: 1 },
    takeVoucher: { taskId: 1 },
    payVouchers: { userId: 1_000, day: 1, fees: '1' },
    endVoucher: { voucherId: 1 },
  };
  for (const [type, body] of Object.entries(bodies)) {
    const actor = type.endsWith('Task') ? staffActor(1) : OWNER.setup;
    expect(sequencer.decide(type, actor, body, 0)).toMatchObject({ refusal: 'onlyReal' });
    const stranger = type === 'takeVoucher' ? OWNER.setup : 1_000;
    expect(real.decide(type, stranger, body, 0)).toMatchObject({ refusal: 'notAllowed' });
  }
});
