import { deserialize, serialize } from 'node:v8';
import type { Database } from '@assay/platform/db/database';
import type { Machine } from '@assay/platform/engine/machine';
import type { Client } from 'pg';
import { createRealmMachines, type RealmPart } from '../../apps/server/realm.ts';

/** What an engine sends to its database, and the same sent again by a peer that decides nothing. */

/**
 * A statement with its values, which are kept outside of the heap of JavaScript: hundreds of
 * megabytes of texts would make its collector do work that no server has.
 */
export class Statement {
  readonly text: string;
  readonly #values: Buffer;

  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.#values = serialize(values);
  }

  get values(): unknown[] {
    return deserialize(this.#values) as unknown[];
  }
}

/** A database whose connections record every batch statement that they send. */
export function recording(db: Database, statements: Statement[]): Pick<Database, 'connect'> {
  return {
    connect: async () => {
      const client = await db.connect();
      const query = client.query.bind(client) as (q: unknown, v?: unknown) => unknown;
      client.query = ((q: { name?: string; text: string; values: unknown[] }, v?: unknown) => {
        if (q.name === 'batch') statements.push(new Statement(q.text, q.values));
        return query(q, v);
      }) as Client['query'];
      return client;
    },
  };
}

/** Counts the rows in the parameters of batch statements, by the first column of each writer. */
export function rowsIn(statements: readonly Statement[], parts: readonly RealmPart[]): number {
  const machines: readonly Machine[] = Object.values(createRealmMachines('demo', parts));
  const writers = machines.flatMap((machine) => machine.writers);
  const widths = writers.map(({ statement }) => statement.columns.length);
  let rows = statements.length; // one of engine_batch each
  for (const { values } of statements) {
    let first = values.length - widths.reduce((sum, width) => sum + width, 0);
    for (const width of widths) {
      const literal = values[first] as string;
      if (literal !== '{}') rows += literal.split(',').length;
      first += width;
    }
  }
  return rows;
}

/** A connection to the tables of the other realm, prepared for the engine's statements. */
export async function openTwin(db: Database): Promise<Client> {
  const client = await db.connect();
  await client.query('SET search_path TO real, public');
  await client.query('UPDATE engine SET epoch = 1');
  return client;
}

/** Sends the statements recorded since the last call, and returns them. */
export async function replayTo(twin: Client, statements: Statement[]): Promise<Statement[]> {
  const sent = statements.splice(0);
  for (const { text, values } of sent) await twin.query({ name: 'batch', text, values });
  return sent;
}
