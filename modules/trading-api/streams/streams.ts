import type { KeyRing } from '@assay/modules/api-keys';
import type { Committed } from '@assay/platform/engine/engine';
import { networkOf } from '@assay/platform/http/limits';
import type { Reading } from '@assay/platform/http/reading';
import type { Upgrade } from '@assay/platform/http/server';
import type { Log } from '@assay/platform/log';
import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketRequest, Sockets } from '@assay/platform/streams/sockets';
import type { Endpoint } from '../endpoint.ts';
import { API_ERRORS, errorBody } from '../errors.ts';
import type { ApiLimits } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { isMilliseconds } from '../request.ts';
import { CLOSED_STREAMS, ClosedApiConnection } from './closed-market.ts';
import { combinedEvent } from './fanout.ts';
import { LISTEN_KEY, ListenKeys } from './listen-keys.ts';
import { MarketStreams } from './market/streams.ts';
import {
  type JoinCost,
  knownStreams,
  StreamConnection,
  type StreamProvider,
} from './stream-connection.ts';
import { Accounts } from './user/accounts.ts';
import { expiredEvent, ListenKeyStreams } from './user/listen-key-streams.ts';
import { ApiConnection } from './ws-api/connection.ts';
import { methodsOf } from './ws-api/methods.ts';

export interface ApiStreamsOptions {
  readonly realm: ApiRealm;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  readonly reading: Reading;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
}

/** A connection, which has to reconnect when the events that it received may have a gap. */
interface Connection {
  /** Whether it has subscriptions. */
  readonly reads: boolean;
  keyEnded?(name: string): void;
  close(code: number, reason: string): void;
}

/** Streams and the WebSocket API of one realm. */
export class ApiStreams {
  readonly listenKeys: ListenKeys;
  readonly #options: ApiStreamsOptions;
  readonly #markets: MarketStreams;
  readonly #accounts: Accounts;
  readonly #listenKeyStreams: ListenKeyStreams;
  /** Market streams, and the events of accounts by listen keys. */
  readonly #streams: StreamProvider;
  readonly #connections = new Set<Connection>();
  readonly #stopListening: () => void;

  constructor(options: ApiStreamsOptions) {
    this.#options = options;
    const { realm, log, now, keys, reading } = options;
    const failed = (err: unknown) => log.error({ err }, 'a stream of the API failed');
    this.#markets = new MarketStreams({ realm, now, failed });
    this.#accounts = new Accounts(realm, reading, now);
    this.listenKeys = new ListenKeys((name) => this.#listenKeyStreams.expire(name, now()));
    const unread = (err: unknown) =>
      log.error({ err }, 'the events of an account could not be had');
    this.#listenKeyStreams = new ListenKeyStreams(this.#accounts, this.listenKeys, unread);
    const [markets, listenKeys] = [this.#markets, this.#listenKeyStreams];
    const of = (name: string) => (LISTEN_KEY.test(name) ? listenKeys : markets);
    this.#streams = {
      has: (name, ip) => of(name).has(name, ip),
      prepare: (names, ip) => listenKeys.prepare(names, ip),
      join: (name, reader, isCombined) => of(name).join(name, reader, isCombined),
      leave: (name, reader) => of(name).leave(name, reader),
    };
    this.#stopListening = keys.onEnded((name) => {
      this.listenKeys.apiKeyEnded(name);
      for (const connection of this.#connections) connection.keyEnded?.(name);
    });
  }

  /** Publishes one committed batch; books and candles must contain it already. */
  commit(batch: Committed): void {
    this.#markets.commit(batch);
    this.#accounts.commit(batch);
  }

  /** A candle of the market may have changed. */
  moved(market: string): void {
    this.#markets.moved(market);
  }

  /** The engine has reloaded: readers may have a gap, so their connections are closed. */
  restart(): void {
    this.#accounts.reset();
    this.#listenKeyStreams.reset();
    for (const connection of this.#connections) {
      if (connection.reads) connection.close(closeCode.restart, 'begin anew');
    }
  }

  stop(): void {
    this.#stopListening();
    this.listenKeys.stop();
  }

  /** The handlers of connections by path. */
  upgrades(
    base: string,
    sockets: Sockets,
    endpoints: readonly Endpoint[],
  ): ReadonlyMap<string, Upgrade> {
    const reading = (namesOf: (request: SocketRequest) => string[], isCombined: boolean) =>
      sockets.upgrade((socket, request) => this.#read(socket, namesOf(request), isCombined), {
        waitMs: (ip) => this.#waitMs(ip),
        accountOf: (request, ip) => this.#accountOf(namesOf(request), ip),
        streams: (request, ip) => knownStreams(this.#streams, namesOf(request), ip).length,
        prepare: (request, ip) => this.#streams.prepare(namesOf(request), ip),
        refuses: refusesUnit,
      });
    const plain = reading(namesInPath, false);
    const combined = reading(namesInQuery, true);
    const closed = sockets.upgrade((socket, { path }) => this.#closed(socket, path));
    const api = sockets.upgrade(this.#api(endpoints), {
      free: true,
      refuses: refusesUnit,
    });
    const { limits, now } = this.#options;
    const closedApi = sockets.upgrade((socket) => new ClosedApiConnection(socket, limits, now), {
      free: true,
    });
    const upgrades: [string, Upgrade][] = [
      ['/ws', plain],
      ['/ws/', plain],
      ['/stream', combined],
      ['/stream/ws', plain],
      ['/stream/ws/', plain],
      ['/ws-api/v3', api],
      ['/ws-fapi/v1', closedApi],
      ['/fstream/', closed],
    ];
    return new Map(upgrades.map(([path, upgrade]) => [`${base}${path}`, upgrade]));
  }

  #read(socket: Socket, names: readonly string[], combined: boolean): StreamConnection {
    const listenKeys = this.#listenKeyStreams;
    const connection = this.#add(socket, combined, this.#streams);
    // An expired key is reported at once: after a restart nothing else would report it.
    for (const name of names) {
      if (LISTEN_KEY.test(name) && !listenKeys.has(name, socket.ip)) {
        const event = expiredEvent(name, this.#options.now());
        socket.sendText(combined ? combinedEvent(name, event) : event);
      }
    }
    connection.begin(names);
    return connection;
  }

  /** Whose listen key is among the names; a listen key is a secret of its account. */
  #accountOf(names: readonly string[], ip: string): string | null {
    const listenKey = names.find((name) => LISTEN_KEY.test(name));
    const userId = listenKey && this.listenKeys.owner(listenKey, ip);
    return userId ? `${this.#options.realm.realm} ${userId}` : null;
  }

  #waitMs(ip: string): number {
    const { reading, now } = this.#options;
    return reading.waitMs({ account: null, network: networkOf(ip) }, now());
  }

  /** What joining streams costs the network of a socket. */
  #joinsOf({ ip }: Socket): JoinCost {
    const { reading, now } = this.#options;
    const reader = { account: null, network: networkOf(ip) };
    return {
      waitMs: () => this.#waitMs(ip),
      spend: (bytes) => reading.spend(reader, bytes, now()),
      turn: (work) => reading.turn(work),
    };
  }

  #closed(socket: Socket, path: string): StreamConnection {
    return this.#add(socket, /\/stream(\/|$)/.test(path), CLOSED_STREAMS);
  }

  #add(socket: Socket, combined: boolean, streams: StreamProvider): StreamConnection {
    const joins = this.#joinsOf(socket);
    const connection = new StreamConnection(socket, streams, { combined, joins }, () =>
      this.#connections.delete(connection),
    );
    this.#connections.add(connection);
    return connection;
  }

  #api(endpoints: readonly Endpoint[]): (socket: Socket, request: SocketRequest) => ApiConnection {
    const { realm, keys, limits, reading, log, now } = this.#options;
    const methods = methodsOf(endpoints);
    const accounts = this.#accounts;
    const options = { realm: realm.realm, methods, keys, limits, reading, accounts, now, log };
    return (socket, { query }) => {
      const connection = new ApiConnection(socket, query, options, () =>
        this.#connections.delete(connection),
      );
      this.#connections.add(connection);
      return connection;
    };
  }
}

/** Times are sent in milliseconds: whoever asks for another unit would read wrong ones. */
function refusesUnit({ query }: SocketRequest): string | null {
  const unit = new URLSearchParams(query).get('timeUnit');
  if (unit === null || isMilliseconds(unit)) return null;
  return JSON.stringify(errorBody(API_ERRORS.timeUnit('timeUnit')));
}

/** Names of streams or a listen key may follow in the path; other names are ignored. */
function namesInPath({ path }: SocketRequest): string[] {
  const [, ...names] = path.slice(path.indexOf('/ws') + 1).split('/');
  return namesIn(names);
}

/** A plus stands for itself, as in `@kline_1d@+08:00`, and not for a space. */
function namesInQuery({ query }: SocketRequest): string[] {
  const pair = query.split('&').find((one) => one.startsWith(NAMED));
  return namesIn((pair?.slice(NAMED.length) ?? '').split('/'));
}

const NAMED = 'streams=';

/** Names in an address; parts that cannot be decoded are dropped. */
function namesIn(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    try {
      const names = decodeURIComponent(part).split('/');
      return names.filter((name) => name !== '');
    } catch {
      return [];
    }
  });
}
