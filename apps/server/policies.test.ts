import { OFFERS, PRESETS, presets, UNDERLYINGS } from '@assay/modules/identity/policy';
import { policyOf as optionPolicyOf } from '@assay/modules/options';
import { PARAMETER_NAMES, PARAMETERS } from '@assay/modules/parameters/rules';
import { expect, it } from 'vitest';
import { countryPolicy, shippedPolicy } from './policies.ts';

const names = PARAMETER_NAMES.filter((name) => PARAMETERS[name].of === 'policy');

it('PARM-080 every term of every preset of countries is a parameter, and begins as the software has it', () => {
  expect(names).toHaveLength(UNDERLYINGS.length + OFFERS.length);
  for (const preset of PRESETS) {
    for (const name of names) {
      const value = shippedPolicy(name, preset);
      const { least, most } = PARAMETERS[name];
      expect(value, `${name} of ${preset}`).toBeGreaterThanOrEqual(least);
      expect(value, `${name} of ${preset}`).toBeLessThanOrEqual(most);
    }
  }
  expect(shippedPolicy('leverageMajorFx', 'eu_retail')).toBe(presets.eu_retail.leverage.majorFx);
  expect(shippedPolicy('offersOptions', 'eu_retail')).toBe(0);
  expect(shippedPolicy('offersSpot', 'nowhere')).toBeNull();
});

it('PARM-081 what is published of a preset holds for its people from its moment on, and for nobody else', () => {
  let now = 0;
  const published = new Map([
    ['leverageGold eu_retail', 15],
    ['offersEarn eu_retail', 0],
    ['offersOptions unrestricted', 0],
  ]);
  const parameters = {
    valueAt: (name: (typeof names)[number], preset: string, at: number) =>
      (at >= 100 ? published.get(`${name} ${preset}`) : undefined) ?? shippedPolicy(name, preset),
  } as Parameters<typeof countryPolicy>[2];
  const byCountry = countryPolicy({ COUNTRY_POLICY: 'byCountry' }, false, parameters, () => now);
  const trial = countryPolicy({ COUNTRY_POLICY: '' }, true, parameters, () => now);
  const termsOf = (country: string) => {
    const policy = byCountry.of(country);
    return [policy.leverageOf('gold'), policy.offers('earn')];
  };
  const options = (country: string, licensed: string[] = []) => [
    optionPolicyOf(country, byCountry.of(country), new Set(licensed)),
    optionPolicyOf(country, trial.of(country), new Set(licensed)),
  ];
  expect([termsOf('DE'), termsOf('GB')]).toEqual([
    [20, true],
    [20, true],
  ]);
  expect(options('BR')).toEqual(['strict', 'licensed']);
  expect(options('BR', ['BR', 'DE'])).toEqual(['licensed', 'licensed']);
  expect(options('DE', ['BR', 'DE'])).toEqual(['strict', 'licensed']);
  now = 100;
  expect([termsOf('DE'), termsOf('GB')]).toEqual([
    [15, false],
    [20, true],
  ]);
  expect(options('BR')).toEqual(['strict', 'strict']);
});
