import net from 'node:net';
import type { Client } from 'pg';
import { connectDatabase } from '../../db/database.ts';

/** The way to a database, on which packets can be lost without a word to either end. */
export interface CuttableLink {
  /** The database's address that goes this way. */
  readonly url: string;
  /** A connection that goes this way and sees the tables of the realm `demo`. */
  connect(): Promise<Client>;
  /** From now on nothing gets through, on connections that are open and on new ones. */
  silence(): void;
  /** New connections get through again; those that were silenced stay silent. */
  open(): void;
  close(): void;
}

/** A proxy in front of the database at `url`. */
export async function cuttableLink(url: string): Promise<CuttableLink> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const far = folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: target.hostname, port };
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let silent = false;
  const server = net.createServer((near) => {
    const beyond = net.connect(far);
    const pair = [near, beyond] as const;
    for (const [from, to] of [pair, [beyond, near] as const]) {
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (data) => to.write(data));
      if (silent) from.pause();
    }
    pairs.add(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as net.AddressInfo).port);
  const database = connectDatabase(through.href);
  return {
    url: through.href,
    async connect() {
      const client = await database.connect();
      await client.query('SET search_path TO demo, public');
      return client;
    },
    silence() {
      silent = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    open() {
      silent = false;
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}
