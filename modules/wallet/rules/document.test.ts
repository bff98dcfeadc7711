import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rules, usdt } from '../testing/situations.ts';
import {
  RULE_NAMES,
  RULES,
  type RuleName,
  rulesText,
  SHIPPED,
  termsOf,
  versionsSince,
  wrongRules,
} from './document.ts';

describe('the rules as one object', () => {
  it('WDRL-030 has the numbers that were asked for, a version, and a digest that nobody changes', () => {
    expect([BigInt(SHIPPED.least), BigInt(SHIPPED.most)]).toEqual([usdt(100), usdt(200_000)]);
    const { version, zone, perDay, windowFrom, windowUntil, turnover, turnoverMode } = SHIPPED;
    expect([version, zone, perDay, windowFrom / 60, windowUntil / 60]).toEqual([
      ...[1, 'Asia/Hong_Kong', 2, 12, 24],
    ]);
    expect([turnover, turnoverMode, SHIPPED.coolingHours]).toEqual([900_000, 1, 24]);
    // Deposits have pinned these numbers. Whoever wants others publishes a version.
    const digest = createHash('sha256').update(rulesText(SHIPPED)).digest('hex');
    expect(digest).toBe('f51fe75a6486a133765a7a9df471aec8cdc45779997c896ff4fe37b228fecef4');
    expect(rulesText({ ...SHIPPED })).toBe(rulesText(SHIPPED));
    expect(rulesText(rules({ fee: 1 }))).not.toBe(rulesText(SHIPPED));
  });

  it('WDRL-030 numbers that make no rules are named', () => {
    expect(wrongRules(SHIPPED)).toBeNull();
    const wrong: [RuleName, number][] = [
      ['least', SHIPPED.most + 1],
      ['fee', SHIPPED.least],
      ['networkFee', SHIPPED.least],
      ['windowUntil', SHIPPED.windowFrom],
      ['windowUntil', 1441],
      ['turnover', 1_000_001],
      ['turnoverMode', 3],
      ['perDay', 0],
      ['tierLimit', SHIPPED.onePersonLimit + 1],
      ['exitDays', -1],
      ['travelAmount', 0.5],
    ];
    for (const [name, value] of wrong) {
      const named = name === 'least' ? 'most' : name === 'tierLimit' ? 'onePersonLimit' : name;
      expect(wrongRules(rules({ [name]: value }))).toBe(named);
    }
  });
});

describe('which rules hold for which money', () => {
  it.each(RULE_NAMES)('WDRL-031 of two versions the one with the lighter %s', (name) => {
    if (name === 'windowFrom' || name === 'windowUntil') {
      const wide = termsOf([rules({ windowFrom: 600 }), rules({ windowUntil: 1400 })]);
      expect(wide.windows).toEqual([{ from: 600, until: 1440, zone: SHIPPED.zone }]);
      return;
    }
    const { lighter } = RULES[name];
    const other = rules({ [name]: SHIPPED[name] + 1 });
    const held = lighter === 'less' ? SHIPPED[name] : SHIPPED[name] + 1;
    expect(termsOf([SHIPPED, other])[name]).toBe(held);
    expect(termsOf([other, SHIPPED])[name]).toBe(held);
  });

  it('WDRL-031 field by field: each from whichever version has the lighter one', () => {
    const one = rules({ least: 50, most: 1000, perDay: 1 });
    const other = rules({ least: 100, most: 500, perDay: 9 });
    expect(termsOf([one, other])).toMatchObject({ least: 50, most: 1000, perDay: 9 });
  });

  it('WDRL-031 where the zone was changed, both windows are open', () => {
    const { windows } = termsOf([SHIPPED, rules({ zone: 'UTC', windowFrom: 0 })]);
    expect(windows).toEqual([
      { from: 720, until: 1440, zone: 'Asia/Hong_Kong' },
      { from: 0, until: 1440, zone: 'UTC' },
    ]);
  });

  it('WDRL-031 what once became lighter stays so for money that was inside then', () => {
    const history = [SHIPPED, rules({ version: 2, fee: 5 }), rules({ version: 3, fee: 50 })];
    const feeOf = (pinned: number) => termsOf(versionsSince(history, pinned)).fee;
    expect([feeOf(1), feeOf(2), feeOf(3)]).toEqual([5, 5, 50]);
    expect(() => versionsSince(history, 4)).toThrow('pins a version');
    expect(() => termsOf([])).toThrow('has a version');
  });
});
