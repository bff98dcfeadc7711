import type { Hex } from 'ox/Hex';
import { type Database, type PoolClient, transaction } from '../db/database.ts';
import { type MigrationSet, migrationSets } from '../db/migrate.ts';
import type { BlockName, ReadBlocks, Transfer } from './transfers.ts';

/** How far below what is final blocks are remembered, to find where two chains part. */
const REMEMBERED_BLOCKS = 1_000;

export const chainMigrations = (): MigrationSet[] =>
  migrationSets(import.meta.url, 'chain', {
    shared: {
      chain_scan: ['insert', 'update'],
      chain_block: ['insert', 'delete'],
      chain_transfer: ['insert', 'update'],
    },
  });

/** Where the scan of a chain stands. */
export interface Scan extends BlockName {
  readonly chainId: number;
  /** Blocks up to this one are final. */
  readonly final: number;
  readonly contradiction: Contradiction | null;
}

/** A block that was final is not on the chain any more. */
export interface Contradiction {
  readonly at: number;
  /** The last block that both chains have; null when none is known. */
  readonly common: number | null;
}

export type TransferState = 'seen' | 'final' | 'orphaned';

/** What is known of a transfer. */
export interface StoredTransfer extends Transfer {
  readonly state: TransferState;
  /** Final, and the chain does not have it any more, or has it otherwise. */
  readonly contradicted: boolean;
}

/** Another scanner of the same chain was faster; nothing was written. */
export class ScanMoved extends Error {}

interface ScanRow {
  readonly chainId: number;
  readonly number: number;
  readonly hash: Hex;
  readonly final: number;
  readonly contradictedAt: number | null;
  readonly common: number | null;
}

type TransferRow = Omit<StoredTransfer, 'amount'> & { readonly amount: string };

const TRANSFER_COLUMNS = `transaction_hash as transaction, place, block_number as block,
  block_hash as "blockHash", token, sender, recipient, amount::text as amount, state, contradicted`;
const OTHERWISE = `(chain_transfer.token, chain_transfer.recipient, chain_transfer.amount)
  is distinct from (excluded.token, excluded.recipient, excluded.amount)`;

/** The tables of what was read. Each change is one transaction that one scanner can win. */
export class ChainRows {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** Null before the chain was first looked at. */
  async load(chainId: number): Promise<Scan | null> {
    const { rows } = await this.#pool.query<ScanRow>(
      `select chain_id as "chainId", block_number as number, block_hash as hash,
         final_number as final, contradicted_at as "contradictedAt", common_number as common
       from chain_scan where chain_id = $1`,
      [chainId],
    );
    const [row] = rows;
    if (!row) return null;
    const { contradictedAt, common, ...scan } = row;
    const contradiction = contradictedAt === null ? null : { at: contradictedAt, common };
    return { ...scan, contradiction };
  }

  /** Begins after this block, which counts as final. */
  begin(chainId: number, after: BlockName): Promise<void> {
    return transaction(this.#pool, async (client) => {
      const begun = await client.query(
        `insert into chain_scan (chain_id, block_number, block_hash, final_number)
         values ($1, $2, $3, $2) on conflict do nothing`,
        [chainId, after.number, after.hash],
      );
      if (begun.rowCount === 0) throw new ScanMoved('the scan was begun twice');
      await addBlocks(client, chainId, [after]);
    });
  }

  /** The remembered blocks from `from` to `to`, the last one first. */
  async blocks(chainId: number, from: number, to: number): Promise<BlockName[]> {
    const { rows } = await this.#pool.query<BlockName>(
      `select number, hash from chain_block
       where chain_id = $1 and number between $2 and $3 order by number desc`,
      [chainId, from, to],
    );
    return rows;
  }

  /** What is on these blocks. */
  async transfers(chainId: number, from: number, to: number): Promise<StoredTransfer[]> {
    const { rows } = await this.#pool.query<TransferRow>(
      `select ${TRANSFER_COLUMNS} from chain_transfer
       where chain_id = $1 and block_number between $2 and $3 and state <> 'orphaned'
       order by block_number, transaction_hash, place`,
      [chainId, from, to],
    );
    return rows.map(read);
  }

  /** What is final and contradicted by the chain: what people must look at. */
  async contradicted(chainId: number): Promise<StoredTransfer[]> {
    const { rows } = await this.#pool.query<TransferRow>(
      `select ${TRANSFER_COLUMNS} from chain_transfer where chain_id = $1 and contradicted
       order by block_number, transaction_hash, place`,
      [chainId],
    );
    return rows.map(read);
  }

  /** Adds blocks that follow the last one. What was seen before is now on these blocks. */
  advance(scan: Scan, { blocks, transfers }: ReadBlocks): Promise<void> {
    const last = blocks.at(-1);
    if (!last) return Promise.resolve();
    return transaction(this.#pool, async (client) => {
      await win(client, scan, `block_number = $4, block_hash = $5`, [last.number, last.hash]);
      await addBlocks(client, scan.chainId, blocks);
      await addTransfers(client, scan.chainId, transfers);
    });
  }

  /**
   * Forgets the blocks after `common`. What was seen on them is orphaned; what was final stays so,
   * and is contradicted until it is seen again. After a contradiction `common` becomes the last
   * final block, from which everything is counted again.
   */
  rollBack(scan: Scan, common: BlockName): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await win(
        client,
        scan,
        `block_number = $4, block_hash = $5, final_number = least(final_number, $4),
         contradicted_at = null, common_number = null`,
        [common.number, common.hash],
      );
      await client.query(
        `update chain_transfer
         set state = case state when 'seen' then 'orphaned' else state end,
           contradicted = state = 'final'
         where chain_id = $1 and block_number > $2`,
        [scan.chainId, common.number],
      );
      await client.query('delete from chain_block where chain_id = $1 and number > $2', [
        scan.chainId,
        common.number,
      ]);
    });
  }

  /** Makes everything up to this block final. */
  finalise(scan: Scan, to: number): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await win(client, scan, 'final_number = $4', [to]);
      await client.query(
        `update chain_transfer set state = 'final'
         where chain_id = $1 and block_number between $2 and $3 and state = 'seen'`,
        [scan.chainId, scan.final + 1, to],
      );
      await client.query('delete from chain_block where chain_id = $1 and number < $2', [
        scan.chainId,
        to - REMEMBERED_BLOCKS,
      ]);
    });
  }

  /** Writes down that the chain took back what was final. */
  contradict(scan: Scan, { at, common }: Contradiction): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await win(client, scan, 'contradicted_at = $4, common_number = $5', [at, common]);
      await client.query(
        `update chain_transfer set contradicted = true
         where chain_id = $1 and block_number > $2 and state = 'final'`,
        [scan.chainId, common ?? 0],
      );
    });
  }

  /** At most `limit` final transfers that are not delivered, in the order of the chain. */
  async undelivered(chainId: number, limit: number): Promise<StoredTransfer[]> {
    const { rows } = await this.#pool.query<TransferRow>(
      `select ${TRANSFER_COLUMNS} from chain_transfer
       where chain_id = $1 and state = 'final' and delivered_at is null
       order by block_number limit $2`,
      [chainId, limit],
    );
    return rows.map(read);
  }

  async delivered(chainId: number, transfers: readonly Transfer[], at: number): Promise<void> {
    await this.#pool.query(
      `update chain_transfer set delivered_at = $4
       where chain_id = $1 and (transaction_hash, place) in
         (select * from unnest($2::text[], $3::integer[]))`,
      [
        chainId,
        transfers.map(({ transaction }) => transaction),
        transfers.map(({ place }) => place),
        at,
      ],
    );
  }
}

const read = (row: TransferRow): StoredTransfer => ({ ...row, amount: BigInt(row.amount) });

/** Changes the scan if it still stands where it was loaded, and keeps others out until the end. */
async function win(
  client: PoolClient,
  { chainId, hash, final }: Scan,
  change: string,
  values: readonly unknown[],
): Promise<void> {
  const { rowCount } = await client.query(
    `update chain_scan set ${change}
     where chain_id = $1 and block_hash = $2 and final_number = $3`,
    [chainId, hash, final, ...values],
  );
  if (rowCount !== 1) throw new ScanMoved(`the scan of chain ${chainId} stands elsewhere`);
}

async function addBlocks(
  client: PoolClient,
  chainId: number,
  blocks: readonly BlockName[],
): Promise<void> {
  await client.query(
    `insert into chain_block (chain_id, number, hash)
     select $1, * from unnest($2::bigint[], $3::text[])`,
    [chainId, blocks.map(({ number }) => number), blocks.map(({ hash }) => hash)],
  );
}

/** A final one keeps what it was when it became so, and takes its new place on the chain. */
async function addTransfers(
  client: PoolClient,
  chainId: number,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  await client.query(
    `insert into chain_transfer (chain_id, transaction_hash, place, block_number, block_hash,
       token, sender, recipient, amount, state)
     select $1, *, 'seen' from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[],
       $6::text[], $7::text[], $8::text[], $9::numeric[])
     on conflict (chain_id, transaction_hash, place) do update set
       block_number = excluded.block_number,
       block_hash = excluded.block_hash,
       contradicted = chain_transfer.state = 'final' and ${OTHERWISE},
       token = ${unlessFinal('token')},
       sender = ${unlessFinal('sender')},
       recipient = ${unlessFinal('recipient')},
       amount = ${unlessFinal('amount')},
       state = ${unlessFinal('state')}`,
    [
      chainId,
      transfers.map(({ transaction }) => transaction),
      transfers.map(({ place }) => place),
      transfers.map(({ block }) => block),
      transfers.map(({ blockHash }) => blockHash),
      transfers.map(({ token }) => token),
      transfers.map(({ sender }) => sender),
      transfers.map(({ recipient }) => recipient),
      transfers.map(({ amount }) => amount.toString()),
    ],
  );
}

function unlessFinal(column: string): string {
  return `case chain_transfer.state when 'final' then chain_transfer.${column}
    else excluded.${column} end`;
}
