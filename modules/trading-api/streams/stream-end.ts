import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import {
  type Control,
  ControlError,
  type ControlId,
  invalid,
  quoted,
  readControl,
} from './control.ts';

/** The streams that can be read at an address. */
export interface StreamShelf {
  has(name: string, socket: Socket): boolean;
  join(name: string, socket: Socket, named: boolean): void;
  leave(name: string, socket: Socket): void;
}

const STREAMS_MAX = 1_024;
/** As many may be joined in so long: who comes and goes costs more than who stays. */
const JOINS_MS = 10_000;

/** One connection that reads streams: follows what it asks for. */
export class StreamEnd implements SocketHandler {
  readonly #socket: Socket;
  readonly #shelf: StreamShelf;
  /** In the order in which they were subscribed to. */
  readonly #names = new Set<string>();
  #named: boolean;
  /** Streams that were joined since `#joinsFrom`. */
  #joins = 0;
  #joinsFrom = performance.now();
  readonly #gone: () => void;

  /** `named`: events are wrapped in the name of their stream. */
  constructor(socket: Socket, shelf: StreamShelf, named: boolean, gone: () => void) {
    this.#socket = socket;
    this.#shelf = shelf;
    this.#named = named;
    this.#gone = gone;
  }

  /** Whether it reads anything that could have a gap. */
  get reads(): boolean {
    return this.#names.size > 0;
  }

  /** Subscribes to what the address names, as far as there are such streams. */
  begin(names: readonly string[]): void {
    const known = names.filter((name) => this.#shelf.has(name, this.#socket));
    this.#subscribe(known.slice(0, STREAMS_MAX));
  }

  message(text: string): void {
    try {
      this.#follow(readControl(text));
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const { code, message, id } = error;
      this.#socket.say(JSON.stringify({ error: { code, msg: message }, id }));
    }
  }

  closed(): void {
    for (const name of this.#names) this.#shelf.leave(name, this.#socket);
    this.#names.clear();
    this.#gone();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #follow(control: Control): void {
    switch (control.method) {
      case 'SUBSCRIBE':
        this.#check(control.names, control.id);
        // The answer stands before the first event.
        this.#answer(null, control.id);
        this.#subscribe(control.names);
        break;
      case 'UNSUBSCRIBE':
        for (const name of control.names) {
          if (this.#names.delete(name)) this.#shelf.leave(name, this.#socket);
        }
        this.#answer(null, control.id);
        break;
      case 'LIST_SUBSCRIPTIONS':
        this.#answer([...this.#names], control.id);
        break;
      case 'SET_PROPERTY':
        this.#answer(null, control.id);
        this.#turn(control.combined);
        break;
      case 'GET_PROPERTY':
        this.#answer(this.#named, control.id);
        break;
    }
  }

  /** All of them or none. */
  #check(names: readonly string[], id: ControlId): void {
    const missing = names.find((name) => !this.#shelf.has(name, this.#socket));
    if (missing !== undefined) throw invalid(`there is no stream ${quoted(missing)}`, id);
    const all = new Set([...this.#names, ...names]);
    if (all.size > STREAMS_MAX) throw invalid(`more than ${STREAMS_MAX} streams`, id);
    const now = performance.now();
    if (now - this.#joinsFrom >= JOINS_MS) [this.#joins, this.#joinsFrom] = [0, now];
    if (this.#joins + all.size - this.#names.size > STREAMS_MAX) {
      throw invalid(`more than ${STREAMS_MAX} new streams in ${JOINS_MS / 1000} seconds`, id);
    }
  }

  #subscribe(names: readonly string[]): void {
    for (const name of names) {
      if (this.#names.has(name) || !this.#socket.isOpen) continue;
      this.#names.add(name);
      this.#joins += 1;
      this.#shelf.join(name, this.#socket, this.#named);
    }
  }

  #turn(named: boolean): void {
    if (named === this.#named) return;
    this.#named = named;
    for (const name of this.#names) this.#shelf.join(name, this.#socket, named);
  }

  #answer(result: unknown, id: ControlId): void {
    this.#socket.say(JSON.stringify({ result, id }));
  }
}
