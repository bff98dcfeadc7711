/**
 * The headers of every answer (reference: OWASP secure headers, ASVS 5.0 §3.4). Two sets: answers
 * to calls are never rendered, so they allow nothing; pages allow what the built app needs.
 * No header names the server software.
 */

export type Headers = Readonly<Record<string, string>>;

/** Two years, the period that the browsers' preload lists require. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains; preload';

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
} as const;

/** For answers with data. `secure`: the site is reached by https. */
export function dataHeaders(secure: boolean): Headers {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ...COMMON,
    ...(secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  };
}

/** Where a page is served, and where it may connect to. */
export interface PagePlace {
  /** The site is reached by https. */
  readonly secure: boolean;
  /** An origin besides its own; "" for none. */
  readonly connectsTo: string;
}

/**
 * For the page of an app. Its style sheets are files; the few style elements that the interface
 * library makes at run time carry the nonce of this one answer, so no 'unsafe-inline' is needed.
 * `connect-src 'self'` covers the WebSocket of the same host (CSP level 3).
 */
export function pageHeaders({ secure, connectsTo }: PagePlace, nonce: string): Headers {
  const elsewhere = connectsTo === '' ? '' : ` ${connectsTo} ${connectsTo.replace(/^http/, 'ws')}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; " +
      `style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
      `connect-src 'self'${elsewhere}; manifest-src 'self'; worker-src 'self'; object-src 'none'; ` +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ...COMMON,
    ...(secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  };
}

/** For the files of an app. `immutable`: the name contains a hash of the content. */
export function fileHeaders(secure: boolean, type: string, immutable: boolean): Headers {
  return {
    'content-type': type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // A script file may be a worker, which obeys the policy of its own answer.
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    ...COMMON,
    ...(secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  };
}

/** How long a browser may keep the answer to its question; the longest that Chromium allows. */
const PREFLIGHT_SECONDS = '7200';

/**
 * With which the pages of an origin of ours may read the answers of another host of ours. The
 * cookie goes along: it is half of a session.
 */
export function sharedHeaders(usual: Headers, origin: string): Headers {
  return {
    ...usual,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'origin',
  };
}

/** The answer to a browser that asks before it sends a call from another host. */
export const preflightHeaders: Headers = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, x-token, idempotency-key',
  'access-control-max-age': PREFLIGHT_SECONDS,
};
