import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import { API_ERRORS, ApiError, errorBody } from '../errors.ts';
import type { ApiLimits } from '../limits.ts';
import type { StreamShelf } from './stream-end.ts';
import { BadMessage, readMessage } from './ws-api/message.ts';

const NAME = /^[A-Za-z0-9!_@.+:#-]{1,100}$/;

/** The streams of markets that are closed: one can subscribe, and nothing comes. */
export const CLOSED_SHELF: StreamShelf = {
  has: (name) => NAME.test(name),
  join: () => undefined,
  leave: () => undefined,
};

/** Answers every request for markets that are closed. */
export class ClosedApiEnd implements SocketHandler {
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
      this.#limits.takeWeight(this.#socket.ip, 1, now);
      const { id, method } = readMessage(text);
      if (method === 'ping') this.#say(id, 200, { result: {} });
      else if (method === 'time') this.#say(id, 200, { result: { serverTime: now } });
      else this.#refuse(id, API_ERRORS.marketClosed());
    } catch (thrown) {
      const bad = thrown instanceof BadMessage ? thrown : null;
      const error = bad?.error ?? thrown;
      this.#refuse(bad?.id ?? null, error instanceof ApiError ? error : API_ERRORS.unknown());
    }
  }

  closed(): void {}

  #refuse(id: unknown, error: ApiError): void {
    this.#say(id, error.status, { error: errorBody(error) });
  }

  #say(id: unknown, status: number, more: object): void {
    this.#socket.say(JSON.stringify({ id, status, ...more }));
  }
}
