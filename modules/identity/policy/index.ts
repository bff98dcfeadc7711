import {
  type Offer,
  type Preset,
  type PresetName,
  presetOfCountry,
  presets,
  type TravelRule,
  type Underlying,
} from './presets.ts';

export {
  OFFERS,
  type Offer,
  PRESETS,
  type Preset,
  type PresetName,
  presets,
  UNDERLYINGS,
  type Underlying,
} from './presets.ts';

/** What a preset allows at the moment of the question. */
export interface PresetTerms {
  offers(preset: PresetName, offer: Offer): boolean;
  leverageOf(preset: PresetName, underlying: Underlying): number;
}

/** As the software comes. */
export const SHIPPED_TERMS: PresetTerms = {
  offers: (preset, offer) => !presets[preset].closed.has(offer),
  leverageOf: (preset, underlying) => presets[preset].leverage[underlying],
};

/** By what the presets of an installation go. */
export const COUNTRY_POLICIES = ['byCountry', 'unrestricted'] as const;
export type PolicySource = (typeof COUNTRY_POLICIES)[number];

/** Why a person has the preset: their country, or what the operator answers for. */
export type PolicyReason = 'country' | 'trial' | 'operator';

/** What applies to one person. */
export interface Policy {
  readonly preset: PresetName;
  readonly reason: PolicyReason;
  readonly warnings: Preset['warnings'];
  readonly closeOutPercent: number;
  readonly negativeBalanceProtection: boolean;
  readonly travel: TravelRule;
  offers(offer: Offer): boolean;
  /** The highest leverage; 0: not offered. */
  leverageOf(underlying: Underlying): number;
}

/**
 * The country policy of an installation: the face that every product reads. A trial without a
 * setting applies no country's limits, because its money is made up, and says so (`reason`).
 */
export class CountryPolicy {
  readonly #source: PolicySource;
  readonly #reason: PolicyReason;

  readonly #terms: PresetTerms;

  constructor(wanted: PolicySource | '', isTrial: boolean, terms = SHIPPED_TERMS) {
    this.#terms = terms;
    this.#source = wanted || (isTrial ? 'unrestricted' : 'byCountry');
    this.#reason = this.#source === 'byCountry' ? 'country' : isTrial ? 'trial' : 'operator';
  }

  /**
   * @param verified the country of an approved document, else the one given at registration
   * @param hinted that of the address that a request comes from: it may only tighten
   */
  of(verified: string, hinted = verified): Policy {
    if (this.#source === 'unrestricted') return this.#policyOf(presets.unrestricted);
    const own = presets[presetOfCountry[verified] ?? 'eu_retail'];
    const here = presets[presetOfCountry[hinted] ?? 'eu_retail'];
    return this.#policyOf(here.name === 'us_blocked' ? here : own);
  }

  #policyOf(preset: Preset): Policy {
    const { name, warnings, closeOutPercent, negativeBalanceProtection, travel } = preset;
    return {
      ...{ preset: name, reason: this.#reason, warnings },
      ...{ closeOutPercent, negativeBalanceProtection, travel },
      offers: (offer) => this.#terms.offers(name, offer),
      leverageOf: (underlying) => this.#terms.leverageOf(name, underlying),
    };
  }
}
