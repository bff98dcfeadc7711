import { OWNER } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { HOUR, SECOND } from '@assay/core/time';
import type { MarketsMachine } from '@assay/modules/markets';
import { createParameters, type Origin, type Parameters } from '@assay/modules/parameters';
import { DECIDE_WITHIN_MS } from '@assay/modules/verification/rules';
import type { Database } from '@assay/platform/db/database';
import type { Job } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

/** What parameters need of the server. */
export interface ParametersOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: { add(job: Job): void };
}

const LOOK_EVERY_MS = SECOND;

/** The parameters of the house, and the job by which engines take what has come into effect. */
export async function startParameters({ db, engines, jobs }: ParametersOptions) {
  const module = await createParameters(db, originOf(engines.real.machines.markets));
  for (const realm of REALMS) jobs.add(marketFeesJob(engines[realm], module.parameters, realm));
  return module;
}

/** What the software and its listings came with; markets of both realms are listed alike. */
export function originOf(markets: Pick<MarketsMachine, 'market' | 'markets'>): Origin {
  const symbols = () => [...markets.markets()].map(({ rules }) => rules.symbol);
  const hours = DECIDE_WITHIN_MS / HOUR;
  return {
    subjects: (parameter) => (parameter === 'verificationHours' ? [''] : symbols()),
    value: (parameter, subject) => {
      if (parameter === 'verificationHours') return subject === '' ? hours : null;
      const rules = markets.market(subject)?.rules;
      if (rules === undefined) return null;
      return parameter === 'makerFee' ? rules.makerFeePpm : rules.takerFeePpm;
    },
  };
}

/**
 * Gives an engine the fees that hold now, by a command in its log. The id names the versions, so
 * that each pair of them is set once, whoever else runs this job.
 */
export function marketFeesJob(
  engine: Pick<RealmEngine, 'machines' | 'submit'>,
  parameters: Pick<Parameters, 'versionAt'>,
  realm: Realm,
): Job {
  return {
    name: `marketFees:${realm}`,
    everyMs: LOOK_EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      for (const { rules } of [...engine.machines.markets.markets()]) {
        signal.throwIfAborted();
        const { symbol } = rules;
        const maker = parameters.versionAt('makerFee', symbol, at);
        const taker = parameters.versionAt('takerFee', symbol, at);
        const makerFeePpm = maker?.value ?? rules.makerFeePpm;
        const takerFeePpm = taker?.value ?? rules.takerFeePpm;
        if (makerFeePpm === rules.makerFeePpm && takerFeePpm === rules.takerFeePpm) continue;
        const id = `marketFees ${symbol} ${maker?.versionId ?? 0} ${taker?.versionId ?? 0}`;
        const body = { market: symbol, makerFeePpm, takerFeePpm };
        const reply = await engine.submit({ type: 'setMarketFees', actor: OWNER.setup, id, body });
        if (!reply.ok) throw new Error(`the fees of ${symbol} were not set: ${reply.refusal}`);
      }
    },
  };
}
