/**
 * The app's one WebSocket. Per channel: a snapshot, then deltas numbered without a gap; a gap means
 * that something was lost, so the channel is subscribed again and starts from a new snapshot.
 * A lost connection is taken up again with growing, jittered pauses, and every channel restarts.
 *
 * Plain TypeScript: it knows neither React nor what a channel means.
 */
export interface StreamSubscriber {
  /** The whole state; replaces what was known. `at` is the server's time in ms. */
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

/** What the client needs from its surroundings; tests replace it. */
export interface StreamSurroundings {
  open(): SocketLike;
  now(): number;
  random(): number;
  /** The server no longer knows the session that the connection acted for. */
  sessionEnded(): void;
  later(ms: number, run: () => void): () => void;
}

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

interface Channel {
  readonly subscribers: Set<StreamSubscriber>;
  /** Number of the last delta taken in; null until a snapshot arrives. */
  n: number | null;
}

interface ServerMessage {
  readonly op?: string;
  /** For ack and error: the op that it answers. */
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
/** Without a word for this long the connection is taken for dead. */
const SILENCE_MAX_MS = 25_000;
/** The server allows 20 messages a second; we keep below it. */
const SEND_EVERY_MS = 60;
/** A channel whose source was not available is asked for again after this long. */
const ASK_AGAIN_MS = 2_000;
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
  /** Between the token and its answer nothing is subscribed: channels depend on whose they are. */
  private proving = false;
  private pingedAt: number | null = null;
  private heardAt = 0;

  constructor(private readonly around: StreamSurroundings) {}

  get status(): StreamStatus {
    return this.current;
  }

  /** For useSyncExternalStore: `listener` runs when `status` is another object. */
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

  /** Tries at once instead of waiting for the pause to end (the network came back). */
  retryNow(): void {
    if (this.current.state !== 'waiting') return;
    this.cancelRetry?.();
    this.connect(this.current.attempt);
  }

  /** Returns the undo. The first word that a subscriber gets is always a snapshot. */
  subscribe(name: string, subscriber: StreamSubscriber): () => void {
    const channel = this.channels.get(name) ?? { subscribers: new Set(), n: null };
    const running = channel.subscribers.size > 0;
    channel.subscribers.add(subscriber);
    this.channels.set(name, channel);
    if (this.live) {
      // A newcomer to a running channel needs a snapshot too, so the channel starts again.
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

  /** Open, and known to the server as whoever we are. */
  private get live(): boolean {
    return this.current.state === 'open' && !this.proving;
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
    this.heardAt = this.around.now();
    this.set({ state: 'open', attempt: 0 });
    this.proving = this.token !== null;
    if (this.proving) this.send({ op: 'auth', token: this.token });
    else this.subscribeAll();
    this.beat();
  }

  private subscribeAll(): void {
    for (const [name, channel] of this.channels) {
      channel.n = null;
      this.send({ op: 'subscribe', channel: name });
    }
  }

  /** The answer to the token: whoever we are now, the channels start. */
  private proved(error: string | undefined): void {
    if (!this.proving) return;
    this.proving = false;
    if (error === 'signIn' || error === 'signedOut') this.around.sessionEnded();
    this.subscribeAll();
  }

  /** A source that was away for a moment is asked again; other errors stand. */
  private refused(message: ServerMessage): void {
    if (message.of === 'auth') this.proved(message.error);
    const { channel: name, error } = message;
    if (message.of !== 'subscribe' || name === undefined || error !== 'unavailable') return;
    const socket = this.socket;
    this.around.later(ASK_AGAIN_MS, () => {
      if (this.socket === socket && this.channels.has(name)) {
        this.send({ op: 'subscribe', channel: name });
      }
    });
  }

  private lost(): void {
    const attempt = this.current.attempt + 1;
    this.drop();
    const ceiling = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(attempt, 10));
    // Half fixed, half dice: after a restart of the server not all clients return at once.
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
    if (now - this.heardAt > SILENCE_MAX_MS) {
      this.lost();
      return;
    }
    this.pingedAt = now;
    this.send({ op: 'ping' });
    this.cancelBeat = this.around.later(PING_EVERY_MS, () => this.beat());
  }

  private received(text: string): void {
    this.heardAt = this.around.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.op === 'pong') this.ponged(message.at);
    else if (message.op === 'ack' && message.of === 'auth') this.proved(undefined);
    else if (message.op === 'error') this.refused(message);
    else if (message.channel !== undefined && message.kind) this.delivered(message);
  }

  private ponged(at: number | undefined): void {
    if (this.pingedAt === null) return;
    const latencyMs = this.heardAt - this.pingedAt;
    this.pingedAt = null;
    const skewMs = at === undefined ? this.current.skewMs : at + latencyMs / 2 - this.heardAt;
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
    // Before the snapshot, and again after a resync, deltas belong to a state we do not hold.
    if (channel.n === null || n <= channel.n) return;
    if (n !== channel.n + 1) {
      this.resync(name, channel);
      return;
    }
    channel.n = n;
    for (const subscriber of channel.subscribers) subscriber.delta(data, at);
  }

  /** Subscribing to a running channel is how one asks for a new snapshot. */
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
    this.socket.send(next);
    this.cancelSend = this.around.later(SEND_EVERY_MS, () => this.pump());
  }

  private set(change: Partial<StreamStatus>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}
