import { defineApprovals } from '@assay/core/approval/policy';
import { assert } from '@assay/core/num/integer';
import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import {
  announcedAt,
  type Change,
  earliest,
  effectiveAt,
  type HouseParameter,
  isAgainst,
  type Known,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type ParameterSpec,
  PROPOSAL_MS,
  refuseChange,
  type Version,
  versionAt,
} from './rules/index.ts';
import { type ChangeView, changeParameter, type ParameterView, withdrawChange } from './schema.ts';
import type { ParameterStore } from './store.ts';
import { withdrawalCommand } from './withdrawal.ts';

const BY_TWO = {
  needs: 2,
  prepare: 'parameters.prepare',
  decide: 'parameters.approve',
  expiresMs: PROPOSAL_MS,
} as const;

export const approvals = defineApprovals<{
  changeParameter: z.output<typeof changeParameter>;
  withdrawChange: z.output<typeof withdrawChange>;
}>({ changeParameter: BY_TWO, withdrawChange: BY_TWO });

/** What the software came with, by which a parameter goes until it is changed. */
export interface Origin {
  /** The subjects of a parameter: its markets, or `['']` of one that the house has. */
  subjects(parameter: ParameterName): readonly string[];
  /** Null where there is no such subject. */
  value(parameter: ParameterName, subject: string): number | null;
}

/** A step of the keeper of proposals (modules/operators). */
interface Step {
  readonly now: number;
}

/**
 * The parameters of the house: what holds at an instant follows from the published versions alone.
 * They are in memory, and read again after each change.
 */
export class Parameters {
  readonly #store: ParameterStore;
  readonly #origin: Origin;
  #versions: readonly Version[] = [];

  constructor(store: ParameterStore, origin: Origin) {
    this.#store = store;
    this.#origin = origin;
  }

  async load(): Promise<void> {
    this.#versions = await this.#store.all();
  }

  /** The version that holds; null while nothing was changed. */
  versionAt(parameter: ParameterName, subject: string, at: number): Version | null {
    return versionAt(this.#of(parameter, subject), at);
  }

  /** What holds at an instant; null where there is no such subject. */
  valueAt(parameter: ParameterName, subject: string, at: number): number | null {
    const version = this.versionAt(parameter, subject, at);
    return version?.value ?? this.#origin.value(parameter, subject);
  }

  /** What is announced of a parameter and does not hold yet; null for nothing. */
  announced(parameter: ParameterName, subject: string, at: number): Version | null {
    return announcedAt(this.#of(parameter, subject), at)[0] ?? null;
  }

  /** What holds of a parameter that the house has. */
  ofHouse(parameter: HouseParameter, at: number): number {
    const value = this.valueAt(parameter, '', at);
    assert(value !== null, `the house has ${parameter}`);
    return value;
  }

  /**
   * What has changed of some parameters of the house by then, in the order in which it took
   * effect.
   */
  historyOf(names: readonly HouseParameter[], at: number): Version[] {
    const own = new Set<ParameterName>(names);
    return effectiveAt(
      this.#versions.filter(({ parameter }) => own.has(parameter)),
      at,
    );
  }

  /** How a change is published once two people have agreed to it. */
  readonly change = {
    read: (body: object) => changeParameter.safeParse(body).data ?? null,
    prepared: async (body: object, client: PoolClient, { now }: Step) => {
      const change = changeParameter.parse(body);
      return refuseChange(change, this.#known(change, await this.#store.all(client), now), now);
    },
    run: async (
      body: object,
      client: PoolClient,
      now: number,
      signers: readonly number[],
      reason: string,
    ) => {
      const change = changeParameter.parse(body);
      const known = this.#known(change, await this.#store.locked(client), now);
      const refusal = refuseChange(change, known, now);
      if (refusal !== null || known.present === null) {
        return { refusal: refusal ?? 'unknownSubject' };
      }
      const { parameter, subject, value } = change;
      const before = known.present;
      const first = earliest(PARAMETERS[parameter], before, value, now);
      const takesEffectAt = change.takesEffectAt ?? first;
      const version = { parameter, subject, value, before, reason, signers, publishedAt: now };
      const versionId = await this.#store.add(client, { ...version, takesEffectAt });
      return { outcome: { versionId, takesEffectAt } };
    },
    done: () => this.load(),
  };

  /** How an announced change is withdrawn once two people have agreed to that. */
  readonly withdrawal = withdrawalCommand({
    schema: withdrawChange,
    store: () => this.#store,
    named,
    done: () => this.load(),
  });

  /** The public log: what was changed, and what is announced. */
  changes(): ChangeView[] {
    return this.#versions.map(viewOf).toReversed();
  }

  views(now: number): ParameterView[] {
    return PARAMETER_NAMES.flatMap((parameter) =>
      this.#origin.subjects(parameter).map((subject) => {
        const spec: ParameterSpec = PARAMETERS[parameter];
        const versions = this.#of(parameter, subject);
        const [announced] = announcedAt(versions, now);
        const { unit, least, most, against, noticeMs } = spec;
        return {
          ...{ parameter, subject, unit, least, most, against, noticeMs },
          present: this.valueAt(parameter, subject, now) ?? 0,
          announced: announced === undefined ? null : viewOf(announced),
          history: versions
            .map((version) => ({
              ...viewOf(version),
              signers: [...version.signers],
              withdrawnBy: [...(version.withdrawn?.signers ?? [])],
            }))
            .toReversed(),
        };
      }),
    );
  }

  #of(parameter: ParameterName, subject: string): Version[] {
    return this.#versions.filter((one) => one.parameter === parameter && one.subject === subject);
  }

  #known({ parameter, subject }: Change, all: readonly Version[], now: number): Known {
    const versions = all.filter((one) => one.parameter === parameter && one.subject === subject);
    const origin = this.#origin.value(parameter, subject);
    const present = origin === null ? null : (versionAt(versions, now)?.value ?? origin);
    return { present, versions };
  }
}

/** The version that somebody wants withdrawn, if it is what they take it for. */
function named(
  { versionId, parameter, subject, value }: z.output<typeof withdrawChange>,
  all: readonly Version[],
): Version | undefined {
  const version = all.find((one) => one.versionId === versionId);
  const isIt = version?.parameter === parameter && version.subject === subject;
  return isIt && version.value === value ? version : undefined;
}

function viewOf(version: Version): ChangeView {
  const { signers: _signers, withdrawn: from, ...shown } = version;
  const spec: ParameterSpec = PARAMETERS[version.parameter];
  const against = isAgainst(spec, version.before, version.value);
  const withdrawn = from === null ? null : { at: from.at, reason: from.reason };
  return { ...shown, unit: spec.unit, against, withdrawn };
}
