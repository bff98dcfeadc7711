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

/**
 * Reads the body of a POST as nearly all are made: of a plain type and a length that is known and
 * allowed, which Node holds it to. True when `whole` will be told. False leaves it to Fastify, with
 * its refusals of what is no such body; its reading costs more than the call's own work.
 */
export function readPlainBody(request: IncomingMessage, whole: (body: RawBody) => void): boolean {
  const { method, headers } = request;
  const length = Number(headers['content-length']);
  const type = headers['content-type'];
  const plain = type === FORM || type === JSON_TYPE;
  if (method !== 'POST' || !plain || !(length > 0 && length <= BODY_MAX_BYTES)) return false;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    whole({ bytes, json: type === JSON_TYPE });
  });
  return true;
}
