import type { Realm } from '@assay/core/ledger/realm';
import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import { API_ERRORS } from './errors.ts';

/** How far behind and ahead of our clock a signed request may be, in milliseconds. */
const WINDOW_USUAL_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
const AHEAD_MAX_MS = 1_000;
export const PARAMS_MAX = 100;
const KEY_NAME = /^[A-Za-z0-9]{64}$/;

/** Parameters by name, each once, in the order in which they came. */
export type Params = Map<string, string>;

/** The parameters of a request with what was signed. */
export interface Sent {
  readonly params: Params;
  /** Query and body as they came, without the pair of the signature. */
  readonly signed: string;
  readonly signature: string | undefined;
}

/**
 * Reads query and body, both of the form a=b&c=d. Clients send parameters in either or in both, and
 * sign the texts joined with nothing in between. A name that comes twice is refused: two readers
 * could understand it differently. So is a list (`a[]=1`, `a[0]=1`).
 */
export function readSent(query: string, body: string): Sent {
  const params: Params = new Map();
  let signature: string | undefined;
  const kept: string[] = [];
  for (const text of [query, body]) {
    const pairs: string[] = [];
    for (const pair of text === '' ? [] : text.split('&')) {
      const mark = pair.indexOf('=');
      const name = decode(mark === -1 ? pair : pair.slice(0, mark));
      const value = decode(mark === -1 ? '' : pair.slice(mark + 1));
      if (name === 'signature') {
        if (signature !== undefined) throw API_ERRORS.repeated();
        signature = value;
        continue;
      }
      if (pairs.push(pair) > PARAMS_MAX) throw API_ERRORS.repeated();
      if (pair === '') continue;
      if (params.has(name) || params.size === PARAMS_MAX) throw API_ERRORS.repeated();
      params.set(name, value);
    }
    kept.push(pairs.join('&'));
  }
  return { params, signed: kept.join(''), signature };
}

/** A `+` is a blank in forms. What cannot be decoded is no text. */
function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw API_ERRORS.illegal('query', 'percent-encoded UTF-8');
  }
}

/** What a request must bring: nothing, the name of a key, or a signature with rights. */
export type Security = 'none' | 'key' | 'read' | 'trade';

export interface Claim {
  readonly security: Security;
  readonly sent: Sent;
  /** As the header or the parameter had it. */
  readonly keyName: string | undefined;
  /** Where it is asked: a key of another realm is as unknown as none. */
  readonly realm: Realm;
  readonly ip: string;
  readonly now: number;
}

/**
 * The key that a request is made with; null where none is needed. Takes `timestamp` and
 * `recvWindow` out of the parameters. What is wrong is said in the order in which clients expect
 * it: key, time, signature; rights and address count as a wrong key.
 */
export async function authenticate(keys: KeyRing, claim: Claim): Promise<ApiKey | null> {
  const { security, sent, keyName, realm, ip, now } = claim;
  if (security === 'none') {
    dropStamp(sent);
    return null;
  }
  if (keyName === undefined || !KEY_NAME.test(keyName)) throw API_ERRORS.keyFormat();
  const found = keys.find(keyName, now);
  const key = found instanceof Promise ? await found : found;
  if (key === undefined || key.realm !== realm || !key.allows(ip)) throw API_ERRORS.key();
  if (security === 'key') {
    dropStamp(sent);
  } else {
    takeTime(sent.params, now);
    if (sent.signature === undefined) throw API_ERRORS.missing('signature');
    if (!key.verify(sent.signed, sent.signature)) throw API_ERRORS.signature();
    // After the signature: what a key may do is told to its owner only.
    if (security === 'trade' && !key.canTrade) throw API_ERRORS.key();
  }
  keys.used(key, ip, now);
  return key;
}

/** Clients sign what needs no signature, too: then neither it nor its time is looked at. */
function dropStamp({ params, signature }: Sent): void {
  if (signature === undefined) return;
  params.delete('timestamp');
  params.delete('recvWindow');
}

/** Checks that the request was made lately. */
export function takeTime(params: Params, now: number): void {
  const at = wholeOf(params, 'timestamp');
  if (at === undefined) throw API_ERRORS.missing('timestamp');
  const window = wholeOf(params, 'recvWindow') ?? WINDOW_USUAL_MS;
  if (window > WINDOW_MAX_MS) throw API_ERRORS.illegal('recvWindow', `1-${WINDOW_MAX_MS}`);
  if (at > now + AHEAD_MAX_MS) throw API_ERRORS.timestampAhead();
  if (at < now - window) throw API_ERRORS.timestampOutside();
  params.delete('timestamp');
  params.delete('recvWindow');
}

/** Clients that keep microseconds write them behind a dot or in three more digits. */
function wholeOf(params: Params, name: string): number | undefined {
  const text = params.get(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,16}(\.\d{1,3})?$/.test(text)) throw API_ERRORS.illegal(name, '0-9');
  const value = Number(text);
  return value >= 1e15 ? value / 1000 : value;
}
