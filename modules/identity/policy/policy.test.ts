import { expect, it } from 'vitest';
import { CountryPolicy, OFFERS, PRESETS } from './index.ts';
import { presets, UNDERLYINGS } from './presets.ts';

it('VERI-070 presets carry the limits of the law, and the safest for countries not listed', () => {
  const policy = new CountryPolicy('byCountry', false);
  const table = Object.fromEntries(
    ['DE', 'BR', 'GB', 'AU', 'US', 'JP', 'SG'].map((country) => {
      const own = policy.of(country);
      const figures = [own.leverageOf('majorFx'), own.leverageOf('gold'), own.leverageOf('crypto')];
      return [country, [own.preset, ...figures, own.offers('options'), own.offers('perpetual')]];
    }),
  );
  expect(table).toEqual({
    DE: ['eu_retail', 30, 20, 2, false, true],
    BR: ['eu_retail', 30, 20, 2, false, true],
    GB: ['uk', 30, 20, 0, false, false],
    AU: ['au', 30, 20, 2, false, true],
    US: ['us_blocked', 0, 0, 0, false, false],
    JP: ['jp', 25, 20, 2, false, true],
    SG: ['sg', 20, 20, 2, false, true],
  });
  expect(policy.of('DE').warnings).toContain('cfdRisk');
  expect(policy.of('DE').reason).toBe('country');
  expect(OFFERS.some((offer) => policy.of('US').offers(offer))).toBe(false);
  for (const name of PRESETS) {
    expect(presets[name].name).toBe(name);
    expect(Object.keys(presets[name].leverage).sort()).toEqual([...UNDERLYINGS].sort());
  }
});

it('IDEN-200 presets say from which amount on recipient and provider of a payment are asked for', () => {
  const policy = new CountryPolicy('byCountry', false);
  const travel = (country: string) => Object.values(policy.of(country).travel);
  for (const country of ['DE', 'BR', 'GB', 'AU', 'JP', 'SG'])
    expect(travel(country)).toEqual([0, 0]);
  expect(travel('US')).toEqual([1_000, null]);
  expect(Object.values(new CountryPolicy('', true).of('DE').travel)).toEqual([1_000, null]);
});

it('VERI-071 the country of an address only tightens', () => {
  const policy = new CountryPolicy('byCountry', false);
  expect(policy.of('DE', 'US').preset).toBe('us_blocked');
  expect(policy.of('US', 'DE').preset).toBe('us_blocked');
  expect(policy.of('GB', 'DE').preset).toBe('uk');
});

it('VERI-072 a trial applies no limits unless a setting says otherwise, and says so; a production does not', () => {
  expect(new CountryPolicy('', true).of('US')).toMatchObject({
    ...{ preset: 'unrestricted', reason: 'trial' },
  });
  expect(new CountryPolicy('', false).of('US').preset).toBe('us_blocked');
  expect(new CountryPolicy('byCountry', true).of('US').preset).toBe('us_blocked');
  const attested = new CountryPolicy('unrestricted', false).of('DE');
  expect(attested).toMatchObject({ preset: 'unrestricted', reason: 'operator' });
  expect(attested.warnings).toContain('unregulated');
  expect(attested.leverageOf('crypto')).toBe(100);
});
