import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body as received, and its format. */
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

/** The same error as Fastify's for a type without a parser. */
const MEDIA_TYPE = Object.assign(new Error('not plain UTF-8'), {
  code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  statusCode: 415,
});
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether a body is uncompressed UTF-8: anything else would be misread. */
function isPlainText(headers: IncomingHttpHeaders): boolean {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return coding === 'identity' && (charset === 'utf-8' || charset === 'utf8');
}

/** The format of a POST body and its length, which is allowed and enforced by Node. */
interface PlainBody {
  readonly json: boolean;
  readonly length: number;
}

/** The body that the head announces, if its type and length are plain; null for other requests. */
export function plainBody({ method, headers }: IncomingMessage): PlainBody | null {
  const length = Number(headers['content-length']);
  const type = headers['content-type'];
  const plain = type === FORM || type === JSON_TYPE;
  if (headers['content-encoding'] !== undefined) return null;
  if (method !== 'POST' || !plain || !(length > 0 && length <= BODY_MAX_BYTES)) return null;
  return { json: type === JSON_TYPE, length };
}

/** The length that the head announces, for any method; null when it is not given plainly. */
export function plainLength({ headers }: IncomingMessage): number | null {
  if (headers['content-encoding'] !== undefined) return null;
  if (headers['transfer-encoding'] !== undefined) return null;
  const announced = headers['content-length'];
  if (announced === undefined) return 0;
  const length = Number(announced);
  return length >= 0 && length <= BODY_MAX_BYTES ? length : null;
}
