import type { Call } from '@assay/core/schema/call';
import type { Mode } from '@assay/core/schema/mode';
import type { AppSettings } from '@assay/modules/content/rules';
import type { Operators } from '@assay/modules/operators';
import type { Config } from '@assay/platform/config';
import { type OwnSite, ownSite } from '@assay/platform/factors/site';
import type { Authenticator } from '@assay/platform/http/context';
import type { CallSet } from '@assay/platform/http/route';
import type { Http, HttpConfig } from '@assay/platform/http/server';
import type { Site } from '@assay/platform/http/site';
import { withSettings } from './app-settings.ts';
import { shownAddress } from './host-names.ts';
import { listen } from './port.ts';

/** Its path, at either origin. */
export const CONSOLE = '/console/';

/** Where staff reach the console. */
export interface ConsolePlace {
  /** A port of its own; null where it shares the app's origin. */
  readonly port: number | null;
  /** As passkeys of staff know it. */
  readonly site: OwnSite;
}

type Settings = Pick<Config, 'PORT' | 'PUBLIC_URL' | 'CONSOLE_PORT' | 'CONSOLE_URL' | 'SITE_NAME'>;

/**
 * The console of a production has an origin of its own, so that a script in the app can reach
 * nothing of it; that of a trial when a setting says so.
 */
export function consolePlace(mode: Mode, config: Settings): ConsolePlace {
  const { PORT, PUBLIC_URL, CONSOLE_PORT, CONSOLE_URL, SITE_NAME } = config;
  if (mode === 'trial' && CONSOLE_PORT === '' && CONSOLE_URL === '') {
    return { port: null, site: ownSite(PUBLIC_URL, PORT, SITE_NAME) };
  }
  const beside = PORT === 0 ? 0 : PORT + 1;
  const port = CONSOLE_PORT === '' ? beside : CONSOLE_PORT;
  return { port, site: ownSite(CONSOLE_URL, port, SITE_NAME) };
}

interface Whole {
  readonly sites: readonly Site[];
  readonly appSettings: AppSettings;
  readonly calls: readonly CallSet[];
  readonly operators: Pick<Operators, 'calls' | 'authenticator'>;
  /** Authenticates people. */
  readonly people: Authenticator;
}

/** What one origin serves, and to whom. */
type Face = Pick<HttpConfig, 'authenticator' | 'calls'> & { readonly sites: readonly Site[] };

/**
 * What the app's origin serves, and the console's if it has one of its own: then what staff call
 * is served there alone, together with what anybody may read, and a session of the one is nobody
 * at the other.
 */
export function facesOf(
  { port }: Pick<ConsolePlace, 'port'>,
  { sites, appSettings, calls, operators, people }: Whole,
): { readonly app: Face; readonly console: Face | null } {
  const settle = (list: readonly Site[], more: Partial<AppSettings> = {}) =>
    list.map((site) => withSettings(site, { ...appSettings, ...more }));
  if (port === null) {
    const authenticator = operators.authenticator(people);
    return { app: { authenticator, calls, sites: settle(sites) }, console: null };
  }
  const isForStaff = (set: CallSet, { auth }: Call) =>
    auth === 'operator' || set === operators.calls;
  const isPublic = ({ auth, method }: Call) => auth === 'visitor' && method === 'GET';
  const isOfConsole = ({ prefix }: Site) => prefix === CONSOLE;
  return {
    app: {
      authenticator: people,
      calls: calls.map((set) => only(set, (call) => !isForStaff(set, call))),
      sites: settle(sites.filter((site) => !isOfConsole(site))),
    },
    console: {
      authenticator: operators.authenticator(nobody),
      calls: calls.map((set) => only(set, (call) => isForStaff(set, call) || isPublic(call))),
      // Its calls go to its own origin, wherever those of the app go.
      sites: settle(sites.filter(isOfConsole), { apiUrl: '' }),
    },
  };
}

function only({ calls, handlers }: CallSet, wanted: (call: Call) => boolean): CallSet {
  return {
    calls: Object.fromEntries(Object.entries(calls).filter(([, call]) => wanted(call))),
    handlers,
  };
}

/** At the console's own origin people have no session. */
export const nobody: Authenticator = {
  holds: () => false,
  authenticate: () => 'none',
  alive: () => false,
  onEnded: () => () => undefined,
};

/** Where the app listens, and what people and staff type. */
interface Addresses {
  readonly address: string;
  readonly shown: string;
  readonly consoleAddress: string;
}

/** Opens the port of the app, and that of the console if it has one. */
export async function listenBoth(
  app: Http,
  ofStaff: Http | null,
  { port }: Pick<ConsolePlace, 'port'>,
  config: Pick<Config, 'PORT' | 'HOST' | 'PUBLIC_URL' | 'CONSOLE_URL'>,
): Promise<Addresses> {
  const address = await listen(app, config);
  const shown = shownAddress(config, address);
  if (ofStaff === null || port === null) return { address, shown, consoleAddress: shown };
  // Without an address of its own only who sits at this machine reaches it.
  const HOST = config.CONSOLE_URL === '' ? '127.0.0.1' : config.HOST;
  const own = await listen(ofStaff, { HOST, PORT: port }, 'CONSOLE_PORT');
  const consoleAddress = shownAddress({ HOST, PUBLIC_URL: config.CONSOLE_URL }, own);
  return { address, shown, consoleAddress };
}
