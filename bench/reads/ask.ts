import { createHmac } from 'node:crypto';
import http from 'node:http';

/** Where requests go, and from which network they seem to come: the server trusts its proxy. */
export interface From {
  readonly port: number;
  readonly ip: string;
  /** Connections of their own, for a load that must not hold up what is measured. */
  readonly agent?: http.Agent;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
  /** How long a refused client should wait. */
  readonly waitMs: number;
  /** What it sets as cookies, as they are sent back. */
  readonly cookie: string;
}

export interface Account {
  readonly token: string;
  readonly key: { readonly name: string; readonly secret: string };
}

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: string;
}

const shared = new http.Agent({ keepAlive: true, maxSockets: 64 });

export function ask({ port, ip, agent = shared }: From, request: Request): Promise<Reply> {
  const { method = 'GET', path, headers = {}, form = '' } = request;
  const type = method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { ...headers, ...type, 'x-forwarded-for': ip };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers: sent };
    const asked = http.request(options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(pieces).toString(),
          ms: performance.now() - began,
          waitMs: Number(answer.headers['retry-after'] ?? 0) * 1_000,
          cookie: (answer.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; '),
        }),
      );
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server has closed a connection that was kept, before this request reached it.
      const again = asked.reusedSocket && error.code === 'ECONNRESET';
      if (again) resolve(ask({ port, ip, agent }, request));
      else reject(error);
    });
    asked.end(form);
  });
}

/** One of our own calls; throws when it is refused. */
export async function call(from: From, name: string, form: string, token = '') {
  const path = `/web/${name}`;
  return dataOf(name, await ask(from, { method: 'POST', path, form, headers: tokenOf(token) }));
}

/** What one of our own calls answered; throws when it was refused. */
export function dataOf(name: string, { body }: Reply) {
  const { code, message, data } = JSON.parse(body);
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

export function tokenOf(token: string): Record<string, string> {
  return token === '' ? {} : { 'x-token': token };
}

/** A virtual account with a key that may trade. */
export async function openAccount(from: From): Promise<Account> {
  const { token } = await call(from, 'tempLogin', '');
  const form = 'label=bench&kind=hmac&permission=trade&ips=';
  const { apiKey, secret } = await call(from, 'createApiKey', form, token);
  return { token, key: { name: apiKey.name, secret } };
}

/** A signed query of the trading API, and the header that names the key. */
export function signed(
  { key }: Account,
  query: string,
): { query: string; headers: Request['headers'] } {
  const text = `${query}${query === '' ? '' : '&'}timestamp=${Date.now()}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('hex');
  return { query: `${text}&signature=${signature}`, headers: { 'x-mbx-apikey': key.name } };
}
