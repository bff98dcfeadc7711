import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Mode } from '@assay/core/schema/mode';
import { contentMessages, createContentCalls } from '@assay/modules/content';
import type { AppSettings } from '@assay/modules/content/rules';
import { feedHealth } from '@assay/modules/feeds';
import type { Identity } from '@assay/modules/identity';
import { createOperators } from '@assay/modules/operators';
import { createUdf } from '@assay/modules/udf';
import { type Clock, systemClock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { OpenDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import type { LoadedState } from '@assay/platform/engine/loading';
import { checkTables } from '@assay/platform/engine/tables/check';
import { readBudgets } from '@assay/platform/http/budget';
import type { Authenticator } from '@assay/platform/http/context';
import { HttpMetrics } from '@assay/platform/http/http-metrics';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { Reading } from '@assay/platform/http/reading';
import type { CallSet } from '@assay/platform/http/route';
import { CONNECTIONS_PER_NETWORK, createHttp, type Http } from '@assay/platform/http/server';
import type { Site } from '@assay/platform/http/site';
import type { Surface } from '@assay/platform/http/surface';
import { keepMode, modeOf } from '@assay/platform/installation/installation';
import { createJobs, type Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { Outbox } from '@assay/platform/mail/outbox';
import { createMetrics, type Metrics } from '@assay/platform/metrics';
import { scaleStreamLimits } from '@assay/platform/streams/connection';
import { Hub } from '@assay/platform/streams/hub';
import { Sockets, scaleSocketLimits } from '@assay/platform/streams/sockets';
import { connectApis, createApiDocs, createApis } from './api.ts';
import { appSettingsOf, withSettings } from './app-settings.ts';
import { auditJob } from './audit.ts';
import { builtFrom, builtSites, countedTools, isBundled } from './bundle.ts';
import { Checks } from './checks/index.ts';
import { openData } from './data.ts';
import { type Door, openDoor } from './door.ts';
import { addFigures } from './figures.ts';
import { hostNames } from './host-names.ts';
import { refillDemo, setUpRealm } from './house.ts';
import { limitTable } from './limits.ts';
import { serverTables } from './migrations.ts';
import { startPeople } from './people.ts';
import { listen } from './port.ts';
import { type Pricing, startPricing } from './pricing.ts';
import { partProbes } from './probes.ts';
import { refuseUnready } from './production.ts';
import { createEngines, declaredTables, type RealmEngine, type RealmPart } from './realm.ts';
import { createStops, type Stops } from './stops.ts';
import { startTrading, tradingJobs } from './trading.ts';
import { virtualAccountsLeft } from './wiring.ts';

export interface App {
  /** The address that people type: PUBLIC_URL, else http://host:port. */
  readonly address: string;
  /** The console with a one-time link for staff; null when it has not been built. */
  readonly consoleLink: string | null;
  /** The folder of the database when that could not be in DATA_DIR. */
  readonly databaseFolder: string | null;
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Identifies the code, for the upgrades in the logs: what the bundle was built from. */
  readonly build?: string | undefined;
  /** Modules beside those of the product. */
  readonly parts?: readonly RealmPart[];
  /** Web apps to serve in place of the built ones. */
  readonly sites?: readonly Site[];
  /** Ends a start that waits for another server. */
  readonly signal?: AbortSignal;
}

/** What all parts share. */
interface Ground {
  readonly mode: Mode;
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: OpenDatabase;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: Jobs;
  readonly metrics: HttpMetrics;
  readonly figures: Metrics;
  readonly messages: Messages;
  /** One for all parts: a wrong guess of a code counts wherever it is made. */
  readonly limits: Limits;
  /** One for calls, surfaces, streams and sockets. */
  readonly reading: Reading;
  readonly outbox: Outbox;
  readonly checks: Checks;
  readonly stops: Stops;
}

/**
 * Starts the whole server: database, tables, engines, modules, streams, feeds, and last the HTTP
 * server. If a part fails to start, all that were started before it are stopped.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock, build = builtFrom() } = options;
  const { parts = [], sites = builtSites(), signal = new AbortController().signal } = options;
  const stops = createStops(log);
  try {
    const door = await openDoor(config);
    stops.add('door', () => door.close());
    const ground = await startGround({ config, log, clock, build, stops, parts, door, signal });
    const { identity, apiKeys } = await startPeople(ground);
    const ownOrigins = config.PUBLIC_URL === '' ? [] : [new URL(config.PUBLIC_URL).origin];
    const operators = createOperators({
      database: ground.db,
      messages: ground.messages,
      outbox: ground.outbox,
      mail: config.SMTP_URL !== '',
      codesAreShown: ground.mode === 'trial',
      engines: Object.values(ground.engines),
    });
    const { authenticator } = identity;
    const hub = createHub(ground, authenticator, ownOrigins);
    const { mode, db, engines, messages } = ground;
    const trading = await startTrading({ engines, db, hub, messages });
    for (const job of tradingJobs({ engines, db }, mode)) ground.jobs.add(job);
    const pricing = await startPricing({ ...ground, trading, hub });
    stops.add('feed', () => pricing.feed.stop());
    messages.add(contentMessages);
    const appSettings = appSettingsOf(config, messages);
    const content = contentOf(ground, identity, pricing, appSettings);
    const modules = [identity.calls, apiKeys.calls, operators.calls, content];
    const calls = [...modules, ...trading.calls, ...pricing.calls];
    const { keys } = apiKeys;
    const factor = config.LIMITS_FACTOR;
    const sockets = new Sockets({ limits: scaleSocketLimits(factor), clock });
    const { reading } = ground;
    const shared = { trading, pricing, keys, db, log, clock, sockets, factor, reading };
    const apis = createApis({ mode, ...shared });
    const http = startHttp(ground, {
      authenticator: operators.authenticator(authenticator),
      calls,
      hub,
      ownOrigins,
      sites: sites.map((site) => withSettings(site, appSettings)),
      pricing,
      surfaces: [
        ...chartingFeeds(config.SITE_NAME, pricing),
        ...apis.flatMap(({ surfaces }) => surfaces),
        createApiDocs(ground, apis, pricing),
      ],
    });
    connectApis(apis, engines, pricing, http);
    const left = () => virtualAccountsLeft(engines.demo, config.VIRTUAL_BALANCE);
    addFigures(ground.figures, engines, hub, left);
    for (const engine of Object.values(engines)) ground.jobs.add(auditJob(engine, log));
    // Waits for the first prices, so that no visitor sees markets without any.
    await pricing.feed.step();
    pricing.feed.run();
    ground.checks.run();
    ground.jobs.start();
    // Stopped together: the HTTP server does not close while a stream keeps a connection open.
    stops.add('http and streams', async () => {
      const stopped = http.stop();
      hub.close();
      sockets.close();
      for (const api of apis) api.stop();
      await stopped;
    });
    await door.close();
    const address = await listen(http, config);
    const hasConsole = sites.some(({ prefix }) => prefix === '/console/');
    const shown = config.PUBLIC_URL || address;
    const consoleLink = hasConsole ? await operators.newLink(shown, clock.now()) : null;
    return { address: shown, consoleLink, databaseFolder: db.keptAt, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function startGround(
  given: Required<Omit<AppOptions, 'sites'>> & { readonly stops: Stops; readonly door: Door },
): Promise<Ground> {
  const { config, log, clock, build, stops, parts, door } = given;
  const db = await openData(config, log);
  stops.add('database', () => db.close());
  const wanted = await modeOf(db, config.INSTALLATION);
  if (wanted === 'production') refuseUnready(config, db);
  const applied = await migrate(db, serverTables(parts));
  const { mode } = await keepMode(db, wanted, clock.now());
  for (const detail of db.weaknesses) log.warn({ detail }, 'the database is weak');
  for (const realm of REALMS) await checkTables(db.pool, realm, declaredTables(realm, parts));
  const checks = new Checks({
    databaseUrl: db.url,
    dataDir: config.DATA_DIR,
    build,
    now: () => clock.now(),
    log,
    parts,
    inThread: isBundled,
  });
  checks.isMigrated = applied > 0;
  stops.add('check', () => checks.stop());
  const check = (realm: Realm, loaded: LoadedState) => checks.begin(realm, loaded);
  const engines = createEngines({ db, clock, log, build, parts, check });
  stops.add('engines', async () => {
    await Promise.all([engines.real.stop(), engines.demo.stop()]);
  });
  for (const engine of Object.values(engines)) checks.follow(engine);
  door.watch(partProbes(mode, db, engines));
  await startEngines(engines, given.signal);
  for (const engine of Object.values(engines)) {
    if (engine.status.state === 'ready') await setUpRealm(engine, mode, parts);
  }
  const metrics = new HttpMetrics();
  const figures = createMetrics(metrics.registry);
  const jobs = createJobs({ log, clock, metrics: figures });
  stops.add('jobs', () => jobs.stop());
  jobs.add({
    name: 'refillDemo',
    everyMs: 600_000,
    atStart: true,
    run: () => refillDemo(engines.demo),
  });
  const messages = new Messages();
  const limits = new Limits(scaleLimits(limitTable, config.LIMITS_FACTOR));
  const reading = new Reading(readBudgets(config.LIMITS_FACTOR));
  const outbox = new Outbox(db);
  const shared = { config, log, clock, db, engines, jobs, metrics, figures, messages, limits };
  return { ...shared, mode, reading, outbox, checks, stops };
}

/** Waits until the realms are free, which may take long, unless the signal is aborted. */
async function startEngines(
  { real, demo }: Readonly<Record<Realm, RealmEngine>>,
  signal: AbortSignal,
): Promise<void> {
  const giveUp = () => void Promise.all([real.stop(), demo.stop()]);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  await Promise.all([real.start(), demo.start()]);
  signal.removeEventListener('abort', giveUp);
}

function createHub(
  { config, log, clock, reading }: Ground,
  authenticator: Authenticator,
  ownOrigins: readonly string[],
): Hub {
  const limits = scaleStreamLimits(config.LIMITS_FACTOR);
  return new Hub({ authenticator, log, clock, ownOrigins, limits, reading });
}

function contentOf(
  ground: Ground,
  identity: Identity,
  { feed, boards }: Pricing,
  appSettings: AppSettings,
): CallSet {
  const { config } = ground;
  const tools = countedTools();
  return createContentCalls({
    log: ground.checks,
    setting: () => ({
      siteName: config.SITE_NAME,
      mode: ground.mode,
      ...appSettings,
      languages: [...appSettings.languages],
      defaultLanguage: config.DEFAULT_LANGUAGE,
      source: feed.sourceKind,
      simulated: feed.sourceKind === 'simulated',
      mobileSite: config.MOBILE_SITE_URL,
      invitationRequired: config.REGISTRATION === 'invitation',
    }),
    figures: async () => {
      const { people, countries } = await identity.figures();
      const views = boards.real.views();
      const units = views.map((view) => parseDecimal(view.quoteVolume24h, SCALE) ?? 0n);
      return {
        users: people,
        countries,
        markets: views.filter(({ status }) => status === 'trading').length,
        volume24h: formatDecimal(
          units.reduce((sum, volume) => sum + volume, 0n),
          SCALE,
        ),
        tools,
      };
    },
  });
}

interface Face {
  readonly authenticator: Authenticator;
  readonly calls: readonly CallSet[];
  readonly hub: Hub;
  readonly ownOrigins: readonly string[];
  readonly sites: readonly Site[];
  readonly pricing: Pricing;
  readonly surfaces: readonly Surface[];
}

function startHttp(ground: Ground, face: Face): Http {
  const { config, log, clock, db, engines, messages, metrics, limits } = ground;
  const { hub, pricing, ...rest } = face;
  const http = createHttp({
    ...rest,
    log,
    messages,
    metrics,
    limits,
    reading: ground.reading,
    probes: {
      ...partProbes(ground.mode, db, engines),
      feed: () => feedHealth(pricing.feed.status().indices, clock.now()),
      check: () => ground.checks.health(),
    },
    hosts: hostNames(config),
    trustProxy: config.TRUST_PROXY,
    connectionsPerNetwork: CONNECTIONS_PER_NETWORK * config.LIMITS_FACTOR,
    secure: config.PUBLIC_URL.startsWith('https:'),
    clock,
  });
  http.onUpgrade('/web/stream', hub.upgrade);
  return http;
}

/** The real markets at /udf/, those of the virtual accounts below /demo/. */
function chartingFeeds(name: string, { boards, feed }: Pricing): Surface[] {
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
