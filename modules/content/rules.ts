import { SECOND } from '@assay/core/time';

/** What the server writes into the page of an app, because its first call needs it. */
export interface AppSettings {
  /** The languages that are offered, by the product's own codes. */
  readonly languages: readonly string[];
  /** The origin that calls and streams go to; "" for that of the page. */
  readonly apiUrl: string;
  /** How long the apps wait for an answer. */
  readonly callTimeoutMs: number;
  /** Whether `/kit` shows the parts of screens. */
  readonly kitPage: boolean;
}

/** The name of the element of the page that has them. */
export const APP_SETTINGS_NAME = 'app-settings';

/** For a page that no server has filled in: a development server's. */
const USUAL = { apiUrl: '', callTimeoutMs: 15 * SECOND, kitPage: true };

/** Reads the settings from the page; `languages` are offered where it names none. */
export function readAppSettings(text: string | null, languages: readonly string[]): AppSettings {
  try {
    return { ...USUAL, languages, ...(JSON.parse(text ?? '{}') as Partial<AppSettings>) };
  } catch {
    return { ...USUAL, languages };
  }
}

/** How a browser sends calls: a session's cookie goes along to the API's host, and to no other. */
export function callMode({ apiUrl }: AppSettings): { credentials: 'include' | 'same-origin' } {
  return { credentials: apiUrl === '' ? 'same-origin' : 'include' };
}

/** The address of the stream for a page of this origin. */
export function streamUrl({ apiUrl }: AppSettings, pageOrigin: string): string {
  return `${(apiUrl || pageOrigin).replace(/^http/, 'ws')}/web/stream`;
}
