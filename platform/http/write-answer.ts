import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FileAnswer } from './context.ts';
import { type Answer, code } from './envelope.ts';
import type { Headers } from './headers.ts';

type OwnHeaders = Readonly<Record<string, string | string[]>>;

/** Writes an answer with the usual headers; those of the handler override them. */
export function writeAnswer(
  raw: ServerResponse,
  usual: Headers,
  answer: Pick<Answer, 'status' | 'body' | 'retryAfterSeconds'>,
  own?: OwnHeaders,
): void {
  const { status, body, retryAfterSeconds } = answer;
  if (status === 429 || status === 418) countRefusal(raw);
  const lines = linesOf(usual, own);
  if (lines !== null && retryAfterSeconds === undefined) {
    if (status === 200 && staysOpen(raw) && raw.req.method !== 'HEAD') {
      writeSuccess(raw, usual, body, own, lines);
      return;
    }
    if (own === undefined) {
      writeListed(raw, status, usual, body);
      return;
    }
  }
  const length = Buffer.byteLength(body);
  const headers: OutgoingHttpHeaders = { ...usual, 'content-length': length, ...own };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  raw.writeHead(status, headers);
  raw.end(body);
}

/**
 * Writes a file. A browser that opens its address directly downloads it, and runs nothing of it
 * whatever it is (ASVS 5.0 §3.2.1).
 */
export function writeFile(
  raw: ServerResponse,
  usual: Headers,
  { bytes, type }: FileAnswer,
  own: OwnHeaders = {},
): void {
  raw.writeHead(200, {
    ...usual,
    'content-type': type,
    'content-disposition': 'attachment',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-length': bytes.length,
    ...own,
  });
  raw.end(bytes);
}

/** Whether the client has this answer already, by its ETag (RFC 9110, 13.1.2). */
export function isKnown(
  { headers }: IncomingMessage,
  { code: said }: Pick<Answer, 'code'>,
  own: OwnHeaders | undefined,
): boolean {
  const { etag } = own ?? {};
  const known = headers['if-none-match'];
  if (said !== code.ok || typeof etag !== 'string' || known === undefined) return false;
  return known.split(/\s*,\s*/).includes(etag);
}

/** Writes that the client's copy is still right; there is no body. */
export function writeUnchanged(raw: ServerResponse, usual: Headers, own: OwnHeaders = {}): void {
  const { 'content-type': _type, ...headers } = usual;
  raw.writeHead(304, { ...headers, ...own });
  raw.end();
}

/** A client that goes on after this many refusals has to connect again, which is counted too. */
const REFUSALS_MAX = 50;
const refusals = new WeakMap<object, number>();

/** Ends the connection of a client that sends far more than it may. */
function countRefusal(raw: ServerResponse): void {
  // The request's: an answer has a socket only once those before it are sent.
  const { socket } = raw.req;
  const count = (refusals.get(socket) ?? 0) + 1;
  refusals.set(socket, count);
  if (count >= REFUSALS_MAX) raw.shouldKeepAlive = false;
}

/** The complete head of a response, in an undocumented property of Node's. */
interface Inner {
  _header?: unknown;
}

/**
 * What Node wrote before and after the headers of one answer, the last of which is the length of
 * the body. The head is valid for one second, because it contains the date.
 */
interface Head {
  readonly second: number;
  readonly before: string;
  readonly after: string;
}

const heads = new WeakMap<Headers, Head>();

/**
 * Writes a successful answer on a connection that stays open, which is nearly every answer. Within
 * a second the heads of such answers differ only in the length, so Node makes and checks the first
 * one and the others reuse it if they are in ASCII; head and body are then one plain write. Should
 * Node keep the head in another property, it makes every head itself.
 */
function writeSuccess(
  raw: ServerResponse,
  usual: Headers,
  body: string,
  own: OwnHeaders | undefined,
  lines: string,
): void {
  const inner = raw as Inner;
  const second = Math.floor(Date.now() / 1000);
  const head = heads.get(usual);
  if (head?.second === second && inner._header === null) {
    const text = `${head.before}${lines}content-length: ${body.length}${head.after}${body}`;
    // Checks the whole text, which must be one flat string for this and for the write.
    if (Buffer.byteLength(text) === text.length) {
      inner._header = text;
      raw.end();
      return;
    }
  }
  const length = writeListed(raw, 200, usual, body, own);
  if (head?.second === second) return;
  const made = madeHead(inner._header, `${lines}content-length: ${length}\r\n`, second);
  if (made !== null) heads.set(usual, made);
}

function madeHead(text: unknown, differs: string, second: number): Head | null {
  if (typeof text !== 'string' || !text.endsWith('\r\n\r\n')) return null;
  const [before, after, ...more] = text.split(differs);
  if (before === undefined || after === undefined || more.length > 0) return null;
  return { second, before, after: `\r\n${after}` };
}

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The lines of headers that are added to the usual ones; null when one replaces another or is not
 * plain text, because Node has to check such headers.
 */
function linesOf(usual: Headers, own: OwnHeaders | undefined): string | null {
  let lines = '';
  for (const name in own) {
    const value = own[name];
    if (name in usual || typeof value !== 'string' || !PLAIN.test(value)) return null;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Whether neither the client nor a stopping server closes the connection. */
function staysOpen(raw: ServerResponse): boolean {
  return raw.shouldKeepAlive && !raw.hasHeader('connection');
}

const lists = new WeakMap<Headers, string[]>();

/** Writes headers as a flat list, in half the time of an object. Returns the body's length. */
function writeListed(
  raw: ServerResponse,
  status: number,
  headers: Headers,
  body: string,
  own: OwnHeaders = {},
): number {
  let list = lists.get(headers);
  if (list === undefined) {
    list = Object.entries(headers).flat();
    lists.set(headers, list);
  }
  const length = Buffer.byteLength(body);
  const added = Object.entries(own).flat() as string[];
  raw.writeHead(status, [...list, ...added, 'content-length', String(length)]);
  raw.end(body);
  return length;
}
