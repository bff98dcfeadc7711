import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Realm } from '@assay/core/ledger/realm';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import { fromOwnPages } from '../http/channels.ts';
import type { Authenticator } from '../http/context.ts';
import { addressOf, networkOf } from '../http/limits.ts';
import type { Reading } from '../http/reading.ts';
import type { Log } from '../log.ts';
import { Channel, type ChannelSource, type Reader } from './channel.ts';
import { Connection, type ConnectionHost, type StreamLimits, streamLimits } from './connection.ts';
import { closeCode, type StreamError } from './protocol.ts';

export type { ChannelSource, Reader } from './channel.ts';

/** Large enough for a token and a channel name. */
const MESSAGE_MAX_BYTES = 4096;
const SWEEP_MS = 100;
const HEARTBEAT_MS = 20_000;
const SILENT_MS = 45_000;

export interface HubOptions {
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly clock?: Clock;
  readonly limits?: Partial<StreamLimits>;
  /** Bytes of snapshots count with those of answers; no limit when absent. */
  readonly reading?: Reading;
  /** As in the HTTP server: our own origins besides the host that the request names. */
  readonly ownOrigins?: readonly string[];
}

export interface ChannelOptions {
  /** The minimum time between deltas of a channel; 0 sends each at once. */
  readonly everyMs: number;
  /** One channel for each user; needs a session. */
  readonly private?: boolean;
}

export interface Publisher {
  /**
   * Publishes a change of the channel `name` (`book.BTCUSDT`). Within `everyMs` only one delta is
   * sent: a plain value replaces the waiting one, a function `(waiting | undefined) => merged`
   * merges them. The function is not called when the channel has no readers. `userId` is needed for
   * private channels.
   */
  publish(name: string, delta: unknown | ((waiting: never) => unknown), userId?: number): void;
  /** Whether the channel has readers: otherwise no delta needs to be made. */
  hasReaders(name: string, userId?: number): boolean;
  /** Sends every reader of the family a new snapshot, after changes that no delta reported. */
  renew(): void;
}

interface Family extends ChannelOptions {
  readonly source: ChannelSource;
}

/** Numbers of connections and channels, for `/metrics`. */
export interface HubFigures {
  readonly connections: number;
  readonly channels: number;
  readonly behind: number;
}

/** All connections of `/web/stream` and the channels they read. */
export class Hub implements ConnectionHost {
  readonly limits: StreamLimits;
  readonly #options: HubOptions;
  readonly #clock: Clock;
  readonly #ownOrigins: ReadonlySet<string>;
  readonly #server: WebSocketServer;
  readonly #families = new Map<string, Family>();
  readonly #channels = new Map<string, Channel>();
  readonly #connections = new Set<Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #behind = new Set<Connection>();
  readonly #timers: NodeJS.Timeout[];
  readonly #forget: () => void;
  #stopping = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.limits = { ...streamLimits, ...options.limits };
    this.#ownOrigins = new Set(options.ownOrigins ?? []);
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: MESSAGE_MAX_BYTES,
      clientTracking: false,
    });
    this.#timers = [
      setInterval(() => this.#sweep(), SWEEP_MS),
      setInterval(() => void this.#heartbeat(), HEARTBEAT_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#forget = options.authenticator.onEnded((sessionId) => this.#endSession(sessionId));
  }

  /**
   * Makes a family of channels: `prefix` itself, or `prefix.<more>`. Each realm has its own.
   * Throws when the family exists already.
   */
  declare(realm: Realm, prefix: string, options: ChannelOptions, source: ChannelSource): Publisher {
    const key = `${realm}|${prefix}`;
    if (this.#families.has(key)) throw new Error(`Channels ${prefix} of ${realm} exist already`);
    this.#families.set(key, { ...options, source });
    const find = (name: string, userId: number | undefined): Channel | undefined => {
      if (options.private && userId === undefined) {
        throw new Error(`Private channel ${name}: say whose`);
      }
      return this.#channels.get(channelKey(realm, name, options.private ? userId! : null));
    };
    return {
      publish: (name, delta, userId) => find(name, userId)?.publish(delta),
      hasReaders: (name, userId) => find(name, userId) !== undefined,
      renew: () => {
        for (const [name, channel] of this.#channels) {
          const more = name.startsWith(key) ? name.slice(key.length) : 'x';
          if (more === '' || more[0] === '.' || more[0] === '|') channel.renew();
        }
      },
    };
  }

  /** An `Upgrade` for `http.onUpgrade('/web/stream', hub.upgrade)`. */
  readonly upgrade = (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
  ): void => {
    const refusal = this.#refusalOf(request, address);
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const client = addressOf(address);
    this.#perAddress.set(client, (this.#perAddress.get(client) ?? 0) + 1);
    // The connection is also released when the handshake fails.
    socket.once('close', () => this.#releaseAddress(client));
    this.#server.handleUpgrade(request, socket, head, (ws: WebSocket) => {
      const cookie = request.headers.cookie ?? '';
      this.#connections.add(new Connection(ws, this, address, cookie));
    });
  };

  figures(): HubFigures {
    return {
      connections: this.#connections.size,
      channels: this.#channels.size,
      behind: this.#behind.size,
    };
  }

  /** Closes every connection with 1001; clients reconnect by themselves. */
  close(): void {
    this.#stopping = true;
    this.#forget();
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections) connection.close(closeCode.goingAway, 'restart');
    this.#server.close();
  }

  now(): number {
    return this.#clock.now();
  }

  open(name: string, reader: Reader): Channel | 'unknownChannel' | 'signIn' {
    const dot = name.indexOf('.');
    const prefix = dot === -1 ? name : name.slice(0, dot);
    const family = this.#families.get(`${reader.realm}|${prefix}`);
    if (family === undefined) return 'unknownChannel';
    if (family.private && reader.userId === null) return 'signIn';
    const channelReader = family.private ? reader : { userId: null, realm: reader.realm };
    const key = channelKey(reader.realm, name, channelReader.userId);
    const known = this.#channels.get(key);
    if (known !== undefined) return known;
    const channel = new Channel({
      name,
      reader: channelReader,
      everyMs: family.everyMs,
      source: family.source,
      now: () => this.#clock.now(),
      log: this.#options.log,
      empty: (gone) => {
        if (this.#channels.get(key) === gone) this.#channels.delete(key);
      },
    });
    this.#channels.set(key, channel);
    return channel;
  }

  async authenticate(connection: Connection, token: string): Promise<StreamError | null> {
    const { cookie, address } = connection;
    try {
      const credentials = { token, cookie, ip: address };
      const actor = await this.#options.authenticator.authenticate(credentials, this.now());
      if (actor === 'none') return 'signIn';
      if (actor === 'ended') return 'signedOut';
      let others = 0;
      for (const other of this.#connections) {
        if (other !== connection && other.reader.userId === actor.userId) others += 1;
      }
      if (others >= this.limits.connectionsPerUser) {
        connection.close(closeCode.tooManyConnections, 'too many connections');
        return null;
      }
      connection.become({ userId: actor.userId, realm: actor.realm }, actor.sessionId);
      return null;
    } catch (err) {
      this.#options.log.error({ err }, 'a stream could not be authenticated');
      return 'unavailable';
    }
  }

  snapshotWaitMs({ address, reader: { userId } }: Connection): number {
    return this.#options.reading?.waitMs(bytesOf(address, userId), this.now()) ?? 0;
  }

  snapshotSent({ address, reader: { userId } }: Connection, bytes: number): void {
    this.#options.reading?.spend(bytesOf(address, userId), bytes, this.now());
  }

  behind(connection: Connection): void {
    this.#behind.add(connection);
  }

  closed(connection: Connection): void {
    this.#connections.delete(connection);
    this.#behind.delete(connection);
  }

  #refusalOf(request: IncomingMessage, address: string): string | null {
    if (this.#stopping) return '503 Service Unavailable';
    if (!fromOwnPages(request.headers, this.#ownOrigins)) return '403 Forbidden';
    if (this.#connections.size >= this.limits.connections) return '503 Service Unavailable';
    const same = this.#perAddress.get(addressOf(address)) ?? 0;
    return same >= this.limits.connectionsPerAddress ? '429 Too Many Requests' : null;
  }

  #releaseAddress(client: string): void {
    const left = (this.#perAddress.get(client) ?? 1) - 1;
    if (left > 0) this.#perAddress.set(client, left);
    else this.#perAddress.delete(client);
  }

  #sweep(): void {
    for (const connection of this.#behind) {
      if (connection.catchUp()) this.#behind.delete(connection);
    }
  }

  /** Finds peers that are silently gone, and sessions that have expired in the meantime. */
  async #heartbeat(): Promise<void> {
    const now = this.now();
    for (const connection of this.#connections) {
      if (now - connection.lastReceivedAt > SILENT_MS) {
        connection.close(closeCode.silent, 'no answer');
        continue;
      }
      connection.ping();
      const { sessionId } = connection;
      if (sessionId === null) continue;
      const alive = await this.#isAlive(sessionId, now);
      if (!alive) connection.close(closeCode.sessionEnded, 'session ended');
    }
  }

  async #isAlive(sessionId: string, now: number): Promise<boolean> {
    try {
      return await this.#options.authenticator.alive(sessionId, now);
    } catch (err) {
      // A short failure of the database must not log everybody out.
      this.#options.log.warn({ err }, 'a session could not be checked');
      return true;
    }
  }

  #endSession(sessionId: string): void {
    for (const connection of this.#connections) {
      if (connection.sessionId === sessionId) {
        connection.close(closeCode.sessionEnded, 'session ended');
      }
    }
  }
}

/** Whose bytes a snapshot for this address and user are. */
function bytesOf(address: string, userId: number | null) {
  return { account: userId === null ? null : String(userId), network: networkOf(address) };
}

function channelKey(realm: Realm, name: string, userId: number | null): string {
  return userId === null ? `${realm}|${name}` : `${realm}|${name}|${userId}`;
}
