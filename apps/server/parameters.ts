import { OWNER } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import { HOUR, SECOND } from '@assay/core/time';
import { ALERTS_MAX } from '@assay/modules/alerts/rules';
import { CFD } from '@assay/modules/cfd';
import { PublishedCalendars } from '@assay/modules/feeds';
import { PRESETS } from '@assay/modules/identity/policy';
import type { MarketsMachine } from '@assay/modules/markets';
import { createParameters, type Origin, type Parameters } from '@assay/modules/parameters';
import {
  type HouseParameter,
  type MarketParameter,
  PARAMETERS,
  type ParameterName,
  type Scope,
  STAGES,
} from '@assay/modules/parameters/rules';
import { ANSWER_WITHIN_MS, OPEN_MAX } from '@assay/modules/support/rules';
import { DECIDE_WITHIN_MS } from '@assay/modules/verification/rules';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import { calendarDaysJob, followedNights } from './calendars.ts';
import { SHIPPED_FEES } from './fee-terms.ts';
import { type ListingsOptions, startListings } from './listings.ts';
import { shippedPolicy } from './policies.ts';
import type { RealmEngine } from './realm.ts';
import { SHIPPED_REWARDS } from './reward-terms.ts';
import { publishedTermsJob, termsKinds } from './terms.ts';
import { SHIPPED_RULES } from './withdrawal-rules.ts';

const LOOK_EVERY_MS = SECOND;

const FEES = { makerFee: 'makerFeePpm', takerFee: 'takerFeePpm' } as const;
const LIMITS = {
  minNotional: 'minNotional',
  priceWarning: 'priceWarningPpm',
  bidBandUp: 'bidUpPpm',
  bidBandDown: 'bidDownPpm',
  askBandUp: 'askUpPpm',
  askBandDown: 'askDownPpm',
} as const;
/** Where a market has the number that a parameter sets. */
const OF_RULES = { ...FEES, ...LIMITS } satisfies Partial<Record<MarketParameter, keyof BookRules>>;
type OfRules = keyof typeof OF_RULES;

/** The numbers of the house that the software came with. */
const OF_HOUSE: Readonly<Record<HouseParameter, number>> = {
  verificationHours: DECIDE_WITHIN_MS / HOUR,
  supportHours: ANSWER_WITHIN_MS / HOUR,
  supportOpen: OPEN_MAX,
  priceAlerts: ALERTS_MAX,
  purchaseMargin: 10_000,
  purchaseHours: 24,
  bankSpread: 10_000,
  // 20 USDT, and 2 %.
  ...{ recoveryLeast: 2_000_000_000, recoveryFee: 20_000 },
  // Nobody knows them until somebody has published them.
  ...{ purchaseRateEur: 0, purchaseRateUsd: 0, purchaseRateGbp: 0, purchaseRateHkd: 0 },
  ...SHIPPED_RULES,
  ...SHIPPED_FEES,
  ...SHIPPED_REWARDS,
};

/** What the house decides: its parameters and listings, and the jobs by which engines take them. */
export async function startParameters(options: ListingsOptions) {
  const { db, engines, jobs } = options;
  const origin = originOf(engines.real.machines.markets);
  const module = await createParameters(db, origin, termsKinds(engines.real));
  const calendars = new PublishedCalendars(db);
  await calendars.load();
  for (const realm of REALMS) {
    jobs.add(calendarDaysJob(engines[realm], calendars, realm));
    jobs.add(marketTermsJob(engines[realm], module.parameters, realm));
    jobs.add(publishedTermsJob(engines[realm], module.terms, realm));
  }
  const nights = followedNights(engines.real, module.terms);
  const dated = { calendars, calendarChange: calendars.changing(nights) };
  return { ...module, ...dated, listings: await startListings(options) };
}

/** What the software and its listings came with; markets of both realms are listed alike. */
export function originOf(markets: Pick<MarketsMachine, 'market' | 'markets'>): Origin {
  // Contracts have terms of their own, and neither makers nor takers.
  const isOnBook = ({ product }: BookRules) => product !== CFD.name;
  const symbols = (onBook: boolean) =>
    [...markets.markets()].flatMap(({ rules }) =>
      onBook && !isOnBook(rules) ? [] : [rules.symbol],
    );
  const subjects: Record<Scope, (parameter: ParameterName) => readonly string[]> = {
    house: () => [''],
    market: (parameter) => symbols(parameter in OF_RULES),
    policy: () => PRESETS,
  };
  const ofMarket = (parameter: ParameterName, subject: string) => {
    const market = markets.market(subject);
    if (market === undefined) return null;
    if (parameter === 'marketStage') return STAGES.indexOf(market.stage);
    return isOnBook(market.rules) ? numberOf(market.rules, parameter as OfRules) : null;
  };
  return {
    subjects: (parameter) => subjects[PARAMETERS[parameter].of](parameter),
    value: (parameter, subject) => {
      const { of } = PARAMETERS[parameter];
      if (of === 'market') return ofMarket(parameter, subject);
      if (of === 'policy') return shippedPolicy(parameter, subject);
      return subject === '' ? OF_HOUSE[parameter as HouseParameter] : null;
    },
  };
}

const numberOf = (rules: BookRules, parameter: OfRules) => rules[OF_RULES[parameter]] as number;

/**
 * Gives an engine the fees, limits and stages that hold now, by commands in its log. Their ids name
 * the versions, so that each set of them is set once, whoever else runs this job.
 */
export function marketTermsJob(
  engine: Pick<RealmEngine, 'machines' | 'submit'>,
  parameters: Pick<Parameters, 'versionAt'>,
  realm: Realm,
): Job {
  const set = async <T extends 'setMarketFees' | 'setMarketLimits' | 'setMarketStage'>(
    command: Command<T>,
  ) => {
    const reply = await engine.submit(command);
    if (!reply.ok) throw new Error(`${command.id} was not set: ${reply.refusal}`);
  };
  const actor = OWNER.setup;
  return {
    name: `marketTerms:${realm}`,
    everyMs: LOOK_EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      for (const { rules, stage } of [...engine.machines.markets.markets()]) {
        signal.throwIfAborted();
        const { symbol: market } = rules;
        const staged = parameters.versionAt('marketStage', market, at);
        const next = STAGES[staged?.value ?? -1] ?? 'preOpen';
        if (next !== 'preOpen' && next !== stage) {
          const id = `marketStage ${market} ${staged?.versionId}`;
          await set({ type: 'setMarketStage', actor, id, body: { market, stage: next } });
        }
        const wanted = <K extends OfRules>(names: readonly K[]) =>
          termsAt(parameters, rules, names, at);
        const fees = wanted(Object.keys(FEES) as (keyof typeof FEES)[]);
        if (fees.differ) {
          const { makerFee: makerFeePpm, takerFee: takerFeePpm } = fees.values;
          const body = { market, makerFeePpm, takerFeePpm };
          const id = `marketFees ${market} ${fees.versions}`;
          await set({ type: 'setMarketFees', actor, id, body });
        }
        const limits = wanted(Object.keys(LIMITS) as (keyof typeof LIMITS)[]);
        if (limits.differ) {
          const body = { market, ...limitsOf(limits.values) };
          const id = `marketLimits ${market} ${limits.versions}`;
          await set({ type: 'setMarketLimits', actor, id, body });
        }
      }
    },
  };
}

/** What some parameters of a market are to be, and the versions that say so; 0 for none. */
function termsAt<K extends OfRules>(
  parameters: Pick<Parameters, 'versionAt'>,
  rules: BookRules,
  names: readonly K[],
  at: number,
) {
  const versions = names.map((name) => parameters.versionAt(name, rules.symbol, at));
  const entries = names.map((name, n) => {
    return [name, versions[n]?.value ?? numberOf(rules, name)] as const;
  });
  return {
    values: Object.fromEntries(entries) as Record<K, number>,
    differ: entries.some(([name, value]) => value !== numberOf(rules, name)),
    versions: versions.map((version) => version?.versionId ?? 0).join(' '),
  };
}

/** The limits by the names that a listing has for them. */
function limitsOf(values: Readonly<Record<keyof typeof LIMITS, number>>) {
  return {
    minNotional: formatSafe(values.minNotional, SCALE),
    priceWarningPpm: values.priceWarning,
    bidMultiplierUpPpm: values.bidBandUp,
    bidMultiplierDownPpm: values.bidBandDown,
    askMultiplierUpPpm: values.askBandUp,
    askMultiplierDownPpm: values.askBandDown,
  };
}
