import type { Socket } from '@assay/platform/streams/sockets';
import { Fanout } from '../fanout.ts';
import type { ListenKeys } from '../listen-keys.ts';
import type { Accounts } from './accounts.ts';

interface OpenStream {
  readonly readers: Fanout;
  /** Readers that are about to join. */
  awaited: number;
  /** Ends the stream; pending until the account has been read. */
  readonly close: Promise<() => void>;
}

/** Account streams that are read by a listen key. */
export class ListenKeyStreams {
  readonly #accounts: Accounts;
  readonly #listenKeys: ListenKeys;
  readonly #failed: (error: unknown) => void;
  readonly #open = new Map<string, OpenStream>();

  constructor(accounts: Accounts, listenKeys: ListenKeys, failed: (error: unknown) => void) {
    this.#accounts = accounts;
    this.#listenKeys = listenKeys;
    this.#failed = failed;
  }

  has(listenKey: string, ip: string): boolean {
    return this.#listenKeys.owner(listenKey, ip) !== undefined;
  }

  /**
   * Opens the streams of the listen keys among these names; null when there is none. Once the
   * promise resolves, a reader that joins gets every event from then on. The promise resolves to
   * the function that lets go of streams that nobody has joined.
   */
  prepare(names: readonly string[], ip: string): Promise<() => void> | null {
    const listenKeys = names.filter((name) => this.has(name, ip));
    return listenKeys.length === 0 ? null : this.#prepareAll(listenKeys, ip);
  }

  async #prepareAll(listenKeys: readonly string[], ip: string): Promise<() => void> {
    const held: [string, OpenStream][] = [];
    const release = () => {
      for (const [listenKey, open] of held) {
        open.awaited -= 1;
        this.#endUnread(listenKey, open);
      }
    };
    try {
      for (const listenKey of listenKeys) {
        // Meanwhile the key may have ended, or the engine may have reloaded.
        for (let open = this.#openFor(listenKey, ip); open !== null; ) {
          open.awaited += 1;
          held.push([listenKey, open]);
          await open.close;
          if (this.#open.get(listenKey) === open) break;
          open = this.#openFor(listenKey, ip);
        }
      }
    } catch (error) {
      release();
      this.#failed(error);
      throw error;
    }
    return release;
  }

  /** Adds a reader to a stream that is prepared. */
  join(listenKey: string, socket: Socket, combined: boolean): void {
    if (this.has(listenKey, socket.ip)) this.#open.get(listenKey)?.readers.add(socket, combined);
  }

  leave(listenKey: string, socket: Socket): void {
    const open = this.#open.get(listenKey);
    if (open === undefined) return;
    open.readers.remove(socket);
    this.#endUnread(listenKey, open);
  }

  /** Reports to readers that the key has ended, as their last event. */
  expire(listenKey: string, at: number): void {
    const open = this.#open.get(listenKey);
    if (open === undefined) return;
    open.readers.send(expiredEvent(listenKey, at));
    this.#end(listenKey, open);
  }

  /** The accounts will be read again; whoever reads a stream has to reconnect. */
  reset(): void {
    for (const [listenKey, open] of this.#open) this.#end(listenKey, open);
  }

  /** The stream of a listen key, opened when it is not yet; null without such a key. */
  #openFor(listenKey: string, ip: string): OpenStream | null {
    const userId = this.#listenKeys.owner(listenKey, ip);
    if (userId === undefined) return null;
    const known = this.#open.get(listenKey);
    if (known !== undefined) return known;
    const readers = new Fanout(listenKey);
    const close = this.#accounts.open(userId, ip, (event) => readers.send(event));
    const open = { readers, awaited: 0, close };
    this.#open.set(listenKey, open);
    return open;
  }

  #endUnread(listenKey: string, open: OpenStream): void {
    if (!open.readers.isEmpty || open.awaited > 0) return;
    if (this.#open.get(listenKey) === open) this.#end(listenKey, open);
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
