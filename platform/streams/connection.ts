import type { WebSocket } from 'ws';
import type { Channel, Reader, Subscriber } from './channel.ts';
import { FrameRate } from './frame-rate.ts';
import { type ClientMessage, closeCode, parseMessage, type StreamError } from './protocol.ts';

/** How much one connection may request, and how far it may fall behind. */
export interface StreamLimits {
  readonly connectionsPerUser: number;
  readonly connectionsPerAddress: number;
  readonly connections: number;
  readonly channels: number;
  readonly messagesPerSecond: number;
  /** A channel is joined again at most once in this time. */
  readonly rejoinMs: number;
  /** Above this many unsent bytes deltas are dropped; a snapshot follows once they are sent. */
  readonly skipBytes: number;
  /** Above this many unsent bytes the connection is closed. */
  readonly closeBytes: number;
  /** A connection that stays behind for longer is closed. */
  readonly behindMs: number;
}

export const streamLimits: StreamLimits = {
  connectionsPerUser: 5,
  connectionsPerAddress: 50,
  connections: 10_000,
  channels: 100,
  messagesPerSecond: 20,
  rejoinMs: 1_000,
  skipBytes: 256 * 1024,
  closeBytes: 1024 * 1024,
  behindMs: 10_000,
};

/** The number of connections times `factor`, for load tests; limits of one connection stay. */
export function scaleStreamLimits(factor: number): Partial<StreamLimits> {
  return {
    connectionsPerUser: streamLimits.connectionsPerUser * factor,
    connectionsPerAddress: streamLimits.connectionsPerAddress * factor,
    connections: streamLimits.connections * factor,
  };
}

/** What a connection needs from the hub. */
export interface ConnectionHost {
  readonly limits: StreamLimits;
  now(): number;
  /** The channel for this reader, or why the reader cannot have it. */
  open(name: string, reader: Reader): Channel | 'unknownChannel' | 'signIn';
  /** Milliseconds until this address and user may be sent another snapshot. */
  snapshotWaitMs(connection: Connection): number;
  /** Counts the bytes of a snapshot that was sent. */
  snapshotSent(connection: Connection, bytes: number): void;
  /** Checks a token and moves the connection to its session; null on success. */
  authenticate(connection: Connection, token: string): Promise<StreamError | null>;
  behind(connection: Connection): void;
  closed(connection: Connection): void;
}

/** Unsent bytes below which a reader that fell behind counts as drained. */
const DRAINED_BYTES = 16 * 1024;
/** A peer that takes longer for the closing handshake is cut off. */
const CLOSE_TIMEOUT_MS = 1000;

/** One WebSocket: handles its messages, and sends frames only as fast as the peer reads. */
export class Connection implements Subscriber {
  readonly address: string;
  readonly cookie: string;
  /** When the last message or pong was received. */
  lastReceivedAt: number;
  sessionId: string | null = null;
  reader: Reader = { userId: null, realm: 'real' };
  readonly #socket: WebSocket;
  readonly #host: ConnectionHost;
  readonly #channels = new Map<string, Channel>();
  readonly #missed = new Set<Channel>();
  /** When each channel was last joined; kept after leaving, so that leaving gains nothing. */
  readonly #joinedAt = new Map<string, number>();
  /** Channels that will be joined when their time has come. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #behindSince = 0;
  readonly #rate: FrameRate;
  #authenticating = false;
  #open = true;

  constructor(socket: WebSocket, host: ConnectionHost, address: string, cookie: string) {
    this.#socket = socket;
    this.#host = host;
    this.address = address;
    this.cookie = cookie;
    this.lastReceivedAt = host.now();
    this.#rate = new FrameRate(host.limits.messagesPerSecond);
    socket.on('message', (bytes, isBinary) => {
      if (this.#admit()) this.#receive(String(bytes), isBinary);
    });
    // Pings are answered by ws itself; a flood of either is as dear as one of messages.
    for (const control of ['ping', 'pong'] as const) socket.on(control, () => void this.#admit());
    // A protocol error or an oversized message; ws itself closes with the right code.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#ended());
  }

  delta(channel: Channel, frame: Buffer): void {
    if (!this.#open) return;
    if (this.#behindSince === 0 && this.#socket.bufferedAmount <= this.#host.limits.skipBytes) {
      this.#socket.send(frame, { binary: false });
      return;
    }
    this.#fellBehind();
    this.#missed.add(channel);
  }

  snapshot(_channel: Channel, frame: Buffer): void {
    if (!this.#open) return;
    this.#socket.send(frame, { binary: false });
    this.#host.snapshotSent(this, frame.length);
    if (this.#socket.bufferedAmount > this.#host.limits.skipBytes) this.#fellBehind();
  }

  gone(channel: Channel, why: 'unknownChannel' | 'unavailable'): void {
    this.#missed.delete(channel);
    if (this.#channels.get(channel.name) === channel) this.#channels.delete(channel.name);
    this.#send({ op: 'error', of: 'subscribe', channel: channel.name, error: why });
  }

  /** Called often while behind: resynchronises once drained. True when it has caught up. */
  catchUp(): boolean {
    if (!this.#open) return true;
    const { limits } = this.#host;
    const unsent = this.#socket.bufferedAmount;
    const late = this.#host.now() - this.#behindSince > limits.behindMs;
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

  /** Makes the connection read as `reader`, and opens its subscriptions again for them. */
  become(reader: Reader, sessionId: string): void {
    const moved = reader.realm !== this.reader.realm || reader.userId !== this.reader.userId;
    this.reader = reader;
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
    // A peer that floods is not read any more, not even for the closing handshake.
    if (code === closeCode.tooManyMessages) this.#socket.pause();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  #receive(text: string, isBinary: boolean): void {
    const message = isBinary ? null : parseMessage(text);
    if (message === null) this.#send({ op: 'error', error: 'malformed' });
    else this.#handle(message);
  }

  /** Counts a frame; false when it must be ignored. A peer that sends too many is closed. */
  #admit(): boolean {
    if (!this.#open) return false;
    this.lastReceivedAt = this.#host.now();
    if (this.#rate.take(this.lastReceivedAt)) return true;
    this.close(closeCode.tooManyMessages, 'too many messages');
    return false;
  }

  #handle(message: ClientMessage): void {
    switch (message.op) {
      case 'ping':
        this.#send({ op: 'pong', at: this.lastReceivedAt });
        break;
      case 'auth':
        void this.#authenticate(message.token);
        break;
      case 'subscribe':
        this.#subscribe(message.channel);
        break;
      case 'unsubscribe':
        this.#leave(message.channel);
        this.#send({ op: 'ack', of: 'unsubscribe', channel: message.channel });
        break;
    }
  }

  async #authenticate(token: string): Promise<void> {
    // One at a time: two answers could arrive in the wrong order.
    if (this.#authenticating) {
      this.#send({ op: 'error', of: 'auth', error: 'malformed' });
      return;
    }
    this.#authenticating = true;
    const error = await this.#host.authenticate(this, token);
    this.#authenticating = false;
    if (error === null) {
      this.#send({ op: 'ack', of: 'auth', realm: this.reader.realm, userId: this.reader.userId });
    } else {
      this.#send({ op: 'error', of: 'auth', error });
    }
  }

  /** Subscribing again is how a client asks for a new snapshot after a gap. */
  #subscribe(name: string): void {
    const channel = this.#channelOf(name);
    if (typeof channel === 'string') {
      this.#send({ op: 'error', of: 'subscribe', channel: name, error: channel });
      return;
    }
    this.#channels.set(name, channel);
    this.#send({ op: 'ack', of: 'subscribe', channel: name });
    this.#join(name);
  }

  #channelOf(name: string): Channel | 'unknownChannel' | 'signIn' | 'tooManyChannels' {
    const known = this.#channels.get(name);
    if (known !== undefined) return known;
    const isFull = this.#channels.size >= this.#host.limits.channels;
    return isFull ? 'tooManyChannels' : this.#host.open(name, this.reader);
  }

  /**
   * Joins at once, or when a second has passed since the last snapshot of this channel and the
   * budget of bytes has room: a snapshot may be a thousand orders from the database.
   */
  #join(name: string): void {
    if (this.#waiting.has(name)) return;
    const now = this.#host.now();
    const last = this.#joinedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    const wait = Math.max(last + this.#host.limits.rejoinMs - now, this.#host.snapshotWaitMs(this));
    if (wait > 0) {
      const timer = setTimeout(() => {
        this.#waiting.delete(name);
        this.#join(name);
      }, wait);
      this.#waiting.set(name, timer);
      return;
    }
    if (this.#joinedAt.size >= this.#host.limits.channels) this.#forgetJoins(now);
    this.#joinedAt.set(name, now);
    // Opened again: while this reader waited, the last other one may have left, and the channel
    // with it.
    const channel = this.#host.open(name, this.reader);
    if (typeof channel === 'string') return;
    this.#channels.set(name, channel);
    channel.join(this);
  }

  #forgetJoins(now: number): void {
    for (const [name, at] of this.#joinedAt) {
      if (at + this.#host.limits.rejoinMs <= now) this.#joinedAt.delete(name);
    }
  }

  #leave(name: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#channels.delete(name);
    this.#missed.delete(channel);
    clearTimeout(this.#waiting.get(name));
    this.#waiting.delete(name);
    channel.leave(this);
  }

  #leaveAll(): void {
    for (const name of [...this.#channels.keys()]) this.#leave(name);
  }

  #send(message: object): void {
    if (!this.#open) return;
    if (this.#socket.bufferedAmount > this.#host.limits.closeBytes) {
      this.close(closeCode.tooSlow, 'too slow');
    } else {
      this.#socket.send(JSON.stringify(message));
    }
  }

  #fellBehind(): void {
    if (this.#behindSince !== 0) return;
    this.#behindSince = this.#host.now();
    this.#host.behind(this);
  }

  #ended(): void {
    this.#open = false;
    this.#leaveAll();
    this.#host.closed(this);
  }
}
