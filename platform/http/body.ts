import type { IncomingMessage } from 'node:http';
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
    (_request: FastifyRequest, bytes: Buffer, done: (err: null, body: RawBody) => void) =>
      done(null, { bytes, json });
  app.addContentTypeParser(JSON_TYPE, options, keep(true) as never);
  app.addContentTypeParser(FORM, options, keep(false) as never);
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
  if (method !== 'POST' || !plain || !(length > 0 && length <= BODY_MAX_BYTES)) return null;
  return { json: type === JSON_TYPE, length };
}
