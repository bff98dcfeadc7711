import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Answer } from './envelope.ts';
import type { Headers } from './headers.ts';

/** Writes an answer with the usual headers; those of the handler win. */
export function writeAnswer(
  raw: ServerResponse,
  usual: Headers,
  answer: Answer,
  own?: Readonly<Record<string, string | string[]>>,
): void {
  const { status, body, retryAfterSeconds } = answer;
  if (own === undefined && retryAfterSeconds === undefined) {
    if (status === 200 && staysOpen(raw)) writeGood(raw, usual, body);
    else writeListed(raw, status, usual, body);
    return;
  }
  const length = Buffer.byteLength(body);
  const headers: OutgoingHttpHeaders = { ...usual, 'content-length': length, ...own };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  raw.writeHead(status, headers);
  raw.end(body);
}

/** The ready head of a response, in a property of Node's that has no public name. */
interface Inner {
  _header?: unknown;
}

/** What Node wrote before and after the length of a body, in one second: it says the date. */
interface Head {
  readonly second: number;
  readonly before: string;
  readonly after: string;
}

const heads = new WeakMap<Headers, Head>();

/**
 * Writes a good answer on a connection that stays open, which is nearly every answer. Only the
 * length differs in the heads of such answers within a second, so Node makes and checks the first
 * one and the others take it over, when they are in ASCII; and as one text with its body an answer
 * is one plain write. A Node that keeps its head elsewhere makes each of them, as for any other.
 */
function writeGood(raw: ServerResponse, usual: Headers, body: string): void {
  const inner = raw as Inner;
  const second = Math.floor(Date.now() / 1000);
  const head = heads.get(usual);
  if (head?.second === second && inner._header === null) {
    const text = `${head.before}${body.length}${head.after}${body}`;
    // Asked of the whole text, which has to be in one piece for this and then for its writing.
    if (Buffer.byteLength(text) === text.length) {
      inner._header = text;
      raw.end();
      return;
    }
  }
  const length = writeListed(raw, 200, usual, body);
  if (head?.second === second) return;
  const made = madeHead(inner._header, length, second);
  if (made !== null) heads.set(usual, made);
}

function madeHead(text: unknown, length: number, second: number): Head | null {
  if (typeof text !== 'string' || !text.endsWith('\r\n\r\n')) return null;
  const [before, after, ...more] = text.split(`content-length: ${length}\r\n`);
  if (before === undefined || after === undefined || more.length > 0) return null;
  return { second, before: `${before}content-length: `, after: `\r\n${after}` };
}

/** Neither the client nor a stopping server has asked for its end. */
function staysOpen(raw: ServerResponse): boolean {
  return raw.shouldKeepAlive && !raw.hasHeader('connection');
}

const lists = new WeakMap<Headers, string[]>();

/** Headers as a flat list: Node writes it in half the time of an object. Answers the length. */
function writeListed(raw: ServerResponse, status: number, headers: Headers, body: string): number {
  let list = lists.get(headers);
  if (list === undefined) {
    list = Object.entries(headers).flat();
    lists.set(headers, list);
  }
  const length = Buffer.byteLength(body);
  raw.writeHead(status, [...list, 'content-length', String(length)]);
  raw.end(body);
  return length;
}
