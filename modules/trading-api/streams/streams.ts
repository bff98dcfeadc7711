import type { KeyRing } from '@assay/modules/api-keys';
import type { Committed } from '@assay/platform/engine/engine';
import type { Upgrade } from '@assay/platform/http/server';
import type { Log } from '@assay/platform/log';
import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketRequest, Sockets } from '@assay/platform/streams/sockets';
import type { Endpoint } from '../endpoint.ts';
import type { ApiLimits } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { CLOSED_SHELF, ClosedApiEnd } from './closed-market.ts';
import { LISTEN_KEY, ListenKeys } from './listen-keys.ts';
import { MarketStreams } from './market/board.ts';
import { StreamEnd, type StreamShelf } from './stream-end.ts';
import { Accounts } from './user/accounts.ts';
import { expiredEvent, Listeners } from './user/listeners.ts';
import { ApiEnd } from './ws-api/end.ts';
import { methodsOf } from './ws-api/methods.ts';

export interface ApiStreamsOptions {
  readonly realm: ApiRealm;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
}

/** A connection that must begin anew when what it has read may have a gap. */
interface End {
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
  readonly #listeners: Listeners;
  readonly #ends = new Set<End>();
  readonly #forget: () => void;

  constructor(options: ApiStreamsOptions) {
    this.#options = options;
    const { realm, log, now, keys } = options;
    const failed = (err: unknown) => log.error({ err }, 'a stream of the API failed');
    this.#markets = new MarketStreams({ realm, now, failed });
    this.#accounts = new Accounts(realm, now);
    this.listenKeys = new ListenKeys((listenKey) => this.#listeners.expire(listenKey, now()));
    this.#listeners = new Listeners(this.#accounts, this.listenKeys, (err, socket) => {
      log.error({ err }, 'the events of an account could not be had');
      socket.close(closeCode.restart, 'begin anew');
    });
    this.#forget = keys.onEnded((name) => {
      this.listenKeys.endOf(name);
      for (const end of this.#ends) end.keyEnded?.(name);
    });
  }

  /** Follows one committed batch, after books and candles have. */
  commit(batch: Committed): void {
    this.#markets.commit(batch);
    this.#accounts.commit(batch);
  }

  /** A candle of the market may have changed. */
  moved(market: string): void {
    this.#markets.moved(market);
  }

  /** The engine has loaded anew: what readers have may have a gap, so that they begin anew. */
  restart(): void {
    this.#accounts.reset();
    for (const end of this.#ends) if (end.reads) end.close(closeCode.restart, 'begin anew');
  }

  stop(): void {
    this.#forget();
    this.listenKeys.stop();
  }

  /** What is served at which address. */
  upgrades(
    base: string,
    sockets: Sockets,
    endpoints: readonly Endpoint[],
  ): ReadonlyMap<string, Upgrade> {
    const plain = sockets.upgrade((socket, request) => this.#plain(socket, request));
    const combined = sockets.upgrade((socket, { query }) => this.#combined(socket, query));
    const closed = sockets.upgrade((socket, { path }) => this.#closed(socket, path));
    const api = sockets.upgrade(this.#api(endpoints), true);
    const { limits, now } = this.#options;
    const closedApi = sockets.upgrade((socket) => new ClosedApiEnd(socket, limits, now), true);
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

  /** Names may follow the address: of streams, a listen key, or anything at all. */
  #plain(socket: Socket, { path }: SocketRequest): StreamEnd {
    const names = namesIn(
      path
        .slice(path.indexOf('/ws') + 1)
        .split('/')
        .slice(1),
    );
    return this.#read(socket, names, false);
  }

  #combined(socket: Socket, query: string): StreamEnd {
    const streams = new URLSearchParams(query).get('streams') ?? '';
    return this.#read(socket, namesIn(streams.split('/')), true);
  }

  #read(socket: Socket, names: readonly string[], named: boolean): StreamEnd {
    const markets = this.#markets;
    const listeners = this.#listeners;
    const of = (name: string) => (LISTEN_KEY.test(name) ? listeners : markets);
    const end = this.#add(socket, named, {
      has: (name, reader) => of(name).has(name, reader),
      join: (name, reader, isNamed) => of(name).join(name, reader, isNamed),
      leave: (name, reader) => of(name).leave(name, reader),
    });
    // A key that lives no longer: after a start of the server nobody would tell its reader.
    for (const name of names) {
      if (LISTEN_KEY.test(name) && !listeners.has(name, socket)) {
        const event = expiredEvent(name, this.#options.now());
        socket.say(named ? `{"stream":"${name}","data":${event}}` : event);
      }
    }
    end.begin(names);
    return end;
  }

  #closed(socket: Socket, path: string): StreamEnd {
    return this.#add(socket, /\/stream(\/|$)/.test(path), CLOSED_SHELF);
  }

  #add(socket: Socket, named: boolean, shelf: StreamShelf): StreamEnd {
    const end = new StreamEnd(socket, shelf, named, () => this.#ends.delete(end));
    this.#ends.add(end);
    return end;
  }

  #api(endpoints: readonly Endpoint[]): (socket: Socket, request: SocketRequest) => ApiEnd {
    const { realm, keys, limits, log, now } = this.#options;
    const methods = methodsOf(endpoints);
    const accounts = this.#accounts;
    const options = { realm: realm.realm, methods, keys, limits, accounts, now, log };
    return (socket, { query }) => {
      const end = new ApiEnd(socket, query, options, () => this.#ends.delete(end));
      this.#ends.add(end);
      return end;
    };
  }
}

/** Names in an address; what cannot be decoded is none. */
function namesIn(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)];
    } catch {
      return [];
    }
  });
}
