import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Bug } from '../../sim/planted/bugs.ts';
import { bundle } from '../../sim/planted/bundle.ts';
import { compare } from './testing/made-good.ts';

const SPANS = 'modules/options/machine/spans.ts';
const WINDOWS = 'modules/options/machine/windows.ts';
const ESCROW = 'modules/options/machine/escrow.ts';
const RULES = 'modules/options/rules/made-good.ts';

const bug = (name: string, file: string, from: string, to: string): Bug => ({
  ...{ name, edits: [{ file, from, to }] },
});

const BUGS: readonly Bug[] = [
  bug('fee forgotten', RULES, 'stake + fee - paid', 'stake - paid'),
  bug('paid without capital', SPANS, 'amount > escrow.capital(asset)', 'amount < 0n'),
  bug(
    'nothing set aside',
    ESCROW,
    'if (amount > 0n) this.#ledger.post(from!',
    'if (amount < 0n) this.#ledger.post(from!',
  ),
  bug(
    'declared again',
    WINDOWS,
    'this.#standing.filter((row) => !wrong.has(row))',
    'this.#standing.slice()',
  ),
  bug('paid again', SPANS, '    windows.remove(row);\n', ''),
  bug('lines believed', WINDOWS, "lines.reduce(hashOf, '') === row.hash ? row : null", 'row'),
  bug(
    'last line alone hashed',
    WINDOWS,
    '(before: string, line: string)',
    "(_: string, line: string, before = '')",
  ),
  bug(
    'ended accounts paid',
    SPANS,
    'people.isCleared(userId, id)',
    'people.isCleared(userId, seq)',
  ),
  bug('for ever', WINDOWS, 'Math.max(from, now - KEPT_MS)', 'from'),
  bug('one window too many', WINDOWS, 'expiresAt - windowMs < to', 'expiresAt - 9 * windowMs < to'),
];

it('OPTN-080 OPTN-081 machine and plain count agree on random windows that were wrong', () => {
  for (let seed = 1; seed <= 3; seed += 1) expect([seed, compare(seed, 40)]).toEqual([seed, null]);
});

it('OPTN-080 OPTN-081 the comparison finds each of many faults that were planted', {
  timeout: 240_000,
}, async () => {
  const missed: string[] = [];
  for (const planted of BUGS) {
    const file = await bundle('modules/options/testing/made-good.ts', planted);
    const faulty: { compare: typeof compare } = await import(pathToFileURL(file).href);
    fs.rmSync(file);
    if (!isFound(faulty.compare)) missed.push(planted.name);
  }
  expect(missed).toEqual([]);
});

/** A difference, or an invariant that breaks. */
function isFound(faulty: typeof compare): boolean {
  for (let seed = 1; seed <= 4; seed += 1) {
    try {
      if (faulty(seed, 40) !== null) return true;
    } catch {
      return true;
    }
  }
  return false;
}
