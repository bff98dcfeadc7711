import type { ApprovalTable } from '@assay/core/approval/policy';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Mode } from '@assay/core/schema/mode';
import { type Content, contentMessages, createFactCalls } from '@assay/modules/content';
import type { AppSettings } from '@assay/modules/content/rules';
import { feedHealth } from '@assay/modules/feeds';
import type { Identity } from '@assay/modules/identity';
import type { MarketView } from '@assay/modules/markets/schema';
import type { FirstLink, Operators } from '@assay/modules/operators';
import type { DepositsModule, ReservesModule } from '@assay/modules/wallet';
import type { LocalChain } from '@assay/platform/chain/local/local-chain';
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
import { Lookups } from '@assay/platform/http/lookups';
import { Messages } from '@assay/platform/http/messages';
import { Reading } from '@assay/platform/http/reading';
import type { CallSet } from '@assay/platform/http/route';
import { createHttp, type Http } from '@assay/platform/http/server';
import { CONNECTIONS_PER_NETWORK } from '@assay/platform/http/server-options';
import type { Site } from '@assay/platform/http/site';
import type { Surface } from '@assay/platform/http/surface';
import { keepInstallation, modeOf } from '@assay/platform/installation/installation';
import { createJobs, type Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { Outbox } from '@assay/platform/mail/outbox';
import { createMetrics, type Metrics } from '@assay/platform/metrics';
import { scaleStreamLimits } from '@assay/platform/streams/connection';
import { Hub } from '@assay/platform/streams/hub';
import { scaleSocketLimits } from '@assay/platform/streams/socket-limits';
import { Sockets } from '@assay/platform/streams/sockets';
import { startAlerts } from './alerts.ts';
import { chartingFeeds, connectApis, createApiDocs, createApis } from './api.ts';
import { apiMoney } from './api-money.ts';
import { appSettingsOf } from './app-settings.ts';
import { auditJob } from './audit.ts';
import { builtFrom, builtSites, countedTools, isBundled } from './bundle.ts';
import { startCare } from './care.ts';
import { startMoney } from './chains.ts';
import { Checks } from './checks/index.ts';
import { CONSOLE, consolePlace, facesOf, listenBoth, nobody } from './console.ts';
import { openData } from './data.ts';
import { startVerification } from './documents.ts';
import { type Door, openDoor } from './door.ts';
import { startEarn } from './earn.ts';
import { addFigures } from './figures.ts';
import { hostNames } from './host-names.ts';
import { refillDemo, setUpRealm } from './house.ts';
import { limitTable } from './limits.ts';
import { startTrialChain } from './local-chain.ts';
import { serverTables } from './migrations.ts';
import { startOptions } from './options.ts';
import { startParameters } from './parameters.ts';
import { startPeople } from './people.ts';
import { type Pricing, startPricing } from './pricing.ts';
import { partProbes } from './probes.ts';
import { refuseUnready, takesQueryTokens } from './production.ts';
import { createEngines, declaredTables, type RealmEngine, type RealmPart } from './realm.ts';
import { startReports } from './reports.ts';
import { startRewards } from './rewards.ts';
import { approvalTable, startStaff } from './staff.ts';
import { createStops, type Stops } from './stops.ts';
import { publishTexts, startTexts } from './texts.ts';
import { evidenceOf, startTrading, tradingJobs } from './trading.ts';
import { virtualAccountsLeft } from './wiring.ts';

export interface App {
  /** Where it listens. */
  readonly address: string;
  /** The address that people type. */
  readonly shown: string;
  /** The same for staff; the app's where the console shares its origin. */
  readonly consoleAddress: string;
  /** One-time links to the console, for whom; none when it has not been built. */
  readonly consoleLinks: readonly FirstLink[];
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
  readonly approvals: ApprovalTable;
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
  /** Starts while the engines do. */
  readonly trialChain: Promise<LocalChain | null>;
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
    const place = consolePlace(ground.mode, config);
    const content = startTexts(ground, () => operators);
    const settled = await startParameters(ground);
    const documents = await startVerification({ ...ground, ...settled }, identity);
    const chains = await startMoney(ground, identity, settled.parameters);
    const around = { ...documents, ...chains, content, settled, identity, site: place.site };
    const late = { care: () => care, evidence: evidenceOf({ config, pricing: () => pricing }) };
    const { operators, ...staff } = await startStaff({ ...ground, ...around, ...late });
    await publishTexts(ground, content, identity);
    const hubs = createHubs(ground, identity, operators, ownOrigins);
    const care = startCare(ground, { ...around, ...settled, ...staff, operators }, hubs);
    const [{ mode, db, engines, messages, reading }, { people: hub }] = [ground, hubs];
    const persons = { identity, policyOf: documents.verification.policyOf };
    const trading = await startTrading({ ...ground, hub, ...persons, pricing: () => pricing });
    for (const job of tradingJobs({ ...ground, ...settled, ...staff }, mode)) ground.jobs.add(job);
    const given = { identity, ...documents, ...settled, ...care, prices: trading.prices.real };
    const gives = [startReports(ground, given).calls, ...startRewards(ground, given)];
    const pricing = await startPricing({ ...ground, ...settled, trading, hub });
    stops.add('feed', () => pricing.feed.stop());
    const alerts = await startAlerts(ground, given, pricing);
    const appSettings = appSettingsOf(config, messages, { source: pricing.feed.sourceKind, mode });
    const facts = factsOf(ground, identity, content, pricing, appSettings);
    const money = apiMoney({ ...chains, ...staff, ...settled, clock });
    const people = [identity.calls, apiKeys.calls, facts, alerts.calls, ...gives];
    const own = [...people, chains.book.calls, startEarn(ground, { ...persons, ...trading })];
    const products = [startOptions(ground, documents.verification, pricing.feed), ...trading.calls];
    const calls = [...own, ...staff.calls, ...care.calls, ...products, ...pricing.calls];
    const [{ keys }, factor] = [apiKeys, config.LIMITS_FACTOR];
    const sockets = new Sockets({ limits: scaleSocketLimits(factor), clock });
    const shared = { trading, pricing, keys, db, log, clock, sockets, factor, reading };
    const apis = createApis({ mode, ...shared, money });
    const faces = facesOf(place, {
      ...{ sites, appSettings, calls, operators, people: identity.authenticator },
    });
    const { http, staffHttp } = startBoth(ground, faces, {
      ...{ ...chains, ownOrigins, pricing, address: config.PUBLIC_URL },
      surfaces: [
        ...[...chartingFeeds(config.SITE_NAME, pricing), ...documents.verification.surfaces],
        ...apis.flatMap(({ surfaces }) => surfaces),
        createApiDocs(ground, apis, pricing),
      ],
    });
    http.onUpgrade('/web/stream', hub.upgrade);
    (staffHttp ?? http).onUpgrade('/web/staffStream', hubs.staff.upgrade);
    connectApis(apis, engines, pricing, http);
    const left = () => virtualAccountsLeft(engines.demo, config.VIRTUAL_BALANCE);
    addFigures(ground.figures, engines, hub, left);
    for (const engine of Object.values(engines)) ground.jobs.add(auditJob(engine, log));
    // Waits for the first prices, so that no visitor sees markets without any.
    await pricing.feed.step();
    pricing.feed.run();
    ground.checks.run();
    ground.jobs.start();
    stops.add('http and streams', () =>
      stopAll([http, staffHttp], [...Object.values(hubs), sockets], apis),
    );
    await door.close();
    const places = await listenBoth(http, staffHttp, place, config);
    const at = places.consoleAddress;
    const hasConsole = sites.some(({ prefix }) => prefix === CONSOLE);
    const consoleLinks = hasConsole ? await operators.firstLinks(at, clock.now()) : [];
    return { ...places, consoleLinks, databaseFolder: db.keptAt, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function startGround(
  given: Required<Omit<AppOptions, 'sites'>> & { readonly stops: Stops; readonly door: Door },
): Promise<Ground> {
  const { config, log, build, stops, parts, door } = given;
  const db = await openData(config, log);
  stops.add('database', () => db.close());
  const wanted = await modeOf(db, config.INSTALLATION);
  if (wanted === 'production') refuseUnready(config, db);
  const applied = await migrate(db, serverTables(parts));
  const { mode } = await keepInstallation(db, wanted, given.clock.now(), config.DATA_DIR);
  // A trial sleeps with the laptop that it is on, within a machine that does not count that time.
  const clock = mode === 'trial' ? { now: () => given.clock.now() } : given.clock;
  const trialChain = startTrialChain({ mode, config, log, stops });
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
  const approvals = approvalTable(mode);
  const needsApproval = (type: string, body: object) =>
    approvals.refuseUnapproved(type, body) !== null;
  const engines = createEngines({ db, clock, log, build, parts, check, needsApproval });
  stops.add('engines', () => Promise.all([engines.real.stop(), engines.demo.stop()]));
  for (const engine of Object.values(engines)) checks.follow(engine);
  door.watch(partProbes(mode, db, engines));
  await startEngines(engines, given.signal);
  for (const engine of Object.values(engines)) {
    if (engine.status.state === 'ready') await setUpRealm(engine, mode, clock.now(), parts);
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
  return { ...shared, mode, approvals, reading, outbox, checks, stops, trialChain };
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

/** Stopped together: an HTTP server does not close while a stream keeps a connection open. */
async function stopAll(
  servers: readonly (Pick<Http, 'stop'> | null)[],
  streams: readonly { close(): void }[],
  apis: readonly { stop(): void }[],
): Promise<void> {
  const stopped = Promise.all(servers.map((server) => server?.stop()));
  for (const stream of streams) stream.close();
  for (const api of apis) api.stop();
  await stopped;
}

/** The streams of the app and of the console, each with its own sessions. */
function createHubs(
  { config, log, clock, reading }: Ground,
  { authenticator }: Pick<Identity, 'authenticator'>,
  operators: Pick<Operators, 'authenticator'>,
  ownOrigins: readonly string[],
) {
  const limits = scaleStreamLimits(config.LIMITS_FACTOR);
  const shared = { log, clock, limits, reading };
  return {
    people: new Hub({ ...shared, authenticator, ownOrigins }),
    staff: new Hub({ ...shared, authenticator: operators.authenticator(nobody) }),
  };
}

function factsOf(
  ground: Ground,
  identity: Identity,
  content: Content,
  { feed, boards }: Pricing,
  appSettings: AppSettings,
): CallSet {
  const { config, clock, messages } = ground;
  messages.add(contentMessages);
  const tools = countedTools();
  return createFactCalls({
    log: ground.checks,
    setting: () => ({
      ...content.lookOf(clock.now()),
      ...appSettings,
      mode: ground.mode,
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
        markets: views.filter(isTrading).length,
        volume24h: formatDecimal(
          units.reduce((sum, volume) => sum + volume, 0n),
          SCALE,
        ),
        tools,
      };
    },
  });
}

const isTrading = ({ stage, status }: MarketView) => stage === 'open' && status === 'trading';

interface Face {
  readonly authenticator: Authenticator;
  readonly calls: readonly CallSet[];
  readonly ownOrigins: readonly string[];
  readonly sites: readonly Site[];
  readonly pricing: Pricing;
  readonly deposits: Pick<DepositsModule, 'health'>;
  readonly reserves: Pick<ReservesModule, 'health'>;
  readonly surfaces: readonly Surface[];
  /** The address that people type; empty: this machine. */
  readonly address: string;
}

/** The server of the app, and that of the console if it has an origin of its own. */
function startBoth(
  ground: Ground,
  { app, console }: ReturnType<typeof facesOf>,
  ofApp: Omit<Face, keyof typeof app>,
): { readonly http: Http; readonly staffHttp: Http | null } {
  const http = startHttp(ground, { ...app, ...ofApp });
  if (console === null) return { http, staffHttp: null };
  const address = ground.config.CONSOLE_URL;
  const { pricing, deposits, reserves } = ofApp;
  const own = { ...console, ownOrigins: [], surfaces: [], pricing, deposits, reserves, address };
  return { http, staffHttp: startHttp(ground, own) };
}

function startHttp(ground: Ground, face: Face): Http {
  const { config, log, clock, db, engines, messages, metrics, limits } = ground;
  const { pricing, deposits, reserves, address, ...rest } = face;
  return createHttp({
    ...rest,
    log,
    messages,
    metrics,
    limits,
    reading: ground.reading,
    lookups: new Lookups(config.LIMITS_FACTOR),
    probes: {
      ...partProbes(ground.mode, db, engines),
      chains: () => deposits.health(),
      reserves: () => reserves.health(),
      feed: () => feedHealth(pricing.feed.followed(), clock.now()),
      check: () => ground.checks.health(),
    },
    hosts: hostNames({ ...config, PUBLIC_URL: address }),
    trustProxy: config.TRUST_PROXY,
    connectionsPerNetwork: CONNECTIONS_PER_NETWORK * config.LIMITS_FACTOR,
    secure: address.startsWith('https:'),
    queryTokens: takesQueryTokens(config, ground.mode),
    clock,
  });
}
