import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import { networkOf, Row } from '../http/limits.ts';
import type { Upgrade } from '../http/server.ts';
import { closeCode } from './protocol.ts';
import { textFrame } from './text-frame.ts';

/** How many may connect, and what one of them may do. */
export interface SocketLimits {
  readonly connections: number;
  /** At once, of one network. */
  readonly connectionsPerNetwork: number;
  /** New ones of one network in five minutes. */
  readonly opensPerNetwork: number;
  /** Of messages and pings, where the speaker's protocol has no limit of its own. */
  readonly messagesPerSecond: number;
  readonly messageBytes: number;
  /** Over this many unsent bytes a reader is closed: what it has missed it cannot ask for. */
  readonly closeBytes: number;
  /** Over this many of all readers those furthest behind are: each may be slow, but not all. */
  readonly closeBytesOfAll: number;
}

export const socketLimits: SocketLimits = {
  connections: 10_000,
  connectionsPerNetwork: 1_000,
  opensPerNetwork: 300,
  messagesPerSecond: 5,
  messageBytes: 64 * 1024,
  closeBytes: 1024 * 1024,
  closeBytesOfAll: 512 * 1024 * 1024,
};

/** How many may connect, times `factor`, for load tests; what one may do stays. */
export function scaleSocketLimits(factor: number): SocketLimits {
  const { connections, connectionsPerNetwork, opensPerNetwork } = socketLimits;
  return {
    ...socketLimits,
    connections: Math.ceil(connections * factor),
    connectionsPerNetwork: Math.ceil(connectionsPerNetwork * factor),
    opensPerNetwork: Math.ceil(opensPerNetwork * factor),
  };
}

const OPENS_MS = 300_000;
const SWEEP_MS = 1_000;
const PING_EVERY_MS = 20_000;
const SILENT_MS = 60_000;
const LIFE_MS = 24 * 60 * 60 * 1000;
/** A peer that does not finish the closing handshake is cut off. */
const CLOSE_PATIENCE_MS = 1_000;

/** What follows the messages of one socket. */
export interface SocketEnd {
  message(text: string): void;
  closed(): void;
}

/** Where somebody connected to. */
export interface SocketRequest {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface SocketsOptions {
  readonly limits?: SocketLimits;
  readonly clock?: Clock;
}

/** Sockets for programs of any origin, which prove who they are in their messages. */
export class Sockets {
  readonly limits: SocketLimits;
  readonly #clock: Clock;
  readonly #server: WebSocketServer;
  readonly #opens: Row;
  readonly #sockets = new Set<Socket>();
  readonly #perNetwork = new Map<string, number>();
  readonly #sweep: NodeJS.Timeout;
  #stopping = false;

  constructor({ limits = socketLimits, clock = systemClock }: SocketsOptions = {}) {
    this.limits = limits;
    this.#clock = clock;
    this.#opens = new Row({ network: [{ max: limits.opensPerNetwork, ms: OPENS_MS }] });
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      clientTracking: false,
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

  /**
   * An `Upgrade` whose sockets are followed by what `open` makes. `free`: its protocol counts
   * messages by itself.
   */
  upgrade(open: (socket: Socket, request: SocketRequest) => SocketEnd, free = false): Upgrade {
    return (request, duplex, head, ip) => {
      const network = networkOf(ip);
      const refusal = this.#refusalOf(network);
      if (refusal !== null) {
        duplex.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1);
      // The place is given back even when the handshake fails before there is a connection.
      duplex.once('close', () => this.#release(network));
      this.#server.handleUpgrade(request, duplex, head, (ws: WebSocket) => {
        const rate = free ? Number.POSITIVE_INFINITY : this.limits.messagesPerSecond;
        const { closeBytes } = this.limits;
        const socket = new Socket(ws, duplex, { ip, rate, closeBytes, clock: this.#clock });
        this.#sockets.add(socket);
        ws.on('close', () => this.#sockets.delete(socket));
        socket.follow(open(socket, requestOf(request)));
      });
    };
  }

  /** Closes every socket with 1001; clients come back by themselves. */
  close(): void {
    this.#stopping = true;
    clearInterval(this.#sweep);
    for (const socket of this.#sockets) socket.close(closeCode.goingAway, 'the server stops');
    this.#server.close();
  }

  /** Closes readers, those furthest behind first, until what is left to send is bearable. */
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

  #refusalOf(network: string): string | null {
    const { connections, connectionsPerNetwork } = this.limits;
    if (this.#stopping || this.#sockets.size >= connections) return '503 Service Unavailable';
    if ((this.#perNetwork.get(network) ?? 0) >= connectionsPerNetwork) return TOO_MANY;
    return this.#opens.takeNetwork(network, this.#clock.now()) > 0 ? TOO_MANY : null;
  }

  #release(network: string): void {
    const left = (this.#perNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#perNetwork.set(network, left);
    else this.#perNetwork.delete(network);
  }
}

const TOO_MANY = '429 Too Many Requests';

function requestOf({ url = '' }: IncomingMessage): SocketRequest {
  const mark = url.indexOf('?');
  return mark === -1
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

interface SocketSettings {
  readonly ip: string;
  /** Messages and pings that it may send in a second. */
  readonly rate: number;
  readonly closeBytes: number;
  readonly clock: Clock;
}

/** One WebSocket: what is sent to it is sent, or it is closed. */
export class Socket {
  readonly ip: string;
  readonly openedAt: number;
  readonly #ws: WebSocket;
  readonly #duplex: Duplex;
  readonly #settings: SocketSettings;
  #end: SocketEnd | null = null;
  #heardAt: number;
  #pingedAt: number;
  #second = 0;
  #said = 0;
  #open = true;

  constructor(ws: WebSocket, duplex: Duplex, settings: SocketSettings) {
    this.#ws = ws;
    this.#duplex = duplex;
    this.#settings = settings;
    this.ip = settings.ip;
    this.openedAt = settings.clock.now();
    this.#heardAt = this.openedAt;
    this.#pingedAt = this.openedAt;
    ws.on('message', (data, isBinary) => {
      if (!this.#hear()) return;
      if (isBinary) this.close(closeCode.notText, 'text only');
      else this.#end?.message(String(data));
    });
    ws.on('ping', () => void this.#hear());
    ws.on('pong', () => {
      this.#heardAt = settings.clock.now();
    });
    // A protocol error or an oversized message; ws closes with the right code by itself.
    ws.on('error', () => undefined);
    ws.on('close', () => this.#closed());
  }

  /** Whether what is sent now can still arrive. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Bytes that it has not taken yet. */
  get behind(): number {
    return this.#duplex.writableLength;
  }

  follow(end: SocketEnd): void {
    if (this.#open) this.#end = end;
    else end.closed();
  }

  /** Sends a message that textFrame has made. */
  send(frame: Buffer): void {
    if (!this.#open) return;
    if (this.behind > this.#settings.closeBytes) {
      this.close(closeCode.tooSlow, 'reads too slowly');
      return;
    }
    // Past ws: its way of sending makes the same head for every socket again.
    this.#duplex.write(frame);
  }

  say(text: string): void {
    this.send(textFrame(text));
  }

  /** Takes no more messages for now; the peer is held up by its own full buffers. */
  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#ws.resume();
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), CLOSE_PATIENCE_MS).unref();
    this.#leave();
  }

  /** Asks whether the peer is there, and ends what is silent or old. */
  beat(now: number): void {
    if (now - this.#heardAt > SILENT_MS) {
      this.close(closeCode.silent, 'no answer');
    } else if (now - this.openedAt > LIFE_MS) {
      this.close(closeCode.goingAway, 'after 24 hours');
    } else if (this.#open && now - this.#pingedAt >= PING_EVERY_MS) {
      this.#pingedAt = now;
      this.#ws.ping();
    }
  }

  /** Whether this may be heard; a peer that talks too much is closed. */
  #hear(): boolean {
    if (!this.#open) return false;
    this.#heardAt = this.#settings.clock.now();
    const second = Math.floor(this.#heardAt / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#said = 0;
    }
    this.#said += 1;
    if (this.#said <= this.#settings.rate) return true;
    this.close(closeCode.tooManyMessages, 'too many messages');
    return false;
  }

  #closed(): void {
    this.#open = false;
    this.#leave();
  }

  /** Once, whoever closes: what it was subscribed to must not keep it. */
  #leave(): void {
    const end = this.#end;
    this.#end = null;
    end?.closed();
  }
}
