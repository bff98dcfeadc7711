/**
 * The messages of `/web/stream`. Client: `{op: subscribe|unsubscribe, channel}`,
 * `{op: auth, token}`, `{op: ping}`. Server: `{channel, kind, n, at, data}` and
 * `{op: ack|error|pong, …}`.
 */

export type ClientMessage =
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly channel: string }
  | { readonly op: 'auth'; readonly token: string }
  | { readonly op: 'ping' };

/** Why a message was refused. */
export type StreamError =
  | 'malformed'
  | 'unknownChannel'
  | 'tooManyChannels'
  | 'signIn'
  | 'signedOut'
  | 'unavailable';

/** Close codes of our own (4000–4999 are free for applications, RFC 6455 §7.4.2). */
export const closeCode = {
  sessionEnded: 4001,
  tooManyConnections: 4003,
  tooManyMessages: 4004,
  silent: 4005,
  tooSlow: 4008,
  goingAway: 1001,
  notText: 1003,
  /** The data sent may have a gap: the client reconnects and starts again. */
  restart: 1012,
} as const;

/** Words with dots between them; all but the first may have a suffix: `book.BTCUSDT-PERP`. */
const CHANNEL = /^[A-Za-z0-9]{1,24}(?:\.[A-Za-z0-9]{1,24}(?:-[A-Z]{2,8})?){0,3}$/;
const TOKEN_MAX = 256;

/** Null for anything that is not exactly one of the messages above. */
export function parseMessage(text: string): ClientMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { op, channel, token } = value as Record<string, unknown>;
  if (op === 'ping') return { op };
  if (op === 'auth') {
    return typeof token === 'string' && token.length <= TOKEN_MAX ? { op, token } : null;
  }
  if (op !== 'subscribe' && op !== 'unsubscribe') return null;
  return typeof channel === 'string' && CHANNEL.test(channel) ? { op, channel } : null;
}

/** Serialises a frame once; all readers are sent the same bytes. */
export function dataFrame(
  kind: 'snapshot' | 'delta',
  channel: string,
  n: number,
  at: number,
  data: unknown,
): Buffer {
  const json = JSON.stringify(data ?? null);
  return Buffer.from(
    `{"channel":"${channel}","kind":"${kind}","n":${n},"at":${at},"data":${json}}`,
  );
}
