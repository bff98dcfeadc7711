import { Agent, request } from 'node:http';

/** A small client of `web/` calls for tests: it sends exactly the headers that it is given. */

export interface Sent {
  readonly token?: string;
  /** The Cookie header. */
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the fetch metadata of a page of the same origin, as a browser does. */
  readonly browser?: boolean;
  /** A body that is sent unchanged instead of a JSON object. */
  readonly raw?: { readonly type: string; readonly text: string | Buffer };
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** `code` of the envelope. */
  readonly code: number;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of all shapes
  readonly data: any;
}

const PAGE_HEADERS = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
} as const;

export class Client {
  readonly origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 128 });

  constructor(origin: string) {
    this.origin = origin;
  }

  get(name: string, fields: Readonly<Record<string, string>> = {}, sent: Sent = {}) {
    const query = new URLSearchParams(fields).toString();
    return this.send('GET', `/web/${name}${query === '' ? '' : `?${query}`}`, sent);
  }

  post(name: string, fields: object = {}, sent: Sent = {}) {
    const raw = sent.raw ?? { type: 'application/json', text: JSON.stringify(fields) };
    return this.send('POST', `/web/${name}`, { ...sent, raw });
  }

  send(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const headers: Record<string, string> = { ...sent.headers };
    if (sent.token !== undefined) headers['x-token'] = sent.token;
    if (sent.cookie !== undefined) headers.cookie = sent.cookie;
    if (sent.browser) {
      Object.assign(headers, PAGE_HEADERS);
      if (method !== 'GET') headers.origin = this.origin;
    }
    if (sent.raw !== undefined) {
      headers['content-type'] ??= sent.raw.type;
      headers['content-length'] = String(Buffer.byteLength(sent.raw.text));
    }
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent };
      const outgoing = request(new URL(path, this.origin), options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            ...envelopeOf(text),
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(sent.raw?.text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function envelopeOf(text: string): Pick<Received, 'code' | 'message' | 'data'> {
  try {
    const { code, message, data } = JSON.parse(text);
    return { code, message, data };
  } catch {
    return { code: -1, message: '', data: null };
  }
}

/** The `name=value` of the cookies that an answer sets, as a browser would send them back. */
export function cookiesOf(received: Received): string {
  const lines = received.headers['set-cookie'] ?? [];
  return [lines]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
