import { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { plainAuthenticator } from '../http/http.suite.ts';
import { createHttp } from '../http/server.ts';
import { silentLog } from '../log.ts';
import type { StreamLimits } from './connection.ts';
import { Hub } from './hub.ts';

/**
 * A hub behind a real server, and readers on real sockets. A clock that stands still is for what
 * counts by the second: with the time of this machine a second may end in the middle of a burst.
 */
export async function startStreams(limits: Partial<StreamLimits> = {}, clock?: Clock) {
  const authenticator = plainAuthenticator();
  const hub = new Hub({ authenticator, log: silentLog, limits, ...(clock && { clock }) });
  const http = createHttp({ authenticator, log: silentLog, calls: [] });
  http.onUpgrade('/web/stream', hub.upgrade);
  const origin = await http.listen(0, '127.0.0.1');
  const readers: StreamReader[] = [];
  return {
    hub,
    authenticator,
    origin,
    url: `${origin.replace('http', 'ws')}/web/stream`,
    async reader(headers: Record<string, string> = {}): Promise<StreamReader> {
      const reader = new StreamReader(this.url, headers);
      readers.push(reader);
      await reader.opened;
      return reader;
    },
    async stop() {
      for (const reader of readers) reader.socket.terminate();
      hub.close();
      await http.stop();
    },
  };
}

export type StreamBench = Awaited<ReturnType<typeof startStreams>>;

// Frames have many shapes, and tests read all of them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Frame = Record<string, any>;

/** A client that keeps every frame it receives. */
export class StreamReader {
  readonly socket: WebSocket;
  readonly received: Frame[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<number>;
  /** Whoever waits for a frame; several may at once. */
  readonly #waiting = new Set<() => void>();

  constructor(url: string, headers: Record<string, string>, localAddress = '127.0.0.1') {
    this.socket = new WebSocket(url, { headers, localAddress });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('error', reject);
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('error', () => undefined);
    this.socket.on('message', (bytes) => {
      this.received.push(JSON.parse(String(bytes)));
      for (const wake of this.#waiting) wake();
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(channel: string): void {
    this.send({ op: 'subscribe', channel });
  }

  /** Waits for a frame that fits; earlier ones stay in `received`. A busy machine is slow. */
  async next(fits: (frame: Frame) => boolean, withinMs = 60_000): Promise<Frame> {
    const until = Date.now() + withinMs;
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      const left = until - Date.now();
      if (left <= 0)
        throw new Error(`Not received; the last was ${JSON.stringify(this.received.at(-1))}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, left);
        this.#waiting.add(wake);
      });
    }
  }

  /** The frames of a channel, in the order of arrival. */
  of(channel: string): Frame[] {
    return this.received.filter((frame) => frame.channel === channel && frame.kind !== undefined);
  }
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
