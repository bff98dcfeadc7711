import type { Realm } from '@assay/core/ledger/realm';
import { columnsOf, type RowOf } from '@assay/core/schema/record';
import type { Database } from '@assay/platform/db/database';
import {
  type CutAssetRow,
  type CutContractRow,
  type CutRow,
  type EndedHoldingRow,
  endedHolding,
  strategyCut,
  strategyCutAsset,
  strategyCutContract,
} from './strategy-tables.ts';

type Reads = Database['pool'];

/** The columns of a record by the names of its fields; what is kept as bigint comes as text. */
const fields = (record: Parameters<typeof columnsOf>[0]) =>
  columnsOf(record)
    .map(({ name, field, kept }) => `${name}${kept === 'bigint' ? '::text' : ''} AS "${field}"`)
    .join(', ');
const CUT = fields(strategyCut);
const CUT_ASSET = fields(strategyCutAsset);
const CUT_CONTRACT = fields(strategyCutContract);
const ENDED = fields(endedHolding);

/** The rows of a record as the engine has them. */
function rowsOf<D extends Parameters<typeof columnsOf>[0]>(
  record: D,
  stored: readonly Readonly<Record<string, unknown>>[],
): RowOf<D>[] {
  const exact = columnsOf(record).filter(({ kept }) => kept === 'bigint');
  return stored.map((row) => {
    const whole = exact.map(({ field }) => [field, BigInt(row[field] as string)]);
    return { ...row, ...Object.fromEntries(whole) } as RowOf<D>;
  });
}

/** What of strategy products is not in the engine's memory. */
export class StrategyReads {
  readonly #pool: Reads;
  readonly #realm: Realm;

  constructor(pool: Reads, realm: Realm) {
    this.#pool = pool;
    this.#realm = realm;
  }

  /** Cuts of days before one, newest first. */
  async cuts(product: string, before: number, limit: number): Promise<CutRow[]> {
    const { rows } = await this.#pool.query(
      `SELECT ${CUT} FROM ${this.#realm}.strategy_cut WHERE product = $1 AND day < $2
       ORDER BY day DESC LIMIT $3`,
      [product, before, limit],
    );
    return rowsOf(strategyCut, rows);
  }

  /** By what cuts of these days were valued. */
  async cutAssets(product: string, from: number, to: number): Promise<CutAssetRow[]> {
    const { rows } = await this.#pool.query(
      `SELECT ${CUT_ASSET} FROM ${this.#realm}.strategy_cut_asset
       WHERE product = $1 AND day >= $2 AND day <= $3 ORDER BY day, asset`,
      [product, from, to],
    );
    return rowsOf(strategyCutAsset, rows);
  }

  /** By what contracts that were open at cuts of these days were valued. */
  async cutContracts(product: string, from: number, to: number): Promise<CutContractRow[]> {
    const { rows } = await this.#pool.query(
      `SELECT ${CUT_CONTRACT} FROM ${this.#realm}.strategy_cut_contract
       WHERE product = $1 AND day >= $2 AND day <= $3 ORDER BY day, contract, side`,
      [product, from, to],
    );
    return rowsOf(strategyCutContract, rows);
  }

  /** The last cut of every product. */
  async lastCuts(): Promise<ReadonlyMap<string, CutRow>> {
    const { rows } = await this.#pool.query(
      `SELECT DISTINCT ON (product) ${CUT} FROM ${this.#realm}.strategy_cut
       ORDER BY product, day DESC`,
    );
    return new Map(rowsOf(strategyCut, rows).map((cut) => [cut.product, cut]));
  }

  /** Holdings of a person that have ended before a number, newest first by their own. */
  async endedOf(userId: number, before: number, limit: number): Promise<EndedHoldingRow[]> {
    const { rows } = await this.#pool.query(
      `SELECT ${ENDED} FROM ${this.#realm}.ended_holding WHERE user_id = $1 AND id < $2
       ORDER BY id DESC LIMIT $3`,
      [userId, before, limit],
    );
    return rowsOf(endedHolding, rows);
  }
}
