import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import { addressOf, networkOf, Row } from '../http/limits.ts';
import type { Upgrade } from '../http/server.ts';
import { FrameRate } from './frame-rate.ts';
import { closeCode } from './protocol.ts';
import { type Share, Shares, StreamsOfSocket } from './shares.ts';
import { type SocketLimits, socketLimits } from './socket-limits.ts';
import { textFrame } from './text-frame.ts';

export const OPENS_MS = 10_000;
const SWEEP_MS = 1_000;
export const PING_EVERY_MS = 20_000;
export const SILENT_MS = 60_000;
export const LIFE_MS = 24 * 60 * 60 * 1000;
/** A peer that takes longer for the closing handshake is cut off. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Handles the messages of one socket. */
export interface SocketHandler {
  message(text: string): void;
  closed(): void;
}

/** The address that a client connected to. */
export interface SocketRequest {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface UpgradeOptions {
  /** Milliseconds until this address may open another; above 0 it is refused. */
  readonly waitMs?: (ip: string) => number;
  /**
   * The account that the address itself proves, as by a secret in it: the connection counts against
   * that account, whatever others of its network have open. Null when it proves none.
   */
  readonly accountOf?: (request: SocketRequest, ip: string) => string | null;
  /** How many streams the address names: where there is no room for them it is refused. */
  readonly streams?: (request: SocketRequest, ip: string) => number;
  /** What is wrong with the address, as JSON for the client; null when nothing is. */
  readonly refuses?: (request: SocketRequest) => string | null;
  /** The protocol has its own limit of messages. */
  readonly free?: boolean;
  /**
   * Opens what the address names before the handshake is answered, because an open socket tells its
   * client that the subscriptions of the address stand. Null when there is nothing to wait for.
   * The resulting function is called once the handler has been made, or when there is none.
   */
  readonly prepare?: (request: SocketRequest, ip: string) => Promise<() => void> | null;
}

export interface SocketsOptions {
  readonly limits?: SocketLimits;
  readonly clock?: Clock;
}

/** Sockets for programs of any origin, which authenticate by their messages. */
export class Sockets {
  readonly limits: SocketLimits;
  readonly #clock: Clock;
  readonly #server: WebSocketServer;
  readonly #opens: Row;
  readonly #sockets = new Set<Socket>();
  readonly #opensOfAccounts: Row;
  readonly #connections = new Shares();
  readonly #streams = new Shares();
  readonly #sweep: NodeJS.Timeout;
  #stopping = false;

  constructor({ limits = socketLimits, clock = systemClock }: SocketsOptions = {}) {
    this.limits = limits;
    this.#clock = clock;
    const inSpan = (max: number) => [{ max, ms: OPENS_MS }];
    this.#opens = new Row({
      account: inSpan(limits.opensPerAddress),
      network: inSpan(limits.opensPerNetwork),
    });
    this.#opensOfAccounts = new Row({ account: inSpan(limits.opensPerAccount) });
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      clientTracking: false,
      // One message of a socket in a turn of the event loop: a burst in one packet holds up nobody.
      allowSynchronousEvents: false,
    });
    this.#sweep = setInterval(() => {
      const now = this.#clock.now();
      for (const socket of this.#sockets) socket.beat(now);
      this.#relieve();
    }, SWEEP_MS);
    this.#sweep.unref();
  }

  get count(): number {
    return this.#sockets.size;
  }

  /** An `Upgrade` whose sockets are handled by what `open` returns. */
  upgrade(
    open: (socket: Socket, request: SocketRequest) => SocketHandler,
    { free = false, waitMs, accountOf, streams, prepare, refuses }: UpgradeOptions = {},
  ): Upgrade {
    return (request, duplex, head, ip) => {
      const account = accountOf?.(requestOf(request), ip) ?? null;
      const waits = account === null && (waitMs?.(ip) ?? 0) > 0;
      const named = streams?.(requestOf(request), ip) ?? 0;
      const refusal = waits ? TOO_MANY : this.#refusalOf(account, ip, named);
      if (refusal !== null) {
        refuse(duplex, refusal);
        return;
      }
      const fault = refuses?.(requestOf(request)) ?? null;
      if (fault !== null) {
        refuse(duplex, WRONG, fault);
        return;
      }
      const shares = this.#sharesOf(account, ip);
      this.#connections.take(shares.connections, 1);
      // The connection is also released when the handshake fails.
      duplex.once('close', () => this.#connections.release(shares.connections, 1));
      const accept = () =>
        this.#server.handleUpgrade(request, duplex, head, (ws: WebSocket) => {
          const { closeBytes, messagesPerSecond: rate } = this.limits;
          const streams = new StreamsOfSocket(this.#streams, shares.streams);
          const settings = { ip, rate, free, closeBytes, clock: this.#clock, streams };
          const socket = new Socket(ws, duplex, settings);
          this.#sockets.add(socket);
          ws.on('close', () => this.#sockets.delete(socket));
          socket.handleBy(open(socket, requestOf(request)));
        });
      const preparing = prepare?.(requestOf(request), ip) ?? null;
      if (preparing === null) accept();
      else void this.#acceptWhen(preparing, duplex, accept);
    };
  }

  /** Answers a handshake once what it opens is there; meanwhile its peer may have left. */
  async #acceptWhen(
    preparing: Promise<() => void>,
    duplex: Duplex,
    accept: () => void,
  ): Promise<void> {
    const done = await preparing.catch(() => null);
    if (done === null || this.#isFull) refuse(duplex, UNAVAILABLE);
    else if (!duplex.destroyed) accept();
    done?.();
  }

  /** Closes every socket with 1001; clients reconnect by themselves. */
  close(): void {
    this.#stopping = true;
    clearInterval(this.#sweep);
    for (const socket of this.#sockets) socket.close(closeCode.goingAway, 'the server stops');
    this.#server.close();
  }

  /** Closes the sockets furthest behind until the total of unsent bytes is within the limit. */
  #relieve(): void {
    let behind = 0;
    for (const socket of this.#sockets) behind += socket.behind;
    if (behind <= this.limits.closeBytesOfAll) return;
    for (const socket of [...this.#sockets].sort((a, b) => b.behind - a.behind)) {
      if (behind <= this.limits.closeBytesOfAll) return;
      behind -= socket.behind;
      socket.close(closeCode.tooSlow, 'reads too slowly');
    }
  }

  get #isFull(): boolean {
    return this.#stopping || this.#sockets.size >= this.limits.connections;
  }

  #refusalOf(account: string | null, ip: string, streams: number): string | null {
    if (this.#isFull) return UNAVAILABLE;
    const shares = this.#sharesOf(account, ip);
    if (this.#connections.room(shares.connections) < 1) return TOO_MANY;
    if (this.#streams.room(shares.streams) < streams) return TOO_MANY;
    const now = this.#clock.now();
    if (account !== null) {
      return this.#opensOfAccounts.takeAccount(account, now) > 0 ? TOO_MANY : null;
    }
    const [address, network] = [addressOf(ip), networkOf(ip)];
    if (this.#opens.waitMs(address, network, now) > 0) return TOO_MANY;
    this.#opens.takeAccount(address, now);
    this.#opens.takeNetwork(network, now);
    return null;
  }

  /** What a connection and its streams count against while it is open. */
  #sharesOf(account: string | null, ip: string): Record<'connections' | 'streams', Share[]> {
    const { limits } = this;
    if (account !== null) {
      const name = `account ${account}`;
      return {
        connections: [{ name, max: limits.connectionsPerAccount }],
        streams: [{ name, max: limits.streamsPerAccount }],
      };
    }
    const [address, network] = [`address ${addressOf(ip)}`, `network ${networkOf(ip)}`];
    return {
      connections: [
        { name: address, max: limits.connectionsPerAddress },
        { name: network, max: limits.connectionsPerNetwork },
      ],
      streams: [
        { name: address, max: limits.streamsPerAddress },
        { name: network, max: limits.streamsPerNetwork },
      ],
    };
  }
}

const WRONG = '400 Bad Request';
const TOO_MANY = '429 Too Many Requests';
const UNAVAILABLE = '503 Service Unavailable';

function refuse(duplex: Duplex, status: string, json = ''): void {
  const type = json === '' ? '' : 'content-type: application/json; charset=utf-8\r\n';
  const length = `content-length: ${Buffer.byteLength(json)}`;
  duplex.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n${type}${length}\r\n\r\n${json}`);
}

function requestOf({ url = '' }: IncomingMessage): SocketRequest {
  const mark = url.indexOf('?');
  return mark === -1
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

interface SocketSettings {
  readonly ip: string;
  /** Messages, pings and pongs that the client may send in a second. */
  readonly rate: number;
  /** Messages are limited by the protocol: only pings and pongs are counted here. */
  readonly free: boolean;
  readonly closeBytes: number;
  readonly clock: Clock;
  readonly streams: StreamsOfSocket;
}

/** One WebSocket: no message to it is ever dropped without closing it. */
export class Socket {
  readonly ip: string;
  readonly openedAt: number;
  /** Released when the socket closes. */
  readonly streams: StreamsOfSocket;
  readonly #ws: WebSocket;
  readonly #duplex: Duplex;
  readonly #settings: SocketSettings;
  #handler: SocketHandler | null = null;
  #lastReceivedAt: number;
  #pingedAt: number;
  #sentBytes = 0;
  readonly #rate: FrameRate;
  #open = true;

  constructor(ws: WebSocket, duplex: Duplex, settings: SocketSettings) {
    this.#ws = ws;
    this.#duplex = duplex;
    this.#settings = settings;
    this.ip = settings.ip;
    this.streams = settings.streams;
    this.openedAt = settings.clock.now();
    this.#lastReceivedAt = this.openedAt;
    this.#pingedAt = this.openedAt;
    this.#rate = new FrameRate(settings.rate);
    ws.on('message', (data, isBinary) => {
      if (!this.#admit(settings.free)) return;
      if (isBinary) this.close(closeCode.notText, 'text only');
      else this.#handler?.message(String(data));
    });
    for (const control of ['ping', 'pong'] as const) ws.on(control, () => void this.#admit(false));
    // A protocol error or an oversized message; ws itself closes with the right code.
    ws.on('error', () => undefined);
    ws.on('close', () => this.#closed());
  }

  /** Whether a message sent now can still arrive. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Bytes of all messages sent so far. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Unsent bytes. */
  get behind(): number {
    return this.#duplex.writableLength;
  }

  handleBy(handler: SocketHandler): void {
    if (this.#open) this.#handler = handler;
    else handler.closed();
  }

  /** Sends a frame made by textFrame. */
  send(frame: Buffer): void {
    if (!this.#open) return;
    if (this.behind > this.#settings.closeBytes) {
      this.close(closeCode.tooSlow, 'reads too slowly');
      return;
    }
    this.#sentBytes += frame.length;
    // Written without ws, which would make the same head again for every socket.
    this.#duplex.write(frame);
  }

  sendText(text: string): void {
    this.send(textFrame(text));
  }

  /** Reads no more messages for now; the peer's full buffers hold it up. */
  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    // A peer that floods is not read any more, not even for the closing handshake.
    if (code === closeCode.tooManyMessages) this.#ws.pause();
    else this.#ws.resume();
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), CLOSE_TIMEOUT_MS).unref();
    this.#leave();
  }

  /** Pings the peer, and closes a socket that is silent or old. */
  beat(now: number): void {
    if (now - this.#lastReceivedAt > SILENT_MS) {
      this.close(closeCode.silent, 'no answer');
    } else if (now - this.openedAt > LIFE_MS) {
      this.close(closeCode.goingAway, 'after 24 hours');
    } else if (this.#open && now - this.#pingedAt >= PING_EVERY_MS) {
      this.#pingedAt = now;
      this.#ws.ping();
    }
  }

  /** Counts a frame; false when it must be ignored. A peer that sends too many is closed. */
  #admit(free: boolean): boolean {
    if (!this.#open) return false;
    this.#lastReceivedAt = this.#settings.clock.now();
    if (free || this.#rate.take(this.#lastReceivedAt)) return true;
    this.close(closeCode.tooManyMessages, 'too many messages');
    return false;
  }

  #closed(): void {
    this.#open = false;
    this.#leave();
  }

  /** Runs once, whichever side closes: subscriptions must not keep the socket. */
  #leave(): void {
    const handler = this.#handler;
    this.#handler = null;
    handler?.closed();
    this.streams.end();
  }
}
