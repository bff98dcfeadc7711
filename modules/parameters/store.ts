import type { TermChange, TermValues } from '@assay/core/schema/terms';
import type { Client, Database } from '@assay/platform/db/database';
import type { Published, Version, Withdrawal } from './rules/index.ts';
import type { TermsKindName } from './schema.ts';

type Queryable = Pick<Client, 'query'>;

const VERSION = `v.version_id as "versionId", v.parameter, v.subject, v.value, v.before, v.reason,
  v.signers, v.published_at as "publishedAt", v.takes_effect_at as "takesEffectAt",
  case when w.version_id is null then null else jsonb_build_object(
    'at', w.withdrawn_at, 'reason', w.reason, 'signers', w.signers) end as withdrawn`;

/** An arbitrary number; the lock keeps two changes from not seeing one another. */
const CHANGE_LOCK = 4_217_735_251;

/** Published terms of a market, whole, and what they changed. */
export interface TermsVersion extends Published {
  readonly kind: TermsKindName;
  readonly terms: TermValues;
  readonly changes: readonly TermChange[];
  readonly against: boolean;
}

const TERMS = `v.version_id as "versionId", v.kind, v.subject, v.terms, v.changes, v.against,
  v.reason, v.signers, v.published_at as "publishedAt", v.takes_effect_at as "takesEffectAt",
  case when w.version_id is null then null else jsonb_build_object(
    'at', w.withdrawn_at, 'reason', w.reason, 'signers', w.signers) end as withdrawn`;

/** Another arbitrary number, for the same reason. */
const TERMS_LOCK = 4_217_735_252;

/** Versions of the terms of markets. */
export class TermsStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Every version, in the order in which they were published. */
  async all(client: Queryable = this.#database.pool): Promise<TermsVersion[]> {
    const { rows } = await client.query<TermsVersion>(
      `select ${TERMS} from terms_version v
       left join terms_withdrawal w using (version_id) order by v.version_id`,
    );
    return rows;
  }

  /** As all(), and nobody else adds or withdraws one until the transaction ends. */
  async locked(client: Queryable): Promise<TermsVersion[]> {
    await client.query('select pg_advisory_xact_lock($1)', [TERMS_LOCK]);
    return this.all(client);
  }

  async add(
    client: Queryable,
    version: Omit<TermsVersion, 'versionId' | 'withdrawn'>,
  ): Promise<number> {
    const { kind, subject, terms, changes, against, reason, signers } = version;
    const { rows } = await client.query<{ versionId: number }>(
      `insert into terms_version
         (kind, subject, terms, changes, against, reason, signers, published_at, takes_effect_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning version_id as "versionId"`,
      [
        ...[kind, subject, JSON.stringify(terms), JSON.stringify(changes), against, reason],
        ...[signers, version.publishedAt, version.takesEffectAt],
      ],
    );
    return rows[0]!.versionId;
  }

  async withdraw(client: Queryable, versionId: number, withdrawal: Withdrawal): Promise<void> {
    const { at, reason, signers } = withdrawal;
    await client.query(
      `insert into terms_withdrawal (version_id, reason, signers, withdrawn_at)
       values ($1, $2, $3, $4)`,
      [versionId, reason, signers, at],
    );
  }
}

/** Versions of parameters. */
export class ParameterStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Every version, in the order in which they were published. */
  async all(client: Queryable = this.#database.pool): Promise<Version[]> {
    const { rows } = await client.query<Version>(
      `select ${VERSION} from parameter_version v
       left join parameter_withdrawal w using (version_id) order by v.version_id`,
    );
    return rows;
  }

  /** As all(), and nobody else adds or withdraws one until the transaction ends. */
  async locked(client: Queryable): Promise<Version[]> {
    await client.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    return this.all(client);
  }

  async add(client: Queryable, version: Omit<Version, 'versionId' | 'withdrawn'>): Promise<number> {
    const { parameter, subject, value, before, reason, signers } = version;
    const { rows } = await client.query<{ versionId: number }>(
      `insert into parameter_version
         (parameter, subject, value, before, reason, signers, published_at, takes_effect_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning version_id as "versionId"`,
      [
        ...[parameter, subject, value, before, reason, signers],
        ...[version.publishedAt, version.takesEffectAt],
      ],
    );
    return rows[0]!.versionId;
  }

  async withdraw(client: Queryable, versionId: number, withdrawal: Withdrawal): Promise<void> {
    const { at, reason, signers } = withdrawal;
    await client.query(
      `insert into parameter_withdrawal (version_id, reason, signers, withdrawn_at)
       values ($1, $2, $3, $4)`,
      [versionId, reason, signers, at],
    );
  }
}
