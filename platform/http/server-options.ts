/** How patient the HTTP server is, and how much it takes. */

const HEADERS_MAX_BYTES = 16 * 1024;
/** A client that needs longer for a head, or for 64 KiB of a body, is broken or malicious. */
const HEAD_TIMEOUT_MS = 15_000;
export const BODY_TIMEOUT_MS = 15_000;
/** For a file: 8 MiB at half a megabit a second. */
const UPLOAD_TIMEOUT_MS = 120_000;
/** Twice what the stream allows; more are turned away before they cost memory. */
export const CONNECTIONS_MAX = 20_000;
/** Open at once, of one network, sockets included. */
export const CONNECTIONS_PER_NETWORK = 2_000;
/** How often requests are looked over for one that has taken too long. */
const CHECK_REQUESTS_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
export const SERVER_OPTIONS = {
  maxHeaderSize: HEADERS_MAX_BYTES,
  insecureHTTPParser: false,
  // Our own check refuses with an envelope.
  requireHostHeader: false,
  headersTimeout: HEAD_TIMEOUT_MS,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_REQUESTS_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
};
/** As Node reports a request that took too long. */
export const TOO_SLOW = Object.assign(new Error('a body took too long'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});
