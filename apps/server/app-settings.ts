import type { AppSettings } from '@assay/modules/content/rules';
import { type Config, ConfigError, languages } from '@assay/platform/config';
import type { Messages } from '@assay/platform/http/messages';
import type { Site } from '@assay/platform/http/site';
import { completeCatalogues } from './bundle.ts';

/** Where they go in the index.html of an app. */
const PLACEHOLDER = '__APP_SETTINGS__';
const SECOND_MS = 1000;

/**
 * What the server writes into the pages of the apps. Offered are the languages in which both the
 * web app and the server's answers are complete.
 * @throws ConfigError when people who choose none would get a language that is not offered
 */
export function appSettingsOf(
  config: Config,
  messages: Messages,
  now: Pick<AppSettings, 'source' | 'mode'>,
): AppSettings {
  const built = completeCatalogues();
  const offered = languages.filter((language) => {
    return config.LANGUAGES === 'all' || (built.includes(language) && messages.covers(language));
  });
  const { DEFAULT_LANGUAGE: first, API_URL: api } = config;
  if (!offered.includes(first)) {
    throw new ConfigError(
      `Settings are wrong:\n  DEFAULT_LANGUAGE: must be offered, which ${first} is not: ` +
        `${offered.join(', ')} ${offered.length === 1 ? 'is' : 'are'} complete`,
    );
  }
  return {
    languages: offered,
    apiUrl: api === '' ? '' : new URL(api).origin,
    callTimeoutMs: config.CALL_TIMEOUT * SECOND_MS,
    kitPage: config.KIT_PAGE === 'on',
    ...now,
  };
}

/** The site of an app with the settings in its page. */
export function withSettings(site: Site, settings: AppSettings): Site {
  const fill = { [PLACEHOLDER]: JSON.stringify(settings) };
  return { ...site, fill, connectsTo: settings.apiUrl };
}
