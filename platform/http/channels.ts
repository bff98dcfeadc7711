import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '@assay/core/schema/call';
import type { Params } from './params.ts';

/**
 * Where a request comes from and how it brings its token. The rules (HTTP-050 … HTTP-064):
 * a session is proved by exactly one channel (header, body of a POST, query of a read); what a
 * browser sends by itself is never enough; what changes state must come from our own pages or
 * from no page at all.
 */

/** Fields of every request that are not the call's own. */
export interface Common {
  readonly token: string;
  readonly lang: unknown;
  readonly cid: unknown;
  /** The token was in the address, where logs and histories keep it: valid for reads only. */
  readonly byQuery: boolean;
}

/** The key of the first broken rule, or null. */
export type BrokenRule = 'crossOrigin' | 'text' | 'twoTokens' | 'queryToken' | null;

/**
 * True when the request was made by a page of ours or by no browser at all. Browsers send
 * `Origin` on every non-GET and `Sec-Fetch-Site` on everything; scripts can set neither.
 * `ownOrigins` are allowed besides the host that the request names.
 */
export function fromOwnPages(
  headers: IncomingHttpHeaders,
  ownOrigins: ReadonlySet<string>,
): boolean {
  const origin = headers.origin;
  if (origin !== undefined && !ownOrigins.has(origin)) {
    const host = headers.host;
    if (host === undefined || host === '') return false;
    if (origin !== `http://${host}` && origin !== `https://${host}`) return false;
  }
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return true;
  // A development server on another port of this machine is another origin of the same site.
  return origin !== undefined && ownOrigins.has(origin);
}

/**
 * A changing call by GET is only served to code, never to a link or an image: it needs the token
 * header, which no link can carry, or the metadata of a fetch from our own pages.
 */
export function mayChangeByGet(headers: IncomingHttpHeaders): boolean {
  if (headers['x-token'] !== undefined) return true;
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['sec-fetch-dest'] === 'empty' &&
    headers['sec-fetch-mode'] !== 'navigate'
  );
}

/** A language as the apps name it: `en`, `zh-TW`; not only those that have texts. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;
/** A mark with which a client finds its request again in its own records; nothing reads it here. */
const REQUEST_TOKEN = /^[A-Za-z0-9_-]{1,64}$/;

/** Which of the fields that any request may carry are not what they should be, and why; or null. */
export function wrongCommon(
  ...sources: readonly (Params | null)[]
): Record<string, string[]> | null {
  for (const params of sources) {
    if (!isLike(params?.lang, LANGUAGE)) return { lang: ['language'] };
    if (!isLike(params?.rtoken, REQUEST_TOKEN)) return { rtoken: ['requestToken'] };
  }
  return null;
}

/** Fields that are empty count as not sent. */
function isLike(sent: unknown, shape: RegExp): boolean {
  if (sent === undefined || sent === null || sent === '') return true;
  return typeof sent === 'string' && shape.test(sent);
}

/**
 * Takes the common fields out of `params` (they are gone afterwards). `query` are the fields of
 * the address when `params` come from a body, else null.
 */
export function takeCommon(
  headers: IncomingHttpHeaders,
  params: Params,
  query: Params | null,
): Common | Exclude<BrokenRule, null> {
  const header = headers['x-token'];
  const token = params.token;
  const lang = params.lang ?? query?.lang;
  const cid = params.cid;
  if (token !== undefined) delete params.token;
  if (params.lang !== undefined) delete params.lang;
  if (params.rtoken !== undefined) delete params.rtoken;
  if (cid !== undefined) delete params.cid;
  if (query?.token !== undefined && query.token !== '') return 'queryToken';
  // Clients of the specification send an empty token before the login, which counts as none.
  const inParams = token !== undefined && token !== '' && token !== null;
  if (inParams && typeof token !== 'string') return 'text';
  const inHeader = header !== undefined && header !== '';
  if (inParams && inHeader) return 'twoTokens';
  if (inHeader) return { token: String(header), lang, cid, byQuery: false };
  const byQuery = inParams && query === null;
  return { token: inParams ? token : '', lang, cid, byQuery };
}

/** The rules on method and origin, checked before anything else is read. */
export function brokenOriginRule(
  call: Call,
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigins: ReadonlySet<string>,
): BrokenRule {
  if (method !== 'GET') return fromOwnPages(headers, ownOrigins) ? null : 'crossOrigin';
  if (call.method === 'GET') return null;
  if (!fromOwnPages(headers, ownOrigins)) return 'crossOrigin';
  return mayChangeByGet(headers) ? null : 'crossOrigin';
}
