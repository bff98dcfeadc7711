import { type Frame, StreamReader, sleep } from '@assay/platform/streams/streams.suite';
import { signatureOf, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

export { type Frame, sleep };

/** Raw sockets at the addresses of an API: clients that keep all they hear. */
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

/** Asks on a socket, and waits for the answer. */
export function ask(reader: StreamReader, method: string, params?: unknown): Promise<Frame> {
  ids += 1;
  const id = ids;
  reader.say({ method, ...(params !== undefined && { params }), id });
  return reader.next((frame) => frame.id === id);
}

type Values = Readonly<Record<string, string | number | boolean>>;

/** Asks the WebSocket API as a client with a key does. */
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

/** A book that is kept by the events of a depth stream, as clients keep it. */
export class FollowedBook {
  readonly #sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  last = 0;
  /** Events that did not follow the one before. */
  gaps = 0;
  events = 0;

  begin(snapshot: Frame): void {
    this.last = snapshot.lastUpdateId;
    this.#set('b', snapshot.bids);
    this.#set('a', snapshot.asks);
  }

  apply(event: Frame): void {
    if (event.u <= this.last) return;
    if (this.events === 0 ? event.U > this.last + 1 : event.U !== this.last + 1) this.gaps += 1;
    this.events += 1;
    this.last = event.u;
    this.#set('b', event.b);
    this.#set('a', event.a);
  }

  /** The levels as REST shows them. */
  levels(): { bids: string[][]; asks: string[][] } {
    const sorted = (side: 'b' | 'a', sign: number) =>
      [...this.#sides[side]].sort(([x], [y]) => sign * (Number(x) - Number(y)));
    return { bids: sorted('b', -1), asks: sorted('a', 1) };
  }

  #set(side: 'b' | 'a', levels: string[][]): void {
    for (const [price = '', quantity = ''] of levels) {
      if (quantity === '0') this.#sides[side].delete(price);
      else this.#sides[side].set(price, quantity);
    }
  }
}
