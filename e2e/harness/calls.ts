import { request } from 'node:http';

/** The data of a successful call. */
export type Answer = Record<string, unknown>;

/**
 * A program that uses the calls, as a second user beside the one in the browser. Node's own `fetch`
 * identifies itself as a browser, and a browser's session would need its cookie.
 */
export class Program {
  readonly #address: string;
  #token: string | undefined;
  readonly #userAgent: string;

  /** `userAgent`: what it says that it is. */
  constructor(address: string, token?: string, userAgent = '') {
    this.#address = address;
    this.#token = token;
    this.#userAgent = userAgent;
  }

  /** Opens a virtual account for this program. */
  async practise(): Promise<this> {
    this.#token = String((await this.post('tempLogin', {})).token);
    return this;
  }

  get(name: string, input: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send('GET', `/web/${name}?${new URLSearchParams(input)}`);
  }

  post(name: string, input: object): Promise<Answer> {
    return this.#send('POST', `/web/${name}`, JSON.stringify(input));
  }

  /** Sends a picture, the whole body. */
  upload(name: string, input: Readonly<Record<string, string>>, jpeg: Buffer): Promise<Answer> {
    const path = `/web/${name}?${new URLSearchParams({ fileName: 'a.jpg', ...input })}`;
    return this.#send('POST', path, jpeg, 'image/jpeg');
  }

  /** Rejects with the whole answer when its code is not 0. */
  async #send(
    method: string,
    path: string,
    body?: string | Buffer,
    type = 'application/json',
  ): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (this.#token !== undefined) headers['x-token'] = this.#token;
    if (this.#userAgent !== '') headers['user-agent'] = this.#userAgent;
    if (body !== undefined) headers['content-type'] = type;
    const text = await new Promise<string>((resolve, reject) => {
      const outgoing = request(new URL(path, this.#address), { method, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve(Buffer.concat(chunks).toString()));
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    const { code, data } = JSON.parse(text) as { code: number; data: Answer };
    if (code !== 0) throw new Error(`${method} ${path} answered ${text}`);
    return data;
  }
}
