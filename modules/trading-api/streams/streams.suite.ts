import { type Frame, StreamReader, sleep } from '@assay/platform/streams/streams.suite';
import { signatureOf, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

export { type Frame, sleep };

/** Raw sockets at the addresses of an API: clients that keep every message they receive. */
export class Sockets {
  readonly #origin: string;
  readonly #readers: StreamReader[] = [];

  constructor(origin: string) {
    this.#origin = origin.replace('http', 'ws');
  }

  /** A socket at a path, `/demo/ws`. */
  async at(path: string): Promise<StreamReader> {
    const reader = new StreamReader(`${this.#origin}${path}`, {});
    this.#readers.push(reader);
    await reader.opened;
    return reader;
  }

  close(): void {
    for (const reader of this.#readers.splice(0)) reader.socket.terminate();
  }
}

let ids = 0;

/** Sends a request on a socket and waits for its answer. */
export function ask(reader: StreamReader, method: string, params?: unknown): Promise<Frame> {
  ids += 1;
  const id = ids;
  reader.send({ method, ...(params !== undefined && { params }), id });
  return reader.next((frame) => frame.id === id);
}

type Values = Readonly<Record<string, string | number | boolean>>;

/** Sends a signed request to the WebSocket API, as a client with a key does. */
export function askSigned(
  api: Pick<TestApi, 'clock'>,
  reader: StreamReader,
  key: TestKey,
  method: string,
  params: Values = {},
): Promise<Frame> {
  const all: Values = { ...params, apiKey: key.name, timestamp: api.clock.now() };
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  return ask(reader, method, { ...all, signature: signatureOf(key, text) });
}
