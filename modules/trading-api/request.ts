import type { Realm } from '@assay/core/ledger/realm';
import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Lookups } from '@assay/platform/http/lookups';
import { API_ERRORS } from './errors.ts';

/** How far the timestamp of a signed request may be behind and ahead of our clock. */
const WINDOW_DEFAULT_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
const AHEAD_MAX_MS = 1_000;
export const PARAMS_MAX = 100;
const KEY_NAME = /^[A-Za-z0-9]{64}$/;

/** The one unit of times, as clients name it. */
export function isMilliseconds(unit: string): boolean {
  return unit.toUpperCase() === 'MILLISECOND';
}

/** Parameters by name, each once, in the order in which they were sent. */
export type Params = Map<string, string>;

/** The parameters of a request and the text that was signed. */
export interface Sent {
  readonly params: Params;
  /** Query and body as they were sent, without the `signature` pair. */
  readonly signed: string;
  readonly signature: string | undefined;
  /** A name came twice: refused once it is known who sent it, who pays for it. */
  readonly isRepeated: boolean;
}

/**
 * Parses query and body, both of the form a=b&c=d. Clients send parameters in either or in both,
 * and sign the two texts joined without a separator. A repeated name is refused, because two
 * readers could understand it differently; so is a list (`a[]=1`, `a[0]=1`).
 * The first value is kept, because the sender is known by key, time and signature.
 */
export function readSent(query: string, body: string): Sent {
  const params: Params = new Map();
  let signature: string | undefined;
  let isRepeated = false;
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
      if (params.size === PARAMS_MAX) throw API_ERRORS.repeated();
      if (params.has(name)) isRepeated = true;
      else params.set(name, value);
    }
    kept.push(pairs.join('&'));
  }
  return { params, signed: kept.join(''), signature, isRepeated };
}

/** Decodes a name or a value; `+` is a space, as in forms. @throws ApiError */
function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw API_ERRORS.illegal('query', 'percent-encoded UTF-8');
  }
}

/** What a request must carry: nothing, the name of a key, or a signature by a key with rights. */
export type Security = 'none' | 'key' | 'read' | 'trade';

export interface Claim {
  readonly security: Security;
  readonly sent: Omit<Sent, 'isRepeated'>;
  /** As sent in the header or the parameter. */
  readonly keyName: string | undefined;
  /** The realm of the address; a key of the other realm is unknown here. */
  readonly realm: Realm;
  readonly ip: string;
  readonly now: number;
  /** What the address may still look up. */
  readonly lookups: Lookups;
}

/** The key that a request names, and whether its owner has signed the request. */
export interface Proof {
  readonly key: ApiKey;
  readonly isSigned: boolean;
}

/**
 * Authenticates a request and returns its proof; null where none is needed. Removes `timestamp` and
 * `recvWindow` from the parameters. Checks run in the order that clients expect: key, time,
 * signature. A missing right or a wrong address is reported as a wrong key. @throws ApiError
 */
export async function authenticate(keys: KeyRing, claim: Claim): Promise<Proof | null> {
  const { security, sent, keyName, realm, ip, now, lookups } = claim;
  if (security === 'none') {
    dropStamp(sent);
    return null;
  }
  if (keyName === undefined || !KEY_NAME.test(keyName)) throw API_ERRORS.keyFormat();
  const found = keys.holds(keyName)
    ? keys.find(keyName, now)
    : lookUp(keys, keyName, lookups, ip, now);
  const key = found instanceof Promise ? await found : found;
  if (key === undefined || key.realm !== realm || !key.allows(ip)) throw API_ERRORS.key();
  let isSigned = true;
  if (security === 'key') {
    isSigned = isSignedNow(key, sent, now);
    dropStamp(sent);
  } else {
    takeTime(sent.params, now);
    if (sent.signature === undefined) throw API_ERRORS.missing('signature');
    if (!key.verify(sent.signed, sent.signature)) throw API_ERRORS.signature();
    // After the signature, because only its owner may learn what a key may do.
    if (security === 'trade' && !key.canTrade) throw API_ERRORS.key();
  }
  keys.used(key, ip, now, isSigned);
  return { key, isSigned };
}

/** Finds a key that is not in memory, as long as the address may look up more. @throws ApiError */
async function lookUp(
  keys: KeyRing,
  keyName: string,
  lookups: Lookups,
  ip: string,
  now: number,
): Promise<ApiKey | undefined> {
  const wait = lookups.take(ip, now);
  if (wait > 0) throw API_ERRORS.tooManyUnknownKeys(wait);
  const key = await keys.find(keyName, now);
  if (key !== undefined) lookups.found(ip, now);
  return key;
}

/** Whether a request that needs no signature has a valid one, which shows whose it is. */
function isSignedNow(
  key: ApiKey,
  { params, signed, signature }: Claim['sent'],
  now: number,
): boolean {
  if (signature === undefined) return false;
  try {
    takeTime(new Map(params), now);
  } catch {
    return false;
  }
  return key.verify(signed, signature);
}

/** Some clients sign everything; where no signature is needed, it and its time are ignored. */
function dropStamp({ params, signature }: Claim['sent']): void {
  if (signature === undefined) return;
  params.delete('timestamp');
  params.delete('recvWindow');
}

/** Checks that the timestamp lies within the window. @throws ApiError */
export function takeTime(params: Params, now: number): void {
  const at = wholeOf(params, 'timestamp');
  if (at === undefined) throw API_ERRORS.missing('timestamp');
  const window = wholeOf(params, 'recvWindow') ?? WINDOW_DEFAULT_MS;
  if (window > WINDOW_MAX_MS) throw API_ERRORS.window(WINDOW_MAX_MS);
  if (at > now + AHEAD_MAX_MS) throw API_ERRORS.timestampAhead();
  if (at < now - window) throw API_ERRORS.timestampOutside();
  params.delete('timestamp');
  params.delete('recvWindow');
}

/** Milliseconds; clients with microseconds send them after a dot or as three more digits. */
function wholeOf(params: Params, name: string): number | undefined {
  const text = params.get(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,16}(\.\d{1,3})?$/.test(text)) throw API_ERRORS.illegal(name, '0-9');
  const value = Number(text);
  return value >= 1e15 ? value / 1000 : value;
}
