import type { Socket } from '@assay/platform/streams/sockets';
import { textFrame } from '@assay/platform/streams/text-frame';

/**
 * The readers of one stream: those who get its events as they are, and those who read several
 * streams on one connection and are told which it is. However many they are, an event becomes text
 * once, and a frame once for either kind.
 */
export class Fanout {
  readonly name: string;
  readonly #plain = new Set<Socket>();
  readonly #named = new Set<Socket>();

  constructor(name: string) {
    this.name = name;
  }

  get isEmpty(): boolean {
    return this.#plain.size === 0 && this.#named.size === 0;
  }

  /** Whether the socket is a new reader, and not one that only changes how it reads. */
  add(socket: Socket, named: boolean): boolean {
    const isNew = !this.remove(socket);
    (named ? this.#named : this.#plain).add(socket);
    return isNew;
  }

  /** Whether the socket was a reader. */
  remove(socket: Socket): boolean {
    return this.#plain.delete(socket) || this.#named.delete(socket);
  }

  /** Sends an event, which is JSON already, to everybody. */
  send(event: string): void {
    if (this.#plain.size > 0) sendAll(this.#plain, textFrame(event));
    if (this.#named.size > 0) sendAll(this.#named, textFrame(this.#naming(event)));
  }

  /** Sends an event to one reader. */
  sendTo(socket: Socket, event: string): void {
    if (this.#named.has(socket)) socket.say(this.#naming(event));
    else if (this.#plain.has(socket)) socket.say(event);
  }

  #naming(event: string): string {
    return `{"stream":"${this.name}","data":${event}}`;
  }
}

function sendAll(sockets: ReadonlySet<Socket>, frame: Buffer): void {
  for (const socket of sockets) socket.send(frame);
}
