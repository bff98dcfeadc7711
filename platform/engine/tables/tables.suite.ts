import type { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Machine, RowWriter } from '../machine.ts';
import { engineMigrations } from '../migrations.ts';
import { EngineStore, rowReader } from '../store.ts';
import { createSampleTables } from '../testing/samples.ts';
import type { DescribedQuery } from './statement.ts';

/** A realm with the tables of the samples, to which batches are written as an engine does it. */
export interface SampleRealm {
  readonly db: TestDatabase;
  readonly client: Client;
  readonly reader: ReturnType<typeof rowReader>;
  /** Writes what these writers have, as one batch. */
  write(writers: readonly RowWriter[]): Promise<void>;
  empty(...tables: string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openSampleRealm(): Promise<SampleRealm> {
  const db = await createTestDatabase(engineMigrations());
  const client = await db.connect();
  await client.query('SET search_path TO demo, public');
  await createSampleTables(client);
  /** Statements are prepared by name, and each batch here has writers of its own. */
  const unprepared = {
    query: ({ name: _, ...query }: DescribedQuery) => client.query(query),
  } as unknown as Client;
  let seq = 0;
  return {
    db,
    client,
    reader: rowReader(client),
    async write(writers) {
      seq += 1;
      const machine: Machine = { ...nothing, writers };
      const arrays = writers.flatMap((writer) => writer.drain());
      const batch = {
        firstSeq: seq,
        lastSeq: seq,
        at: seq,
        head: '',
        ids: '',
        log: Buffer.from(''),
      };
      await new EngineStore(unprepared, [machine]).write(0, { ...batch, arrays });
    },
    async empty(...tables) {
      await client.query(`TRUNCATE ${tables.join(', ')}`);
    },
    async close() {
      await client.end();
      await db.drop();
    },
  };
}

const nothing: Machine = {
  name: 'samples',
  rules: {},
  tables: [],
  writers: [],
  load: async () => undefined,
  takeFacts: () => [],
  digest: () => undefined,
  audit: () => undefined,
};
