import type { Socket } from '@assay/platform/streams/sockets';
import { Fanout } from '../fanout.ts';
import type { ListenKeys } from '../listen-keys.ts';
import type { Accounts } from './accounts.ts';

interface OpenStream {
  readonly readers: Fanout;
  /** Ends the stream; pending until the account has been read. */
  readonly close: Promise<() => void>;
}

/** Account streams that are read by a listen key. */
export class ListenKeyStreams {
  readonly #accounts: Accounts;
  readonly #listenKeys: ListenKeys;
  readonly #failed: (error: unknown, socket: Socket) => void;
  readonly #open = new Map<string, OpenStream>();

  constructor(
    accounts: Accounts,
    listenKeys: ListenKeys,
    failed: (error: unknown, socket: Socket) => void,
  ) {
    this.#accounts = accounts;
    this.#listenKeys = listenKeys;
    this.#failed = failed;
  }

  has(listenKey: string, socket: Socket): boolean {
    return this.#listenKeys.owner(listenKey, socket.ip) !== undefined;
  }

  join(listenKey: string, socket: Socket, combined: boolean): void {
    const userId = this.#listenKeys.owner(listenKey, socket.ip);
    if (userId === undefined) return;
    let open = this.#open.get(listenKey);
    if (open === undefined) {
      const readers = new Fanout(listenKey);
      open = { readers, close: this.#accounts.open(userId, (event) => readers.send(event)) };
      this.#open.set(listenKey, open);
    }
    open.readers.add(socket, combined);
    open.close.catch((error: unknown) => this.#failed(error, socket));
  }

  leave(listenKey: string, socket: Socket): void {
    const open = this.#open.get(listenKey);
    if (open === undefined) return;
    open.readers.remove(socket);
    if (open.readers.isEmpty) this.#end(listenKey, open);
  }

  /** Reports to readers that the key has ended, as their last event. */
  expire(listenKey: string, at: number): void {
    const open = this.#open.get(listenKey);
    if (open === undefined) return;
    open.readers.send(expiredEvent(listenKey, at));
    this.#end(listenKey, open);
  }

  #end(listenKey: string, { close }: OpenStream): void {
    this.#open.delete(listenKey);
    close.then(
      (end) => end(),
      () => undefined, // the stream never opened
    );
  }
}

export function expiredEvent(listenKey: string, at: number): string {
  return JSON.stringify({ e: 'listenKeyExpired', E: at, listenKey });
}
