import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import { API_ERRORS, ApiError, errorBody } from '../errors.ts';
import { type ApiLimits, networkPayer } from '../limits.ts';
import type { StreamProvider } from './stream-connection.ts';
import { BadMessage, readMessage } from './ws-api/message.ts';

const NAME = /^[A-Za-z0-9!_@.+:#-]{1,100}$/;

/** Streams of closed markets: clients can subscribe, and no event ever comes. */
export const CLOSED_STREAMS: StreamProvider = {
  has: (name) => NAME.test(name),
  prepare: () => null,
  join: () => undefined,
  leave: () => undefined,
};

/** A WebSocket API connection for closed markets: answers `ping` and `time`, refuses the rest. */
export class ClosedApiConnection implements SocketHandler {
  readonly #socket: Socket;
  readonly #limits: ApiLimits;
  readonly #now: () => number;

  constructor(socket: Socket, limits: ApiLimits, now: () => number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#now = now;
  }

  message(text: string): void {
    const now = this.#now();
    try {
      this.#limits.takeWeight(networkPayer(this.#socket.ip), 1, now);
      const { id, method } = readMessage(text);
      if (method === 'ping') this.#respond(id, 200, { result: {} });
      else if (method === 'time') this.#respond(id, 200, { result: { serverTime: now } });
      else this.#refuse(id, API_ERRORS.marketClosed());
    } catch (thrown) {
      const bad = thrown instanceof BadMessage ? thrown : null;
      const error = bad?.error ?? thrown;
      this.#refuse(bad?.id ?? null, error instanceof ApiError ? error : API_ERRORS.unknown());
    }
  }

  closed(): void {}

  #refuse(id: unknown, error: ApiError): void {
    this.#respond(id, error.status, { error: errorBody(error) });
  }

  #respond(id: unknown, status: number, more: object): void {
    this.#socket.sendText(JSON.stringify({ id, status, ...more }));
  }
}
