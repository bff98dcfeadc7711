import type { ParameterSpec, Version } from '@assay/modules/parameters/rules';
import { effectiveAt, PARAMETERS } from '@assay/modules/parameters/rules';
import { RULES, SHIPPED, wrongRules } from '@assay/modules/wallet/rules';
import { describe, expect, it } from 'vitest';
import { RULE_PARAMETERS, rulesHistory } from './withdrawal-rules.ts';

type Name = keyof typeof RULE_PARAMETERS;
const NAMES = Object.keys(RULE_PARAMETERS) as Name[];

describe('the rules of withdrawals as parameters', () => {
  it('PARM-070 what is against customers is what makes a rule stricter, and the units are alike', () => {
    for (const name of NAMES) {
      const spec: ParameterSpec = PARAMETERS[RULE_PARAMETERS[name]];
      const { lighter, unit, shipped } = RULES[name];
      expect([name, spec.against, spec.unit]).toEqual([
        ...[name, lighter === 'less' ? 'rise' : 'fall', unit],
      ]);
      expect(shipped).toBeGreaterThanOrEqual(spec.least);
      expect(shipped).toBeLessThanOrEqual(spec.most);
    }
  });

  it('PARM-070 whatever staff may publish, in any combination, makes rules', () => {
    for (let combination = 0; combination < 1 << NAMES.length; combination += 1) {
      const ends = NAMES.map((name, bit) => {
        const { least, most } = PARAMETERS[RULE_PARAMETERS[name]];
        return [name, combination & (1 << bit) ? most : least];
      });
      expect(wrongRules({ ...SHIPPED, ...Object.fromEntries(ends) })).toBeNull();
    }
  });

  it('PARM-071 each change that takes effect is a version; what is announced or withdrawn is none', () => {
    const version = (versionId: number, change: Partial<Version>): Version => ({
      ...{ versionId, parameter: 'withdrawalFee', subject: '', value: 1, before: 2 },
      ...{ reason: 'r', signers: [1, 2], publishedAt: 0, takesEffectAt: 100, withdrawn: null },
      ...change,
    });
    const withdrawn = { at: 1, reason: 'r', signers: [1, 2] };
    const versions = [
      version(4, { takesEffectAt: 200, value: 3 }),
      version(5, { withdrawn, value: 9 }),
      version(6, { parameter: 'withdrawalsPerDay', value: 5 }),
      version(7, { takesEffectAt: 300, value: 8 }),
    ];
    const history = rulesHistory({ historyOf: (_, at) => effectiveAt(versions, at) }, 299);
    expect(history).toEqual([
      SHIPPED,
      { ...SHIPPED, version: 7, perDay: 5 },
      { ...SHIPPED, version: 5, perDay: 5, fee: 3 },
    ]);
  });
});
