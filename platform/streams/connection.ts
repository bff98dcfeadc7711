import type { WebSocket } from 'ws';
import type { Channel, Reader, Subscriber } from './channel.ts';
import { type ClientMessage, closeCode, parseMessage, type StreamError } from './protocol.ts';

/** How much one connection may ask for, and how far it may fall behind. */
export interface StreamLimits {
  readonly connectionsPerUser: number;
  readonly connectionsPerAddress: number;
  readonly connections: number;
  readonly channels: number;
  readonly messagesPerSecond: number;
  /** Over this many unsent bytes deltas are dropped and a snapshot follows when it has drained. */
  readonly skipBytes: number;
  /** Over this many the connection is closed. */
  readonly closeBytes: number;
  /** And so it is after this long behind. */
  readonly behindMs: number;
}

export const streamLimits: StreamLimits = {
  connectionsPerUser: 5,
  connectionsPerAddress: 50,
  connections: 10_000,
  channels: 100,
  messagesPerSecond: 20,
  skipBytes: 256 * 1024,
  closeBytes: 1024 * 1024,
  behindMs: 10_000,
};

/** How many may connect, times `factor`, for load tests; what one connection may do stays. */
export function scaleStreamLimits(factor: number): Partial<StreamLimits> {
  return {
    connectionsPerUser: streamLimits.connectionsPerUser * factor,
    connectionsPerAddress: streamLimits.connectionsPerAddress * factor,
    connections: streamLimits.connections * factor,
  };
}

/** What a connection needs of the hub. */
export interface Switchboard {
  readonly limits: StreamLimits;
  now(): number;
  /** The channel for this reader; null when no such family exists or it is not for them. */
  open(name: string, who: Reader): Channel | 'unknownChannel' | 'signIn';
  /** Checks a token and lets the connection act for its session; null when it may. */
  authenticate(connection: Connection, token: string): Promise<StreamError | null>;
  behind(connection: Connection): void;
  closed(connection: Connection): void;
}

/** Unsent bytes below which a reader that fell behind counts as drained. */
const DRAINED_BYTES = 16 * 1024;
/** A peer that does not finish the closing handshake is cut off. */
const CLOSE_PATIENCE_MS = 1000;

/** One WebSocket: follows its messages and sends it frames, never more than it can take. */
export class Connection implements Subscriber {
  readonly address: string;
  readonly cookie: string;
  /** When anything was last received, a pong included. */
  heardAt: number;
  sessionId: string | null = null;
  who: Reader = { userId: null, realm: 'real' };
  readonly #socket: WebSocket;
  readonly #board: Switchboard;
  readonly #channels = new Map<string, Channel>();
  readonly #missed = new Set<Channel>();
  #behindSince = 0;
  #second = 0;
  #messages = 0;
  #authenticating = false;
  #open = true;

  constructor(socket: WebSocket, board: Switchboard, address: string, cookie: string) {
    this.#socket = socket;
    this.#board = board;
    this.address = address;
    this.cookie = cookie;
    this.heardAt = board.now();
    socket.on('message', (bytes, isBinary) => this.#receive(String(bytes), isBinary));
    socket.on('pong', () => {
      this.heardAt = board.now();
    });
    // A protocol error or an oversized message; ws closes with the right code by itself.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#ended());
  }

  delta(channel: Channel, frame: Buffer): void {
    if (!this.#open) return;
    if (this.#behindSince === 0 && this.#socket.bufferedAmount <= this.#board.limits.skipBytes) {
      this.#socket.send(frame, { binary: false });
      return;
    }
    this.#fellBehind();
    this.#missed.add(channel);
  }

  snapshot(_channel: Channel, frame: Buffer): void {
    if (!this.#open) return;
    this.#socket.send(frame, { binary: false });
    if (this.#socket.bufferedAmount > this.#board.limits.skipBytes) this.#fellBehind();
  }

  gone(channel: Channel, why: 'unknownChannel' | 'unavailable'): void {
    this.#missed.delete(channel);
    if (this.#channels.get(channel.name) === channel) this.#channels.delete(channel.name);
    this.#say({ op: 'error', of: 'subscribe', channel: channel.name, error: why });
  }

  /** Called often while behind: gives new snapshots when drained. True when it has caught up. */
  catchUp(): boolean {
    if (!this.#open) return true;
    const { limits } = this.#board;
    const unsent = this.#socket.bufferedAmount;
    const late = this.#board.now() - this.#behindSince > limits.behindMs;
    if (unsent > limits.closeBytes || (late && unsent > DRAINED_BYTES)) {
      this.close(closeCode.tooSlow, 'too slow');
      return true;
    }
    if (unsent > DRAINED_BYTES) return false;
    this.#behindSince = 0;
    const missed = [...this.#missed];
    this.#missed.clear();
    for (const channel of missed) channel.join(this);
    return this.#behindSince === 0;
  }

  /** The connection now reads as `who`; what it had subscribed to is opened again for them. */
  become(who: Reader, sessionId: string): void {
    const moved = who.realm !== this.who.realm || who.userId !== this.who.userId;
    this.who = who;
    this.sessionId = sessionId;
    if (!moved) return;
    const names = [...this.#channels.keys()];
    this.#leaveAll();
    for (const name of names) this.#subscribe(name);
  }

  ping(): void {
    if (this.#open) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#leaveAll();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_PATIENCE_MS).unref();
  }

  #receive(text: string, isBinary: boolean): void {
    if (!this.#open) return;
    this.heardAt = this.#board.now();
    if (!this.#mayTalk()) {
      this.close(closeCode.tooManyMessages, 'too many messages');
      return;
    }
    const message = isBinary ? null : parseMessage(text);
    if (message === null) this.#say({ op: 'error', error: 'malformed' });
    else this.#follow(message);
  }

  #mayTalk(): boolean {
    const second = Math.floor(this.heardAt / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= this.#board.limits.messagesPerSecond;
  }

  #follow(message: ClientMessage): void {
    switch (message.op) {
      case 'ping':
        this.#say({ op: 'pong', at: this.heardAt });
        break;
      case 'auth':
        void this.#authenticate(message.token);
        break;
      case 'subscribe':
        this.#subscribe(message.channel);
        break;
      case 'unsubscribe':
        this.#leave(message.channel);
        this.#say({ op: 'ack', of: 'unsubscribe', channel: message.channel });
        break;
    }
  }

  async #authenticate(token: string): Promise<void> {
    // One at a time: the answers of two could arrive in the wrong order.
    if (this.#authenticating) {
      this.#say({ op: 'error', of: 'auth', error: 'malformed' });
      return;
    }
    this.#authenticating = true;
    const error = await this.#board.authenticate(this, token);
    this.#authenticating = false;
    if (error === null) {
      this.#say({ op: 'ack', of: 'auth', realm: this.who.realm, userId: this.who.userId });
    } else {
      this.#say({ op: 'error', of: 'auth', error });
    }
  }

  /** Subscribing again is how a client asks for a new snapshot after a gap. */
  #subscribe(name: string): void {
    const known = this.#channels.get(name);
    const full = known === undefined && this.#channels.size >= this.#board.limits.channels;
    const channel = known ?? (full ? 'tooManyChannels' : this.#board.open(name, this.who));
    if (typeof channel === 'string') {
      this.#say({ op: 'error', of: 'subscribe', channel: name, error: channel });
      return;
    }
    this.#channels.set(name, channel);
    this.#say({ op: 'ack', of: 'subscribe', channel: name });
    channel.join(this);
  }

  #leave(name: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#channels.delete(name);
    this.#missed.delete(channel);
    channel.leave(this);
  }

  #leaveAll(): void {
    for (const name of [...this.#channels.keys()]) this.#leave(name);
  }

  #say(words: object): void {
    if (!this.#open) return;
    if (this.#socket.bufferedAmount > this.#board.limits.closeBytes) {
      this.close(closeCode.tooSlow, 'too slow');
    } else {
      this.#socket.send(JSON.stringify(words));
    }
  }

  #fellBehind(): void {
    if (this.#behindSince !== 0) return;
    this.#behindSince = this.#board.now();
    this.#board.behind(this);
  }

  #ended(): void {
    this.#open = false;
    this.#leaveAll();
    this.#board.closed(this);
  }
}
