import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerUnserved } from './envelope.ts';
import type { Headers } from './headers.ts';
import type { Serving } from './serve.ts';
import { type SurfaceServer, surfaceAt } from './surface.ts';

/** Enough for the path of every address that is served. */
const FIRST_LINE_BYTES = 1024;

/** Errors of Node's parser or its timeouts: status and text. Anything else is not valid HTTP. */
const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'http.tooLong'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'http.tooSlow'],
};

/** A broken request, as Node's parser reports it. */
export interface Broken extends Error {
  readonly code?: string | undefined;
  /** The bytes that were being read when it broke. */
  readonly rawPacket?: unknown;
}

/** Answers a broken request, which has no response object, and closes the connection. */
export function answerBroken(
  error: Broken,
  socket: Duplex,
  by: Serving,
  surfaces: readonly SurfaceServer[],
): void {
  if (!socket.writable) return void socket.destroy();
  const surface = surfaceAt(surfaces, pathOf(error));
  if (surface !== undefined && error.code === 'HPE_HEADER_OVERFLOW') {
    const { status, headers, body } = surface.refusal('tooLong');
    writeWhole(socket, status, headers, body);
    return;
  }
  const [status, key] = BROKEN[error.code ?? ''] ?? [400, 'http.malformed'];
  answerSocket(socket, by, status, key);
}

/** The path in the first line of a request that could not be read; "" without that line. */
function pathOf({ rawPacket }: Broken): string {
  if (!Buffer.isBuffer(rawPacket)) return '';
  const start = rawPacket.toString('latin1', 0, FIRST_LINE_BYTES);
  return /^[A-Z]+ (\/[^\s?]*)/.exec(start)?.[1] ?? '';
}

/** Writes the usual envelope and headers to a bare socket and closes it. */
export function answerSocket(
  socket: Duplex,
  { headers, messages, now }: Serving,
  status: number,
  key: string,
  own: Readonly<Record<string, string>> = {},
): void {
  const answer = answerUnserved(status, key, { messages, lang: 'en', now: now() });
  writeWhole(socket, status, { ...headers, ...own }, answer.body);
}

function writeWhole(socket: Duplex, status: number, headers: Headers, body: string): void {
  const length = String(Buffer.byteLength(body));
  const all = { ...headers, 'content-length': length, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.end(`${first}${lines.join('')}\r\n${body}`);
}

const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** Whether an upgrade request is the handshake of RFC 6455 §4.2.1. */
export function isHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    KEY.test(headers['sec-websocket-key'] ?? '')
  );
}
