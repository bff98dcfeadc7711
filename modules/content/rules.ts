import { DAY, MINUTE, SECOND } from '@assay/core/time';

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
  /** The kind of source of the prices; "" where no server has filled the page in. */
  readonly source: string;
  /** Trial or production; "" likewise. */
  readonly mode: string;
}

/** The name of the element of the page that has them. */
export const APP_SETTINGS_NAME = 'app-settings';

/** For a page that no server has filled in: a development server's. */
const USUAL = { apiUrl: '', callTimeoutMs: 15 * SECOND, kitPage: true, source: '', mode: '' };

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

/** Kinds of what is published. */
export const KINDS = ['notice', 'news', 'banner', 'help', 'text', 'coin', 'site'] as const;
export type Kind = (typeof KINDS)[number];

/** The parts of the help centre, in their order. */
export const SECTIONS = ['start', 'security', 'trading', 'money', 'programs'] as const;
export type Section = (typeof SECTIONS)[number];

/** Texts of law take two people: user agreement, privacy policy, disclosure of risks. */
export const TEXTS_OF_LAW: readonly string[] = ['3', '5', 'risk'];

export const isLaw = (key: string) => TEXTS_OF_LAW.includes(key);

/** How long another edition of one of them is announced before it holds. */
export const LAW_NOTICE_MS = DAY;

/** Until when before its time it can be taken back: every server has to read of that. */
export const LAW_FINAL_MS = MINUTE;

/** Who runs the server: name, address, register, licence or that there is none. */
export const COMPANY = '1';

/** The user agreement, whose acceptance is on record. */
export const AGREEMENT = '3';

export const TITLE_MAX = 120;
export const LEAD_MAX = 400;
export const TEXT_MAX = 20_000;
export const LINK_MAX = 300;
/** A picture of the logo as it is stored: a PNG in base64. */
export const LOGO_MAX = 24_000;

/**
 * Where a link of a text may lead: to an address of ours, to https, or to a mailbox. Null for
 * anything else, which is then no link.
 */
export function linkOf(written: string): string | null {
  const text = written.trim();
  if (text.length > LINK_MAX || /[\s\\<>"'`]/u.test(text) || hasControl(text)) return null;
  if (/^\/(?!\/)/.test(text)) return text;
  if (/^mailto:[^?&]+@[^?&]+$/i.test(text)) return text;
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '' ? text : null;
}

function hasControl(text: string): boolean {
  return [...text].some((sign) => sign < ' ' || sign === '\u007f');
}
