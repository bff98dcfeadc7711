import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { SPOT } from '@assay/core/order/market';
import type { Mode } from '@assay/core/schema/mode';
import type { KeyRing } from '@assay/modules/api-keys';
import { readRates } from '@assay/modules/spot';
import {
  ApiLimits,
  type ApiMoney,
  apiLimits,
  createDocs,
  createTradingApi,
  type TradingApi,
} from '@assay/modules/trading-api';
import { createUdf } from '@assay/modules/udf';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Reading } from '@assay/platform/http/reading';
import type { Http } from '@assay/platform/http/server';
import type { Surface } from '@assay/platform/http/surface';
import type { Log } from '@assay/platform/log';
import type { Sockets } from '@assay/platform/streams/sockets';
import type { Pricing } from './pricing.ts';
import type { RealmEngine } from './realm.ts';
import type { Trading } from './trading.ts';

export interface ApisOptions {
  readonly mode?: Mode;
  readonly trading: Trading;
  readonly pricing: Pricing;
  /** Money in and out of the real realm; nothing comes into a virtual account or leaves it. */
  readonly money?: ApiMoney;
  readonly keys: KeyRing;
  readonly db: Pick<Database, 'pool'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly sockets: Sockets;
  /** LIMITS_FACTOR. */
  readonly factor: number;
  readonly reading: Reading;
}

const BASES: Readonly<Record<Realm, string>> = { real: '', demo: '/demo' };

/** The trading API of both realms: the real markets at /api/, the virtual ones below /demo/. */
export function createApis(options: ApisOptions): TradingApi[] {
  const { mode = 'trial', trading, pricing, keys, db, log, clock, sockets } = options;
  const { factor, reading, money = null } = options;
  const limits = new ApiLimits(factor);
  return REALMS.map((realm) =>
    createTradingApi({
      base: BASES[realm],
      realm: {
        realm,
        mode,
        board: pricing.boards[realm].of(SPOT),
        feed: pricing.feed,
        orders: trading.orders[realm],
        prices: trading.prices[realm],
        rates: (userId) => readRates(db.pool, realm, userId),
        money: realm === 'real' ? money : null,
        moves: trading.moves[realm],
        db,
      },
      keys,
      limits,
      reading,
      log,
      now: () => clock.now(),
      sockets,
    }),
  );
}

/**
 * Connects the streams of the APIs to the engines, after every part whose data they read, and opens
 * their paths. `apis` are those of createApis.
 */
export function connectApis(
  apis: readonly TradingApi[],
  engines: Readonly<Record<Realm, RealmEngine>>,
  { feed }: Pick<Pricing, 'feed'>,
  http: Pick<Http, 'onUpgrade'>,
): void {
  for (const [i, realm] of REALMS.entries()) {
    const api = apis[i];
    if (api === undefined) continue;
    engines[realm].onCommit((batch) => api.commit(batch));
    engines[realm].onLoad(() => api.restart());
    feed.onCandles((only, market) => {
      if (only === null || only === realm) api.moved(market);
    });
    for (const [path, upgrade] of api.sockets) http.onUpgrade(path, upgrade);
  }
}

interface DocumentedServer {
  readonly mode: Mode;
  readonly config: Pick<Config, 'SITE_NAME' | 'PUBLIC_URL' | 'LIMITS_FACTOR'>;
}

/**
 * The reference at /docs, of the real markets: the virtual ones have the same addresses below
 * /demo.
 */
export function createApiDocs(
  { mode, config }: DocumentedServer,
  apis: readonly TradingApi[],
  { boards }: Pick<Pricing, 'boards'>,
): Surface {
  return createDocs({
    siteName: config.SITE_NAME,
    mode,
    publicUrl: config.PUBLIC_URL,
    endpoints: apis[0]?.endpoints ?? [],
    board: boards.real.of(SPOT),
    limits: apiLimits(config.LIMITS_FACTOR),
  });
}

/** The real markets at /udf/, those of the virtual accounts below /demo/. */
export function chartingFeeds(
  name: string,
  { boards, feed }: Pick<Pricing, 'boards' | 'feed'>,
): Surface[] {
  return [
    createUdf({ prefix: '/udf/', exchange: name, realm: 'real', board: boards.real, feed }),
    createUdf({
      prefix: '/demo/udf/',
      exchange: `${name} demo`,
      realm: 'demo',
      board: boards.demo,
      feed,
    }),
  ];
}
