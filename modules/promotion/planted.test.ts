import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Bug } from '../../sim/planted/bugs.ts';
import { bundle } from '../../sim/planted/bundle.ts';
import { compare } from './testing/twin.ts';

const MACHINE = 'modules/promotion/machine.ts';
const CLUSTERS = 'modules/promotion/clusters.ts';
const RULES = 'modules/promotion/rules.ts';
const REWARDS = 'modules/rewards/machine.ts';
const DAYS = 'modules/rewards/rules.ts';

const bug = (name: string, file: string, from: string, to: string): Bug => ({
  ...{ name, edits: [{ file, from, to }] },
});

const BUGS: readonly Bug[] = [
  bug('shares rounded up', RULES, 'return mulDivFloor(fees,', 'return 1n + mulDivFloor(fees,'),
  bug('more than half', RULES, '<= MOST_SHARED_PPM;', '<= PPM;'),
  bug('paid twice', MACHINE, 'change(row, { paidDay: day })', 'change(row, { paidDay: 0 })'),
  bug('closed day paid', MACHINE, 'if (day <= (this.closed()?.day ?? -1))', 'if (day < 0)'),
  bug(
    'day not over',
    MACHINE,
    "turn.at < dayStart(day + 1)) return { refusal: 'dayNotOver' };\n    if (day <= (this",
    "turn.at < 0) return { refusal: 'dayNotOver' };\n    if (day <= (this",
  ),
  bug('five levels', MACHINE, 'found.length < LEVELS.length', 'found.length <= LEVELS.length'),
  bug('same person paid', MACHINE, 'amount: isSame ?', 'amount: isSame && above > 9 ?'),
  bug('circle', MACHINE, 'if (referrerId >= userId)', 'if (referrerId > userId)'),
  bug('bound again', MACHINE, 'if (this.isReferred(userId)) return', 'if (userId < 0) return'),
  bug('half a cluster joins', CLUSTERS, '...this.#rowsOf(userId, at), ', ''),
  bug('cycle never ends', DAYS, 'last.slot === CYCLE_DAYS ? 1 : last.slot + 1', 'last.slot'),
  bug('gap is none', DAYS, 'day !== last.day + 1) return 1;', 'day <= last.day) return 1;'),
  bug('signed again', REWARDS, 'last.day >= day) return', 'last.day > day) return'),
  bug('day of nowhere', DAYS, 'utcDay(at + AHEAD_MS)', 'utcDay(at + 3 * AHEAD_MS)'),
  bug('peers sign too', REWARDS, '?? -1) >= day)', '?? -1) > day)'),
  bug('first amount always', REWARDS, 'amounts[slot - 1]!', 'amounts[0]!'),
];

it('PROM-003 RWRD-002 machines and plain model agree on random commands', () => {
  for (let seed = 1; seed <= 8; seed += 1) expect([seed, compare(seed, 500)]).toEqual([seed, null]);
});

it('PROM-003 RWRD-002 the comparison finds each of many faults that were planted', {
  timeout: 120_000,
}, async () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(12);
  const missed: string[] = [];
  for (const planted of BUGS) {
    const file = await bundle('modules/promotion/testing/twin.ts', planted);
    const faulty: { compare: typeof compare } = await import(pathToFileURL(file).href);
    fs.rmSync(file);
    if (!isFound(faulty.compare)) missed.push(planted.name);
  }
  expect(missed).toEqual([]);
});

/** A difference, or an invariant that breaks. */
function isFound(faulty: typeof compare): boolean {
  for (let seed = 1; seed <= 12; seed += 1) {
    try {
      if (faulty(seed, 500) !== null) return true;
    } catch {
      return true;
    }
  }
  return false;
}
