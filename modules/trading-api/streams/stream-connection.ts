import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import {
  type Control,
  ControlError,
  type ControlId,
  invalid,
  quoted,
  readControl,
} from './control.ts';

/** The streams that can be read at one address. */
export interface StreamProvider {
  /** Whether the stream exists for a reader at this address. */
  has(name: string, ip: string): boolean;
  /**
   * Opens those streams whose events have to be read first, so that a reader that joins afterwards
   * misses nothing; null when there are none. The resulting function is called once the reader has
   * joined.
   */
  prepare(names: readonly string[], ip: string): Promise<() => void> | null;
  join(name: string, socket: Socket, combined: boolean): void;
  leave(name: string, socket: Socket): void;
}

/** What joining streams costs; the network of the reader pays it from its budget of bytes. */
export interface JoinCost {
  /** Milliseconds until more may be joined; 0 when it may be now. */
  waitMs(): number;
  spend(bytes: number): void;
  /** Runs the work when its turn among all reads has come. */
  turn(work: () => void): void | Promise<void>;
}

/** A stream that sends nothing at once costs as much as one that sends this. */
const JOIN_BYTES = 512;

export const STREAMS_MAX = 1_024;
/** STREAMS_MAX also bounds the joins in this time: to join and leave costs more than to stay. */
export const JOINS_MS = 10_000;

/** Those of the streams that an address names which exist; the others are ignored. */
export function knownStreams(
  streams: Pick<StreamProvider, 'has'>,
  names: readonly string[],
  ip: string,
): string[] {
  const known = new Set(names.filter((name) => streams.has(name, ip)));
  return [...known].slice(0, STREAMS_MAX);
}

/** Handles one stream connection: its subscriptions and its control messages. */
export class StreamConnection implements SocketHandler {
  readonly #socket: Socket;
  readonly #streams: StreamProvider;
  /** In the order in which they were subscribed to. */
  readonly #names = new Set<string>();
  #combined: boolean;
  /** Streams joined since `#joinsFrom`. */
  #joins = 0;
  #joinsFrom = performance.now();
  /** Messages that arrived while a subscription was waited for; null when none is. */
  #waiting: string[] | null = null;
  readonly #joinCost: JoinCost;
  readonly #onClosed: () => void;

  /** `combined`: each event is wrapped in the name of its stream. */
  constructor(
    socket: Socket,
    streams: StreamProvider,
    { combined, joins }: { readonly combined: boolean; readonly joins: JoinCost },
    onClosed: () => void,
  ) {
    this.#socket = socket;
    this.#streams = streams;
    this.#combined = combined;
    this.#joinCost = joins;
    this.#onClosed = onClosed;
  }

  /** Whether it has a subscription, whose events could have a gap. */
  get reads(): boolean {
    return this.#names.size > 0;
  }

  /** Subscribes to the streams that the URL names; names without a stream are ignored. */
  begin(names: readonly string[]): void {
    const known = knownStreams(this.#streams, names, this.#socket.ip);
    // Several handshakes may have found room for the same streams.
    if (this.#socket.streams.take(known.length)) this.#subscribe(known);
    else this.close(closeCode.tooManyConnections, 'too many streams');
  }

  message(text: string): void {
    if (this.#waiting !== null) {
      this.#waiting.push(text);
      return;
    }
    try {
      this.#execute(readControl(text));
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const { code, message, id } = error;
      this.#socket.sendText(JSON.stringify({ error: { code, msg: message }, id }));
    }
  }

  closed(): void {
    for (const name of this.#names) this.#streams.leave(name, this.#socket);
    this.#names.clear();
    this.#onClosed();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #execute(control: Control): void {
    switch (control.method) {
      case 'SUBSCRIBE':
        this.#check(control.names, control.id);
        this.#accept(control.names, control.id);
        break;
      case 'UNSUBSCRIBE':
        for (const name of control.names) {
          if (!this.#names.delete(name)) continue;
          this.#streams.leave(name, this.#socket);
          this.#socket.streams.leave(1);
        }
        this.#answer(null, control.id);
        break;
      case 'LIST_SUBSCRIPTIONS':
        this.#answer([...this.#names], control.id);
        break;
      case 'SET_PROPERTY':
        this.#answer(null, control.id);
        this.#setCombined(control.combined);
        break;
      case 'GET_PROPERTY':
        this.#answer(this.#combined, control.id);
        break;
    }
  }

  /**
   * Checks a subscription as a whole: all names are accepted, and counted, or none.
   * @throws ControlError
   */
  #check(names: readonly string[], id: ControlId): void {
    const missing = names.find((name) => !this.#streams.has(name, this.#socket.ip));
    if (missing !== undefined) throw invalid(`there is no stream ${quoted(missing)}`, id);
    const all = new Set([...this.#names, ...names]);
    if (all.size > STREAMS_MAX) throw invalid(`more than ${STREAMS_MAX} streams`, id);
    const wait = this.#joinCost.waitMs();
    if (wait > 0) throw invalid(`too much was read; try again in ${Math.ceil(wait)} ms`, id);
    const now = performance.now();
    if (now - this.#joinsFrom >= JOINS_MS) [this.#joins, this.#joinsFrom] = [0, now];
    const joining = all.size - this.#names.size;
    if (this.#joins + joining > STREAMS_MAX) {
      throw invalid(`more than ${STREAMS_MAX} new streams in ${JOINS_MS / 1000} seconds`, id);
    }
    if (!this.#socket.streams.take(joining)) {
      throw invalid('too many streams on all connections of the network', id);
    }
  }

  /** Answers a subscription once all its streams are there, and before their first events. */
  #accept(names: readonly string[], id: ControlId): void {
    this.#waiting = [];
    const subscribe = (done?: () => void) =>
      this.#joinCost.turn(() => {
        this.#answer(null, id);
        this.#subscribe(names);
        done?.();
        this.#goOn();
      });
    const preparing = this.#streams.prepare(names, this.#socket.ip);
    const subscribed = preparing === null ? subscribe() : preparing.then(subscribe);
    subscribed?.catch(() => this.close(closeCode.restart, 'reconnect'));
  }

  /** Handles the messages that had to wait; one of them may make the others wait again. */
  #goOn(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const text of waiting) this.message(text);
  }

  #subscribe(names: readonly string[]): void {
    for (const name of names) {
      if (this.#names.has(name) || !this.#socket.isOpen) continue;
      this.#names.add(name);
      this.#joins += 1;
      const sent = this.#socket.sentBytes;
      this.#streams.join(name, this.#socket, this.#combined);
      this.#joinCost.spend(Math.max(JOIN_BYTES, this.#socket.sentBytes - sent));
    }
  }

  #setCombined(combined: boolean): void {
    if (combined === this.#combined) return;
    this.#combined = combined;
    for (const name of this.#names) this.#streams.join(name, this.#socket, combined);
  }

  #answer(result: unknown, id: ControlId): void {
    this.#socket.sendText(JSON.stringify({ result, id }));
  }
}
