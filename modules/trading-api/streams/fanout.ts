import type { Socket } from '@assay/platform/streams/sockets';
import { textFrame } from '@assay/platform/streams/text-frame';

/**
 * The readers of one stream. A raw reader gets events as they are; a combined reader has several
 * streams on one connection, so each event is wrapped in the name of its stream. However many
 * readers there are, an event is serialised once and framed once for each of the two forms.
 */
export class Fanout {
  readonly name: string;
  readonly #raw = new Set<Socket>();
  readonly #combined = new Set<Socket>();

  constructor(name: string) {
    this.name = name;
  }

  get isEmpty(): boolean {
    return this.#raw.size === 0 && this.#combined.size === 0;
  }

  /** Returns whether the socket is a new reader; false when it only changes its form. */
  add(socket: Socket, combined: boolean): boolean {
    const isNew = !this.remove(socket);
    (combined ? this.#combined : this.#raw).add(socket);
    return isNew;
  }

  /** Returns whether the socket was a reader. */
  remove(socket: Socket): boolean {
    return this.#raw.delete(socket) || this.#combined.delete(socket);
  }

  /** Sends an event, given as JSON text, to all readers. */
  send(event: string): void {
    if (this.#raw.size > 0) sendAll(this.#raw, textFrame(event));
    if (this.#combined.size > 0) {
      sendAll(this.#combined, textFrame(combinedEvent(this.name, event)));
    }
  }

  /** Sends an event to one reader. */
  sendTo(socket: Socket, event: string): void {
    if (this.#combined.has(socket)) socket.sendText(combinedEvent(this.name, event));
    else if (this.#raw.has(socket)) socket.sendText(event);
  }
}

/** An event wrapped in the name of its stream, as connections with several streams get it. */
export function combinedEvent(stream: string, event: string): string {
  return `{"stream":"${stream}","data":${event}}`;
}

function sendAll(sockets: ReadonlySet<Socket>, frame: Buffer): void {
  for (const socket of sockets) socket.send(frame);
}
