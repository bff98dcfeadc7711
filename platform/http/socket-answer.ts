import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerUnserved } from './envelope.ts';
import type { Serving } from './serve.ts';

/** Errors of Node's parser or its timeouts: status and text. Anything else is not valid HTTP. */
const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'http.tooLong'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'http.tooSlow'],
};

/** Answers a broken request, which has no response object, and closes the connection. */
export function answerBroken(error: Error & { code?: string }, socket: Duplex, by: Serving): void {
  if (!socket.writable) return void socket.destroy();
  const [status, key] = BROKEN[error.code ?? ''] ?? [400, 'http.malformed'];
  answerSocket(socket, by, status, key);
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
  const all = {
    ...headers,
    ...own,
    'content-length': String(Buffer.byteLength(answer.body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.end(`${first}${lines.join('')}\r\n${answer.body}`);
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
