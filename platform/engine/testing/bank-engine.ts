import type { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { AnyReply } from '../command.ts';
import { Engine, type EngineOptions } from '../engine.ts';
import type { Machines } from '../machine.ts';
import { engineMigrations } from '../migrations.ts';
import { EngineUnavailable, OutcomeUnknown } from '../status.ts';
import { BankMachine, createBankTables } from './bank.ts';

const START = 1_763_640_000_000;

/** A database with the tables of a bank, and engines on it. */
export interface Bank {
  readonly db: TestDatabase;
  /** Lines of all engines' logs. */
  readonly logged: { data: Record<string, unknown>; text: string }[];
  now: number;
  /** A connection that sees the realm's tables; closed with the bank. */
  connect(): Promise<Client>;
  /**
   * An engine, not started; stopped with the bank. `wrap` may change its connections, `options`
   * what it is made of.
   */
  engine(
    holder?: string,
    wrap?: (client: Client) => Client,
    options?: Partial<EngineOptions<Machines>>,
  ): Engine;
  close(): Promise<void>;
}

export async function openBank(): Promise<Bank> {
  const db = await createTestDatabase(engineMigrations());
  const clients: Client[] = [];
  const engines: Engine[] = [];
  const connect = async () => {
    const client = await db.connect();
    client.on('error', () => undefined);
    await client.query('SET search_path TO demo, public');
    clients.push(client);
    return client;
  };
  await createBankTables(await connect());
  const bank: Bank = {
    db,
    logged: [],
    now: START,
    connect,
    engine(holder = 'test', wrap = (client) => client, options = {}) {
      const log = (data: object, text: string) => {
        bank.logged.push({ data: data as Record<string, unknown>, text });
      };
      const engine = new Engine({
        realm: 'demo',
        machines: () => ({ bank: new BankMachine() }),
        connect: async () => wrap(await connect()),
        now: () => bank.now,
        holder,
        log: { info: log, error: log },
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    async close() {
      for (const engine of engines) await engine.stop();
      for (const client of clients) await client.end().catch(() => undefined);
      await db.drop();
    },
  };
  return bank;
}

/** A deposit of 1, by an id. */
export function deposit(engine: Engine, id: string | undefined, account = 'a', amount = 1) {
  const command = { type: 'deposit', actor: 1000, body: { account, amount } };
  return engine.submitAny(id === undefined ? command : { ...command, id });
}

/** Sends until there is an answer, as a client does: an unknown outcome is asked for again. */
export async function insist(send: () => Promise<AnyReply>): Promise<AnyReply> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const again = error instanceof EngineUnavailable || error instanceof OutcomeUnknown;
      if (!again || tries > 12_000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Waits until `holds`, looking every 5 ms; throws after a minute, as on a busy machine. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not in a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
