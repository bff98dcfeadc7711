import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body as it came, and how to read it. */
export interface RawBody {
  readonly bytes: Buffer;
  readonly json: boolean;
}

export const BODY_MAX_BYTES = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Forms and JSON, kept as bytes; anything else with a body is refused by Fastify (415). */
export function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' as const, bodyLimit: BODY_MAX_BYTES };
  const keep =
    (json: boolean) =>
    (
      { headers }: FastifyRequest,
      bytes: Buffer,
      done: (err: Error | null, body?: RawBody) => void,
    ) =>
      isPlainText(headers) ? done(null, { bytes, json }) : done(MEDIA_TYPE);
  app.addContentTypeParser(JSON_TYPE, options, keep(true) as never);
  app.addContentTypeParser(FORM, options, keep(false) as never);
}

/** As what Fastify says of a type that nobody reads. */
const MEDIA_TYPE = Object.assign(new Error('not plain UTF-8'), {
  code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  statusCode: 415,
});
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether a body is UTF-8 as it stands: read as that, any other would be something else. */
function isPlainText(headers: IncomingHttpHeaders): boolean {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return coding === 'identity' && (charset === 'utf-8' || charset === 'utf8');
}

/** How to read the body of a POST and how long it is: known, allowed, and what Node holds it to. */
interface PlainBody {
  readonly json: boolean;
  readonly length: number;
}

/** What the head says of a body of a plain type and length; null for any other request. */
export function plainBody({ method, headers }: IncomingMessage): PlainBody | null {
  const length = Number(headers['content-length']);
  const type = headers['content-type'];
  const plain = type === FORM || type === JSON_TYPE;
  if (headers['content-encoding'] !== undefined) return null;
  if (method !== 'POST' || !plain || !(length > 0 && length <= BODY_MAX_BYTES)) return null;
  return { json: type === JSON_TYPE, length };
}

/** How long the body of any method is when the head says so plainly; null for any other request. */
export function plainLength({ headers }: IncomingMessage): number | null {
  if (headers['content-encoding'] !== undefined) return null;
  if (headers['transfer-encoding'] !== undefined) return null;
  const said = headers['content-length'];
  if (said === undefined) return 0;
  const length = Number(said);
  return length >= 0 && length <= BODY_MAX_BYTES ? length : null;
}
