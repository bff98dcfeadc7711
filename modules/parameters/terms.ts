import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import {
  isTermAgainst,
  type TermChange,
  type TermSpecs,
  type TermValues,
} from '@assay/core/schema/terms';
import type { PoolClient } from '@assay/platform/db/database';
import type { z } from 'zod';
import { announcedAt, NOTICE_MS, versionAt } from './rules/index.ts';
import { changeTerms, type TermsChangeView, type TermsKindName, withdrawTerms } from './schema.ts';
import type { TermsStore, TermsVersion } from './store.ts';
import { withdrawalCommand } from './withdrawal.ts';

const twoPeople = byTwo('house');

export const approvals = defineApprovals<{
  changeTerms: z.output<typeof changeTerms>;
  withdrawTerms: z.output<typeof withdrawTerms>;
}>({ changeTerms: twoPeople, withdrawTerms: twoPeople });

/** Markets of one kind, whose terms are published; filled in by whoever knows them. */
export interface TermsKind {
  readonly specs: TermSpecs;
  /** As a market was listed, or staff set it before; null where there is none. */
  origin(subject: string): TermValues | null;
  /** The first term that cannot be; null when all of them can. */
  fault(subject: string, terms: TermValues): string | null;
}

type Wanted = z.output<typeof changeTerms>;
type Against = {
  readonly refusal: 'badTerms' | 'changedMeanwhile';
  readonly detail: Readonly<Record<string, string>>;
};

type TermsRefusal = 'unknownSubject' | 'alreadyAnnounced' | 'unchanged' | Against;
type TermsOutcome =
  | Against
  | { readonly refusal: Exclude<TermsRefusal, Against>; readonly detail?: undefined }
  | {
      readonly refusal?: undefined;
      readonly outcome: { readonly versionId: number; readonly takesEffectAt: number };
    };

/** By whom, when and why something is published. */
interface Signed {
  readonly now: number;
  readonly signers: readonly number[];
  readonly reason: string;
}

/** A step of the keeper of proposals (modules/operators). */
interface Step {
  readonly now: number;
}

/**
 * The terms of markets: what holds at an instant follows from the published versions alone, as
 * with parameters. One change of a market waits at a time.
 */
export class PublishedTerms {
  readonly #store: TermsStore;
  readonly #kinds: Readonly<Record<TermsKindName, TermsKind>>;
  #versions: readonly TermsVersion[] = [];

  constructor(store: TermsStore, kinds: Readonly<Record<TermsKindName, TermsKind>>) {
    this.#store = store;
    this.#kinds = kinds;
  }

  async load(): Promise<void> {
    this.#versions = await this.#store.all();
  }

  /** Of each market whose terms were ever changed, the version that holds. */
  effectiveAt(kind: TermsKindName, at: number): TermsVersion[] {
    const own = this.#versions.filter((one) => one.kind === kind);
    const subjects = new Set(own.map(({ subject }) => subject));
    return [...subjects].flatMap(
      (subject) => versionAt(of(own, { kind, subject }), at) ?? ([] as TermsVersion[]),
    );
  }

  /** The terms of a market that hold at an instant; null where there is none. */
  presentAt(kind: TermsKindName, subject: string, at: number): TermValues | null {
    return this.#present({ kind, subject }, this.#versions, at);
  }

  /** How a change is published once two people have agreed to it. */
  readonly change = {
    read: (body: object) => changeTerms.safeParse(body).data ?? null,
    prepared: async (body: object, client: PoolClient, { now }: Step) =>
      this.#refusal(changeTerms.parse(body), await this.#store.all(client), now),
    run: (
      body: object,
      client: PoolClient,
      now: number,
      signers: readonly number[],
      reason: string,
    ) => this.publish(changeTerms.parse(body), client, { now, signers, reason }),
    done: () => this.load(),
  };

  /** Publishes a change in a transaction of somebody who reads the versions again after it. */
  async publish(
    wanted: Wanted,
    client: PoolClient,
    { now, signers, reason }: Signed,
  ): Promise<TermsOutcome> {
    const all = await this.#store.locked(client);
    const refused = this.#refusal(wanted, all, now);
    const present = this.#present(wanted, all, now);
    if (refused !== null || present === null) {
      return typeof refused === 'object' && refused !== null
        ? refused
        : { refusal: refused ?? 'unknownSubject' };
    }
    const { kind, subject, changes } = wanted;
    const { specs } = this.#kinds[kind];
    const against = changes.some((change) => isTermAgainst(specs[change.field]!, change));
    const takesEffectAt = against ? now + NOTICE_MS : now;
    const version = { kind, subject, terms: merged(present, changes), changes, against };
    const published = { reason, signers, publishedAt: now, takesEffectAt };
    const versionId = await this.#store.add(client, { ...version, ...published });
    return { outcome: { versionId, takesEffectAt } };
  }

  /** Why a change could not be published now; null: it could. */
  async refuse(wanted: Wanted, client: PoolClient, now: number): Promise<TermsRefusal | null> {
    return this.#refusal(wanted, await this.#store.locked(client), now);
  }

  /** How announced terms are withdrawn once two people have agreed to that. */
  readonly withdrawal = withdrawalCommand({
    schema: withdrawTerms,
    store: () => this.#store,
    named,
    done: () => this.load(),
  });

  /** The public log: what was changed, and what is announced, the latest first. */
  changes(): TermsChangeView[] {
    return this.#versions
      .map(({ signers: _signers, terms: _terms, withdrawn: from, changes, ...shown }) => ({
        ...shown,
        changes: [...changes],
        withdrawn: from === null ? null : { at: from.at, reason: from.reason },
      }))
      .toReversed();
  }

  #present(
    { kind, subject }: Pick<Wanted, 'kind' | 'subject'>,
    all: readonly TermsVersion[],
    now: number,
  ): TermValues | null {
    const listed = this.#kinds[kind].origin(subject);
    if (listed === null) return null;
    // A term that came later than the version is as the market has it.
    return { ...listed, ...versionAt(of(all, { kind, subject }), now)?.terms };
  }

  /** Why a change cannot be, in the order in which it is checked. */
  #refusal(wanted: Wanted, all: readonly TermsVersion[], now: number): TermsRefusal | null {
    const { kind, subject, changes } = wanted;
    const present = this.#present(wanted, all, now);
    if (present === null) return 'unknownSubject';
    if (announcedAt(of(all, wanted), now).length > 0) return 'alreadyAnnounced';
    const { specs, fault } = this.#kinds[kind];
    const seen = new Set<string>();
    for (const { field, before, after } of changes) {
      if (specs[field] === undefined || seen.has(field)) return termsRefusal('badTerms', field);
      if (present[field] !== before) return termsRefusal('changedMeanwhile', field);
      if (before === after) return 'unchanged';
      seen.add(field);
    }
    const wrong = fault(subject, merged(present, changes));
    return wrong === null ? null : termsRefusal('badTerms', wrong);
  }
}

const termsRefusal = (refusal: Against['refusal'], field: string): Against => ({
  refusal,
  detail: { field },
});

function merged(present: TermValues, changes: readonly TermChange[]): TermValues {
  return { ...present, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) };
}

function of(
  all: readonly TermsVersion[],
  { kind, subject }: { readonly kind: TermsKindName; readonly subject: string },
): TermsVersion[] {
  return all.filter((one) => one.kind === kind && one.subject === subject);
}

/** The version that somebody wants withdrawn, if it is what they take it for. */
function named(
  { versionId, kind, subject }: z.output<typeof withdrawTerms>,
  all: readonly TermsVersion[],
): TermsVersion | undefined {
  const version = all.find((one) => one.versionId === versionId);
  return version?.kind === kind && version.subject === subject ? version : undefined;
}
