import { once } from 'node:events';
import http from 'node:http';
import type { Config } from '@assay/platform/config';
import { dataHeaders } from '@assay/platform/http/headers';
import { type Probe, runProbes } from '@assay/platform/http/health';
import { portError } from './port.ts';

/** What answers at the port while the server starts. */
export interface Door {
  /** From now on `/health` reports these parts. */
  watch(probes: Readonly<Record<string, Probe>>): void;
  /** Frees the port; closing twice does nothing. */
  close(): Promise<void>;
}

const STARTING = JSON.stringify({
  code: 5,
  message: 'The server is starting. Please try again shortly.',
  data: null,
  title: '',
});

/**
 * Takes the port before a database is made or opened, so that whoever starts a second server on it
 * sees the error at once. Until the server is up, every request is answered with 503, and `/health`
 * says how far it is: a server that waits for another one to leave the realm may wait for days.
 * @throws StartError when the port cannot be listened on
 */
export async function openDoor(place: Pick<Config, 'PORT' | 'HOST' | 'PUBLIC_URL'>): Promise<Door> {
  let probes: Readonly<Record<string, Probe>> = {};
  const headers = {
    ...dataHeaders(place.PUBLIC_URL.startsWith('https:')),
    'retry-after': '1',
    connection: 'close',
  };
  const server = http.createServer(async (request, response) => {
    const asksHealth = request.url === '/health';
    const { parts } = asksHealth ? await runProbes(probes, false) : { parts: {} };
    const health = { ok: false, status: 'starting', stopping: false, parts };
    response.writeHead(503, headers).end(asksHealth ? JSON.stringify(health) : STARTING);
  });
  try {
    server.listen(place.PORT, place.HOST);
    await once(server, 'listening');
  } catch (error) {
    throw portError(error, place);
  }
  let closing: Promise<unknown> | null = null;
  return {
    watch: (more) => {
      probes = more;
    },
    close: async () => {
      closing ??= new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closing;
    },
  };
}
