/**
 * The app's only WebSocket. Each channel delivers a snapshot, then consecutively numbered deltas. A
 * gap means that something was lost, so the client resubscribes and starts from a new snapshot.
 * After a lost connection it reconnects with growing, jittered pauses and restarts every channel.
 *
 * Plain TypeScript: the client knows neither React nor the meaning of a channel.
 */
export interface StreamSubscriber {
  /** The whole state, which replaces all earlier data. `at` is the server's time in ms. */
  snapshot(data: unknown, at: number): void;
  delta(data: unknown, at: number): void;
}

export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface StreamStatus {
  readonly state: StreamState;
  /** Attempts since the last open connection; 0 while open. */
  readonly attempt: number;
  /** Round trip of the last ping in ms, null before the first. */
  readonly latencyMs: number | null;
  /** Server clock minus ours in ms, as of the last ping. */
  readonly skewMs: number;
}

/** The client's dependencies, which tests replace. */
export interface StreamSurroundings {
  open(): SocketLike;
  now(): number;
  random(): number;
  /** The server no longer knows the session that the connection acted for. */
  sessionEnded(): void;
  later(ms: number, run: () => void): () => void;
}

export interface SocketLike {
  /** As in a WebSocket: 1 while it is open. */
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** `readyState` of a WebSocket that takes messages. */
const OPEN = 1;

interface Channel {
  readonly subscribers: Set<StreamSubscriber>;
  /** Number of the last delta applied; null until a snapshot arrives. */
  n: number | null;
}

interface ServerMessage {
  readonly op?: string;
  /** For ack and error: the op that the message answers. */
  readonly of?: string;
  readonly error?: string;
  readonly channel?: string;
  readonly kind?: 'snapshot' | 'delta';
  readonly n?: number;
  readonly at?: number;
  readonly data?: unknown;
}

const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 15_000;
const PING_EVERY_MS = 10_000;
/** A connection that is silent for this long counts as dead. */
const SILENCE_MAX_MS = 25_000;
/** Keeps the client below the server's limit of 20 messages a second. */
const SEND_EVERY_MS = 60;
/** How long to wait before subscribing again to a channel whose source was unavailable. */
const RESUBSCRIBE_AFTER_MS = 2_000;
/** The server's close code for a session that was ended or has run out. */
const CLOSED_SESSION = 4001;

export class StreamClient {
  private readonly channels = new Map<string, Channel>();
  private readonly listeners = new Set<() => void>();
  private readonly outbox: string[] = [];
  private socket: SocketLike | null = null;
  private token: string | null = null;
  private current: StreamStatus = { state: 'closed', attempt: 0, latencyMs: null, skewMs: 0 };
  private cancelRetry: (() => void) | null = null;
  private cancelBeat: (() => void) | null = null;
  private cancelSend: (() => void) | null = null;
  /** Nothing is subscribed until the token is answered, because channels depend on the session. */
  private authenticating = false;
  private pingedAt: number | null = null;
  private receivedAt = 0;

  constructor(private readonly around: StreamSurroundings) {}

  get status(): StreamStatus {
    return this.current;
  }

  /** For useSyncExternalStore: `listener` runs whenever `status` becomes a new object. */
  onStatus = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Opens the connection with the session's token, or as a visitor with null. */
  start(token: string | null): void {
    this.token = token;
    this.drop();
    this.connect(0);
  }

  stop(): void {
    this.drop();
    this.set({ state: 'closed', attempt: 0 });
  }

  /** Reconnects without waiting for the pause to end, because the network is back. */
  retryNow(): void {
    if (this.current.state !== 'waiting') return;
    this.cancelRetry?.();
    this.connect(this.current.attempt);
  }

  /** Returns the function that unsubscribes. A subscriber always receives a snapshot first. */
  subscribe(name: string, subscriber: StreamSubscriber): () => void {
    const channel = this.channels.get(name) ?? { subscribers: new Set(), n: null };
    const running = channel.subscribers.size > 0;
    channel.subscribers.add(subscriber);
    this.channels.set(name, channel);
    if (this.live) {
      // A new subscriber to a running channel needs a snapshot too, so the channel restarts.
      if (running) this.resync(name, channel);
      else this.send({ op: 'subscribe', channel: name });
    }
    return () => this.unsubscribe(name, subscriber);
  }

  private unsubscribe(name: string, subscriber: StreamSubscriber): void {
    const channel = this.channels.get(name);
    if (!channel?.subscribers.delete(subscriber) || channel.subscribers.size > 0) return;
    this.channels.delete(name);
    if (this.live) this.send({ op: 'unsubscribe', channel: name });
  }

  /** Whether the connection is open and its session, if any, authenticated. */
  private get live(): boolean {
    return this.current.state === 'open' && !this.authenticating;
  }

  private connect(attempt: number): void {
    this.set({ state: 'connecting', attempt });
    const socket = this.around.open();
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => {
      if (this.socket === socket) this.received(event.data);
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      if (code === CLOSED_SESSION) this.around.sessionEnded();
      this.lost();
    };
  }

  private opened(socket: SocketLike): void {
    if (this.socket !== socket) return;
    this.receivedAt = this.around.now();
    this.set({ state: 'open', attempt: 0 });
    this.authenticating = this.token !== null;
    if (this.authenticating) this.send({ op: 'auth', token: this.token });
    else this.subscribeAll();
    this.beat();
  }

  private subscribeAll(): void {
    for (const [name, channel] of this.channels) {
      channel.n = null;
      this.send({ op: 'subscribe', channel: name });
    }
  }

  /** Handles the answer to the token. The channels start even if the server refused it. */
  private authenticated(error: string | undefined): void {
    if (!this.authenticating) return;
    this.authenticating = false;
    if (error === 'signIn' || error === 'signedOut') this.around.sessionEnded();
    this.subscribeAll();
  }

  /** Retries a channel whose source was unavailable for a short time; other errors are final. */
  private refused(message: ServerMessage): void {
    if (message.of === 'auth') this.authenticated(message.error);
    const { channel: name, error } = message;
    if (message.of !== 'subscribe' || name === undefined || error !== 'unavailable') return;
    const socket = this.socket;
    this.around.later(RESUBSCRIBE_AFTER_MS, () => {
      if (this.socket === socket && this.channels.has(name)) {
        this.send({ op: 'subscribe', channel: name });
      }
    });
  }

  private lost(): void {
    const attempt = this.current.attempt + 1;
    this.drop();
    const ceiling = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(attempt, 10));
    // Half of the pause is random, so that not all clients reconnect at once after a restart of
    // the server.
    const pause = ceiling / 2 + (ceiling / 2) * this.around.random();
    this.set({ state: 'waiting', attempt });
    this.cancelRetry = this.around.later(pause, () => this.connect(attempt));
  }

  private drop(): void {
    for (const cancel of [this.cancelRetry, this.cancelBeat, this.cancelSend]) cancel?.();
    this.cancelRetry = null;
    this.cancelBeat = null;
    this.cancelSend = null;
    this.pingedAt = null;
    this.outbox.length = 0;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private beat(): void {
    const now = this.around.now();
    if (now - this.receivedAt > SILENCE_MAX_MS) {
      this.lost();
      return;
    }
    this.pingedAt = now;
    this.send({ op: 'ping' });
    this.cancelBeat = this.around.later(PING_EVERY_MS, () => this.beat());
  }

  private received(text: string): void {
    this.receivedAt = this.around.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.op === 'pong') this.ponged(message.at);
    else if (message.op === 'ack' && message.of === 'auth') this.authenticated(undefined);
    else if (message.op === 'error') this.refused(message);
    else if (message.channel !== undefined && message.kind) this.delivered(message);
  }

  private ponged(at: number | undefined): void {
    if (this.pingedAt === null) return;
    const latencyMs = this.receivedAt - this.pingedAt;
    this.pingedAt = null;
    const skewMs = at === undefined ? this.current.skewMs : at + latencyMs / 2 - this.receivedAt;
    this.set({ latencyMs, skewMs });
  }

  private delivered(message: ServerMessage): void {
    const name = message.channel ?? '';
    const channel = this.channels.get(name);
    const { n = 0, at = 0, data } = message;
    if (!channel) return;
    if (message.kind === 'snapshot') {
      channel.n = n;
      for (const subscriber of channel.subscribers) subscriber.snapshot(data, at);
      return;
    }
    // Before the snapshot and during a resync, deltas belong to a state that we do not have.
    if (channel.n === null || n <= channel.n) return;
    if (n !== channel.n + 1) {
      this.resync(name, channel);
      return;
    }
    channel.n = n;
    for (const subscriber of channel.subscribers) subscriber.delta(data, at);
  }

  /** Requests a new snapshot, which the server sends to whoever subscribes again. */
  private resync(name: string, channel: Channel): void {
    channel.n = null;
    this.send({ op: 'subscribe', channel: name });
  }

  private send(message: object): void {
    this.outbox.push(JSON.stringify(message));
    if (!this.cancelSend) this.pump();
  }

  private pump(): void {
    const next = this.outbox.shift();
    this.cancelSend = null;
    if (next === undefined || !this.socket || this.current.state !== 'open') return;
    // The other side is closing it: the next connection subscribes again to every channel.
    if (this.socket.readyState !== OPEN) return;
    this.socket.send(next);
    this.cancelSend = this.around.later(SEND_EVERY_MS, () => this.pump());
  }

  private set(change: Partial<StreamStatus>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}
