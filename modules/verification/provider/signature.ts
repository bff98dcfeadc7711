import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { MINUTE, SECOND } from '@assay/core/time';
import { same } from '@assay/platform/secrets';

/** How far the time of a request may be from ours, either way: an older one is played again. */
const TOLERANCE_MS = 5 * MINUTE;

const ID = /^[\w.-]{1,100}$/;
const SECONDS = /^\d{10}$/;
/** A sender that changes its secret signs with both; more are not looked at. */
const SIGNATURES_MAX = 5;
const VERSION = 'v1,';

/** Secrets of the standard are bytes, written so; any other is taken as it is written. */
const BYTES = 'whsec_';

/** What is signed is the body as it came, with its id and time. */
export function signatureOf(secret: string, id: string, seconds: string, body: string): Buffer {
  const key = secret.startsWith(BYTES) ? Buffer.from(secret.slice(BYTES.length), 'base64') : secret;
  return createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
}

/** The id of a request signed as standardwebhooks.com says, and lately; null for any other. */
export function signedId(
  { headers, body, now }: { headers: IncomingHttpHeaders; body: string; now: number },
  secret: string,
): string | null {
  const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`];
    return typeof value === 'string' ? value : '';
  }) as [string, string, string];
  if (!ID.test(id) || !SECONDS.test(seconds)) return null;
  if (Math.abs(now - Number(seconds) * SECOND) > TOLERANCE_MS) return null;
  const ours = signatureOf(secret, id, seconds, body);
  const isOurs = signatures
    .split(' ', SIGNATURES_MAX)
    .filter((one) => one.startsWith(VERSION))
    .some((one) => same(Buffer.from(one.slice(VERSION.length), 'base64'), ours));
  return isOurs ? id : null;
}
