/**
 * What people may do by the law of their country, as data (integrity reference §3.6, which cites
 * the sources). Leverage is the highest multiple of the margin; 0: the product is not offered.
 */

/** Classes of what leveraged products follow; the first that fits counts. */
export const UNDERLYINGS = [
  'majorFx',
  'minorFx',
  'gold',
  'majorIndex',
  'commodity',
  'minorIndex',
  'share',
  'crypto',
] as const;
export type Underlying = (typeof UNDERLYINGS)[number];

/** What a preset opens or closes, whole products and parts of them alike. */
export const OFFERS = [
  'spot',
  'perpetual',
  'cfd',
  'options',
  'earn',
  'stablecoinInterest',
  'launch',
  'loans',
  'inducements',
  'referralDeepLevels',
] as const;
export type Offer = (typeof OFFERS)[number];

/** Texts that must be shown, by the keys of the catalogues. */
export type Warning = 'cfdRisk' | 'cryptoRisk' | 'coolingOff' | 'unregulated' | 'notOffered';

export const PRESETS = [
  'eu_retail',
  'uk',
  'au',
  'us_blocked',
  'jp',
  'sg',
  'pro',
  'unrestricted',
] as const;
export type PresetName = (typeof PRESETS)[number];

/**
 * Of whoever is paid from here, in whole USDT (the travel rule). `recipientFrom`: their name is
 * asked for from this amount on; `providerFrom`: and who holds the address, or that nobody does.
 */
export interface TravelRule {
  readonly recipientFrom: number;
  readonly providerFrom: number | null;
}

export interface Preset {
  readonly name: PresetName;
  readonly leverage: Readonly<Record<Underlying, number>>;
  /** What is not offered. */
  readonly closed: ReadonlySet<Offer>;
  /** Positions are closed when funds fall to this share of the margin, in percent. */
  readonly closeOutPercent: number;
  readonly negativeBalanceProtection: boolean;
  readonly warnings: readonly Warning[];
  readonly travel: TravelRule;
}

const FULL: Readonly<Record<Underlying, number>> = {
  ...{ majorFx: 100, minorFx: 100, gold: 100, majorIndex: 100 },
  ...{ commodity: 100, minorIndex: 100, share: 25, crypto: 100 },
};

/** ESMA decision 2018/796, which the countries of the EU have made permanent. */
const ESMA: Readonly<Record<Underlying, number>> = {
  ...{ majorFx: 30, minorFx: 20, gold: 20, majorIndex: 20 },
  ...{ commodity: 10, minorIndex: 10, share: 5, crypto: 2 },
};

const NOTHING: Readonly<Record<Underlying, number>> = {
  ...{ majorFx: 0, minorFx: 0, gold: 0, majorIndex: 0 },
  ...{ commodity: 0, minorIndex: 0, share: 0, crypto: 0 },
};

/**
 * Names go with any amount: Regulation (EU) 2023/1113, paragraph 13.4 of the MAS Notice PSN02, and
 * the laws of the UK, Japan and Australia.
 */
const ALWAYS: TravelRule = { recipientFrom: 0, providerFrom: 0 };
/** Recommendation 16 of the FATF: from 1,000 on. */
const FATF: TravelRule = { recipientFrom: 1_000, providerFrom: null };

const RETAIL = { closeOutPercent: 50, negativeBalanceProtection: true } as const;

export const presets: Readonly<Record<PresetName, Preset>> = {
  eu_retail: {
    name: 'eu_retail',
    leverage: ESMA,
    closed: new Set(['options', 'stablecoinInterest', 'inducements', 'referralDeepLevels']),
    ...RETAIL,
    warnings: ['cfdRisk', 'cryptoRisk'],
    travel: ALWAYS,
  },
  uk: {
    name: 'uk',
    // Derivatives on crypto are banned for retail since 6 January 2021.
    leverage: { ...ESMA, crypto: 0 },
    closed: new Set(['options', 'perpetual', 'inducements', 'referralDeepLevels']),
    ...RETAIL,
    warnings: ['cfdRisk', 'cryptoRisk', 'coolingOff'],
    travel: ALWAYS,
  },
  au: {
    name: 'au',
    leverage: ESMA,
    closed: new Set(['options', 'inducements']),
    ...RETAIL,
    warnings: ['cfdRisk', 'cryptoRisk'],
    travel: ALWAYS,
  },
  us_blocked: {
    name: 'us_blocked',
    leverage: NOTHING,
    closed: new Set(OFFERS),
    ...RETAIL,
    warnings: ['notOffered'],
    travel: FATF,
  },
  jp: {
    name: 'jp',
    leverage: { ...ESMA, majorFx: 25, minorFx: 25 },
    closed: new Set(['options']),
    ...RETAIL,
    closeOutPercent: 100,
    warnings: ['cfdRisk', 'cryptoRisk'],
    travel: ALWAYS,
  },
  sg: {
    name: 'sg',
    leverage: { ...ESMA, majorFx: 20, minorFx: 20 },
    closed: new Set(['options', 'inducements']),
    ...RETAIL,
    closeOutPercent: 100,
    warnings: ['cfdRisk', 'cryptoRisk'],
    travel: ALWAYS,
  },
  pro: {
    name: 'pro',
    leverage: FULL,
    closed: new Set(['options']),
    closeOutPercent: 50,
    negativeBalanceProtection: false,
    warnings: ['cfdRisk', 'cryptoRisk'],
    travel: FATF,
  },
  unrestricted: {
    name: 'unrestricted',
    leverage: FULL,
    closed: new Set(),
    closeOutPercent: 50,
    negativeBalanceProtection: true,
    warnings: ['unregulated', 'cfdRisk', 'cryptoRisk'],
    travel: FATF,
  },
};

/** Countries whose preset is not that of all others, `eu_retail`, which has the safest numbers. */
export const presetOfCountry: Readonly<Record<string, PresetName>> = {
  GB: 'uk',
  AU: 'au',
  US: 'us_blocked',
  JP: 'jp',
  SG: 'sg',
};
