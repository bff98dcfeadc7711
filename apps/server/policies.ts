import { CountryPolicy } from '@assay/modules/identity';
import {
  OFFERS,
  type Offer,
  PRESETS,
  type PresetName,
  type PresetTerms,
  SHIPPED_TERMS,
  UNDERLYINGS,
  type Underlying,
} from '@assay/modules/identity/policy';
import type { Parameters } from '@assay/modules/parameters';
import type { ParameterName, PolicyParameter } from '@assay/modules/parameters/rules';
import type { Config } from '@assay/platform/config';

/** The parameter that each term of a preset is. */
const LEVERAGE: Readonly<Record<Underlying, PolicyParameter>> = {
  majorFx: 'leverageMajorFx',
  minorFx: 'leverageMinorFx',
  gold: 'leverageGold',
  majorIndex: 'leverageMajorIndex',
  commodity: 'leverageCommodity',
  minorIndex: 'leverageMinorIndex',
  share: 'leverageShare',
  crypto: 'leverageCrypto',
};
const OFFERED: Readonly<Record<Offer, PolicyParameter>> = {
  spot: 'offersSpot',
  perpetual: 'offersPerpetual',
  cfd: 'offersCfd',
  options: 'offersOptions',
  earn: 'offersEarn',
  stablecoinInterest: 'offersStablecoinInterest',
  launch: 'offersLaunch',
  loans: 'offersLoans',
  inducements: 'offersInducements',
  referralDeepLevels: 'offersReferralDeepLevels',
};

const SHIPPED = new Map<ParameterName, (preset: PresetName) => number>();
for (const underlying of UNDERLYINGS) {
  SHIPPED.set(LEVERAGE[underlying], (preset) => SHIPPED_TERMS.leverageOf(preset, underlying));
}
for (const offer of OFFERS) {
  SHIPPED.set(OFFERED[offer], (preset) => (SHIPPED_TERMS.offers(preset, offer) ? 1 : 0));
}

/** What a preset came with; null for a subject that is none. */
export function shippedPolicy(parameter: ParameterName, subject: string): number | null {
  const preset = PRESETS.find((name) => name === subject);
  return preset === undefined ? null : (SHIPPED.get(parameter)?.(preset) ?? null);
}

/** The country policy of this installation, by the parameters that hold at the moment. */
export function countryPolicy(
  { COUNTRY_POLICY }: Pick<Config, 'COUNTRY_POLICY'>,
  isTrial: boolean,
  parameters: Pick<Parameters, 'valueAt'>,
  now: () => number,
): CountryPolicy {
  const termOf = (name: PolicyParameter, preset: PresetName) =>
    parameters.valueAt(name, preset, now()) ?? 0;
  const terms: PresetTerms = {
    offers: (preset, offer) => termOf(OFFERED[offer], preset) === 1,
    leverageOf: (preset, underlying) => termOf(LEVERAGE[underlying], preset),
  };
  return new CountryPolicy(COUNTRY_POLICY, isTrial, terms);
}
