import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import {
  AHEAD_MAX_MS,
  announcedAt,
  CHANGE_REFUSALS,
  type Change,
  earliest,
  isAgainst,
  PARAMETERS,
  type ParameterSpec,
  refuseChange,
  refuseWithdrawal,
  STAGES,
  type Version,
  versionAt,
  WITHDRAW_UNTIL_MS,
  WITHDRAWAL_REFUSALS,
} from './rules/index.ts';

const NOW = 1_767_225_600_000;
const fee: Change = { parameter: 'makerFee', subject: 'BTCUSDT', value: 900, takesEffectAt: null };

const version = (of: Partial<Version>): Version => ({
  ...{ versionId: 1, parameter: 'makerFee', subject: 'BTCUSDT', value: 900, before: 1_000 },
  ...{ reason: 'r', signers: [1, 2], publishedAt: NOW, takesEffectAt: NOW },
  withdrawn: null,
  ...of,
});

describe('the table of parameters', () => {
  it('PARM-010 has bounds, a direction that is against customers, and a day of notice', () => {
    for (const spec of Object.values<ParameterSpec>(PARAMETERS)) {
      expect(spec.least).toBeLessThan(spec.most);
      expect(spec.noticeMs).toBeGreaterThanOrEqual(DAY);
    }
    const rises = PARAMETERS.makerFee;
    expect(isAgainst(rises, 1_000, 1_001)).toBe(true);
    expect(isAgainst(rises, 1_000, 999)).toBe(false);
    expect(isAgainst({ ...rises, against: 'fall' }, 1_000, 999)).toBe(true);
    expect(earliest(rises, 1_000, 1_001, NOW)).toBe(NOW + DAY);
    expect(earliest(rises, 1_000, 999, NOW)).toBe(NOW);
  });

  it('PARM-011 refuses a change for the first reason that applies, in the published order', () => {
    const open = [version({ takesEffectAt: NOW + 1 })];
    const soon = NOW + DAY - 1;
    // Each row mends what the one before met, and is wrong in all that follows.
    const rows: [Partial<Change>, Parameters<typeof refuseChange>[1], string | null][] = [
      [{ value: -1, takesEffectAt: soon }, { present: null, versions: open }, 'unknownSubject'],
      [{ value: -1, takesEffectAt: soon }, { present: 1_000, versions: open }, 'outOfBounds'],
      [{ value: 10_001 }, { present: 1_000, versions: open }, 'outOfBounds'],
      [{ value: 1_000 }, { present: 1_000, versions: open }, 'alreadyAnnounced'],
      [{ value: 1_000, takesEffectAt: soon }, { present: 1_000, versions: [] }, 'unchanged'],
      [
        { parameter: 'marketStage', value: 0, takesEffectAt: soon },
        { present: 1, versions: [] },
        'final',
      ],
      [{ value: 1_001, takesEffectAt: soon }, { present: 1_000, versions: [] }, 'noticeTooShort'],
      [{ value: 999, takesEffectAt: NOW - 1 }, { present: 1_000, versions: [] }, 'noticeTooShort'],
      [
        { value: 1_001, takesEffectAt: NOW + AHEAD_MAX_MS + 1 },
        { present: 1_000, versions: [] },
        'tooFarAhead',
      ],
      [{ value: 1_001, takesEffectAt: NOW + DAY }, { present: 1_000, versions: [] }, null],
      [{ value: 999, takesEffectAt: NOW }, { present: 1_000, versions: [] }, null],
      [{ value: 1_001 }, { present: 1_000, versions: [] }, null],
    ];
    const met = rows.map(([change, known, refusal]) => {
      expect(refuseChange({ ...fee, ...change }, known, NOW)).toBe(refusal);
      return refusal;
    });
    expect([...new Set(met)].filter((one) => one !== null)).toEqual([...CHANGE_REFUSALS]);
  });
});

it('OPER-110 a market opens at once, ends after a week at the earliest, and never comes back', () => {
  const stage = (name: (typeof STAGES)[number]) => STAGES.indexOf(name);
  const said = (before: 'open' | 'delisted' | 'preOpen', after: typeof before, inMs: number) =>
    refuseChange(
      {
        ...{ parameter: 'marketStage', subject: 'BTCUSDT' },
        ...{ value: stage(after), takesEffectAt: NOW + inMs },
      },
      { present: stage(before), versions: [] },
      NOW,
    );
  expect(said('preOpen', 'open', 0)).toBeNull();
  expect(said('preOpen', 'open', 30 * DAY)).toBeNull();
  // Nobody has anything in a market that never opened.
  expect(said('preOpen', 'delisted', 0)).toBeNull();
  expect(said('open', 'delisted', 7 * DAY - 1)).toBe('noticeTooShort');
  expect(said('open', 'delisted', 7 * DAY)).toBeNull();
  expect(said('open', 'preOpen', 30 * DAY)).toBe('outOfBounds');
  expect(said('delisted', 'open', 30 * DAY)).toBe('final');
});

it('PARM-041 a withdrawal is refused for the first reason that applies, in the published order', () => {
  const soon = { takesEffectAt: NOW + WITHDRAW_UNTIL_MS - 1 };
  const withdrawn = { at: NOW - 1, reason: 'r', signers: [1, 2] };
  const met = [
    refuseWithdrawal(undefined, NOW),
    refuseWithdrawal(version({ ...soon, withdrawn }), NOW),
    refuseWithdrawal(version(soon), NOW),
  ];
  expect(met).toEqual([...WITHDRAWAL_REFUSALS]);
  expect(refuseWithdrawal(version({ takesEffectAt: NOW + WITHDRAW_UNTIL_MS }), NOW)).toBeNull();
});

it('PARM-012 PARM-040 what held at each moment follows from the table forever: a replay finds the same', () => {
  let withdrawals = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const dice = createDice(seed);
    const published: Version[] = [];
    const seen: [at: number, versionId: number | undefined][] = [];
    for (let at = NOW; at < NOW + 10 * DAY; at += 1 + dice.int(0, 5 * HOUR)) {
      if (dice.int(0, 3) === 0 && announcedAt(published, at).length === 0) {
        const takesEffectAt = at + (dice.int(0, 2) === 0 ? 0 : dice.int(0, 2 * DAY));
        const versionId = published.length + 1;
        published.push(version({ versionId, publishedAt: at, takesEffectAt }));
      }
      const last = published.at(-1);
      if (dice.int(0, 5) === 0 && refuseWithdrawal(last, at) === null) {
        withdrawals += 1;
        published[published.length - 1] = { ...last!, withdrawn: { at, reason: 'r', signers: [] } };
        expect(announcedAt(published, at)).toEqual([]);
      }
      seen.push([at, versionAt(published, at)?.versionId]);
    }
    expect(published.length).toBeGreaterThan(0);
    for (const [at, versionId] of seen) expect(versionAt(published, at)?.versionId).toBe(versionId);
    const ids = seen.map(([, versionId]) => versionId ?? 0);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  }
  expect(withdrawals).toBeGreaterThan(100);
});
