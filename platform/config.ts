import path from 'node:path';
import { MODES } from '@assay/core/schema/mode';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** Languages by the product's own codes; jp, kr, tw and vn are not those of ISO. */
export const languages = [
  ...(['en', 'es', 'fr', 'de', 'jp', 'ar', 'kr'] as const),
  ...(['th', 'vn', 'it', 'pt', 'ru', 'tw', 'zh'] as const),
];

/** One setting: an environment variable. README's table is printed from this list. */
interface Setting<T extends z.ZodType = z.ZodType> {
  /** The value of an unset or empty variable, as text. */
  default: string;
  meaning: string;
  parse: T;
}

function setting<T extends z.ZodType>(standard: string, meaning: string, parse: T): Setting<T> {
  return { default: standard, meaning, parse };
}

const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]);
const urlOf = (protocol: RegExp, message: string) => optional(z.url({ protocol, error: message }));

const databaseUrl = urlOf(/^postgres(ql)?$/, 'must be a postgresql:// address');
const webUrl = urlOf(/^https?$/, 'must be an http:// or https:// address');
const smtpUrl = urlOf(/^smtps?$/, 'must be an smtp:// or smtps:// address');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

const ONE_CHAIN = /^[1-9][0-9]{0,14}=https?:\/\/[^|]+(\|https?:\/\/[^|]+)?$/;

/** The nodes of each chain, one or two, by its number. */
const chainNodes = z
  .string()
  .transform((written) => written.split(/[ ,]+/).filter((part) => part !== ''))
  .refine(
    (parts) =>
      parts.every(
        (part) => ONE_CHAIN.test(part) && nodesIn(part).every((node) => URL.canParse(node)),
      ),
    'must be chains with a node or two, as `1=https://a|https://b`',
  )
  .transform((parts) => new Map(parts.map((part) => [Number.parseInt(part, 10), nodesIn(part)])));

const nodesIn = (part: string): string[] => part.slice(part.indexOf('=') + 1).split('|');

const seconds = z
  .string()
  .regex(/^\d{1,3}$/, 'must be whole seconds from 1 to 120')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 120, 'must be whole seconds from 1 to 120');

const wholeAmount = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole amount from 1 to 999999999')
  .transform((text) => BigInt(text));

/** Host names or addresses, separated by commas. */
const names = z
  .string()
  .regex(/^[0-9a-zA-Z.:[\]\-, ]*$/, 'must be host names, separated by commas')
  .transform((text) => text.split(/[ ,]+/).filter((part) => part !== ''));

/** Addresses and ranges, separated by commas; empty: no forwarding header is trusted. */
const proxies = z
  .string()
  .regex(/^[0-9a-fA-F.:/, ]*$/, 'must be addresses or ranges, separated by commas')
  .transform((text) => text.split(/[ ,]+/).filter((part) => part !== ''));

export const settings = {
  INSTALLATION: setting(
    '',
    'What a new installation is, for good: `trial`, also without it, or `production`',
    z.enum(['', ...MODES], 'must be `trial` or `production`'),
  ),
  PORT: setting('8080', 'Port of the web app and its calls; 0 takes a free one', port),
  CONSOLE_PORT: setting(
    '',
    "The console's own port; empty: in a production the one after `PORT`, in a trial that of the app",
    z.union([z.literal(''), port]),
  ),
  CONSOLE_URL: setting(
    '',
    'Address that staff type, when it is not this machine; another origin than `PUBLIC_URL`',
    webUrl,
  ),
  HOST: setting('127.0.0.1', 'Address to listen on; `0.0.0.0` for all', z.string().min(1)),
  PUBLIC_URL: setting('', 'Address that people type, when it is not this machine', webUrl),
  HOST_NAMES: setting(
    '',
    'More names that requests may come by, beside this machine and that of `PUBLIC_URL`',
    names,
  ),
  TRUST_PROXY: setting('', 'Addresses or ranges of the proxies in front of us', proxies),
  DATA_DIR: setting('./data', 'Folder of everything that must survive', z.string().min(1)),
  DATABASE_URL: setting('', 'A PostgreSQL 15+ to use instead of the embedded one', databaseUrl),
  DATABASE_OWNER_URL: setting(
    '',
    'The same database as the role that makes and owns its tables; that of `DATABASE_URL` needs to own nothing',
    databaseUrl,
  ),
  FEED: setting(
    'auto',
    'Prices: `live`, `replay`, `simulated`, or `auto`: live, else simulated',
    z.enum(['auto', 'live', 'replay', 'simulated']),
  ),
  PYTH_API_KEY: setting(
    '',
    'Key for the price service of Pyth, from which live prices of metals, oil, gas and forex come; without one these have none',
    z.string().regex(/^[\x21-\x7e]*$/, 'must be one word'),
  ),
  FEED_REPLAY_DIR: setting('', 'Folder of recorded bars for `FEED=replay`', z.string()),
  SMTP_URL: setting(
    '',
    'Mail server; without it all messages go to the outbox of the console',
    smtpUrl,
  ),
  SMS_URL: setting(
    '',
    'Gateway for messages to phones: an address with `{to}`, `{text}` and `{id}`; without it and with a mail server there are no codes by phone',
    webUrl,
  ),
  SMS_BODY: setting(
    '',
    'Body of the request to the gateway, JSON or a form, with the same names; empty: a GET',
    z.string().max(2000),
  ),
  SMS_AUTHORIZATION: setting(
    '',
    'Header `Authorization` of that request',
    z.string().regex(/^[^\r\n]{0,500}$/, 'must be one line'),
  ),
  SMS_DAILY_MAX: setting(
    '1000',
    'Messages to phones in 24 hours; more wait',
    z
      .string()
      .regex(/^[1-9][0-9]{0,6}$/, 'must be a whole number from 1 to 9999999')
      .transform(Number),
  ),
  SMS_REPORT_KEY: setting(
    '',
    'What the gateway sends with its delivery reports to `/web/smsReport`; empty: none are taken',
    optional(z.string().min(20, 'must have 20 characters or more')),
  ),
  MAIL_FROM: setting(
    'Assay <no-reply@localhost>',
    'Sender of mails',
    z.string().regex(/^[^\r\n]{3,200}$/, 'must be one line'),
  ),
  SITE_NAME: setting('Assay', 'Name shown to people', z.string().min(1).max(40)),
  LANGUAGES: setting(
    'complete',
    '`complete`: those that are translated in full; `all`: also the others, in English (for tests)',
    z.enum(['complete', 'all']),
  ),
  KIT_PAGE: setting(
    'off',
    '`on`: the page `/kit` shows every part of the screens in its states (for development)',
    z.enum(['off', 'on']),
  ),
  DEFAULT_LANGUAGE: setting('en', 'Language of people who did not choose one', z.enum(languages)),
  API_URL: setting(
    '',
    'Address that the apps send their calls to, when it is not the one that they are served from',
    webUrl,
  ),
  CALL_TIMEOUT: setting('15', 'Seconds that the apps wait for an answer', seconds),
  MOBILE_SITE_URL: setting('', 'Where phones are sent; empty: nowhere', webUrl),
  REGISTRATION: setting(
    'open',
    '`open` (an invitation code is optional) or `invitation` (it is required)',
    z.enum(['open', 'invitation']),
  ),
  QUERY_TOKEN: setting(
    '',
    "Whether a session's token may stand in the address of a read: `reads`, also without it in a trial, or `never`, also without it in a production",
    z.enum(['', 'reads', 'never']),
  ),
  OPTIONS_COUNTRIES: setting(
    '',
    'Countries (ISO codes, `,` between) where the operator has a licence for options; under `byCountry` they are sold for money nowhere else',
    z.string().regex(/^([A-Z]{2}(,[A-Z]{2})*)?$/),
  ),
  COUNTRY_POLICY: setting(
    '',
    "Which countries' limits apply: `byCountry`, also without it in a production, or `unrestricted`, also without it in a trial; in a production its operator answers for that",
    z.enum(['', 'byCountry', 'unrestricted']),
  ),
  S3_ENDPOINT: setting(
    '',
    'A store that speaks the protocol of S3, for documents; empty: the folder `files` in `DATA_DIR`',
    webUrl,
  ),
  S3_BUCKET: setting('', 'Its bucket', z.string().regex(/^[a-z0-9.-]{0,63}$/, 'must be a name')),
  S3_REGION: setting('us-east-1', 'Its region', z.string().min(1)),
  S3_ACCESS_KEY_ID: setting('', 'The public half of its key', z.string()),
  S3_SECRET_ACCESS_KEY: setting('', 'The secret half of its key', z.string()),
  VERIFICATION_URL: setting(
    '',
    'Where an outside provider checks people: an address with `{reference}` and perhaps `{level}`; empty: only staff do',
    webUrl.refine((url) => url === '' || url.includes('{reference}'), 'must have `{reference}`'),
  ),
  VERIFICATION_SECRET: setting(
    '',
    'What it signs its events to `/hooks/verification` with (standardwebhooks.com)',
    optional(z.string().min(32, 'must have 32 characters or more')),
  ),
  VERIFICATION_BY: setting(
    'advise',
    '`advise`: staff decide; `decide`: what it passed with the document that a person gave is approved, the rest is left to staff',
    z.enum(['advise', 'decide']),
  ),
  TRIAL_CHAIN: setting(
    'on',
    '`on`: a trial runs a chain of its own, with test money that goes all the way; `off`: it does not (for tests)',
    z.enum(['on', 'off']),
  ),
  CHAIN_NODES: setting(
    '',
    'Nodes of the chains on which people deposit, and that confirm what staff pay by hand, as `1=https://a|https://b`, chains separated by commas; of two nodes nothing is believed that they say differently',
    chainNodes,
  ),
  DEPOSIT_KEY: setting(
    '',
    "Extended public key of m/44'/60'/0'/0, of which deposit addresses are children; without it a production takes no deposits, and a trial uses that of its own chain",
    z.string().regex(/^(xpub[1-9A-HJ-NP-Za-km-z]{100,120})?$/, 'must be an extended public key'),
  ),
  HISTORY_DAYS: setting(
    '30',
    'Days of minutes in the history that a first start brings in, hours and days in proportion; fewer for tests',
    z
      .string()
      .regex(/^([1-9]|[12]\d|30)$/, 'must be a whole number from 1 to 30')
      .transform(Number),
  ),
  VIRTUAL_BALANCE: setting('100000', 'USDT in a new virtual account', wholeAmount),
  LIMITS_FACTOR: setting(
    '1',
    'Multiplies every limit of requests; above 1 for load tests only',
    z
      .string()
      .regex(/^[1-9][0-9]{0,6}$/)
      .transform(Number),
  ),
  LOG_LEVEL: setting(
    'info',
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
} as const;

type Settings = typeof settings;
export type SettingName = keyof Settings;

/** What a store of objects needs besides its address. */
const S3_SETTINGS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The parsed and checked settings. */
export type Config = Readonly<{ [K in SettingName]: z.output<Settings[K]['parse']> }>;

export class ConfigError extends StartError {
  override name = 'ConfigError';
}

/**
 * Reads the settings from the environment; an empty variable counts as unset.
 * Throws one ConfigError that names every wrong setting, so that one try finds them all.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: standard, parse }] of Object.entries(settings)) {
    const text = environment[name]?.trim() || standard;
    const result = parse.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push(`${name}: ${result.error.issues[0]?.message ?? 'is wrong'}`);
  }
  if (values.FEED === 'replay' && values.FEED_REPLAY_DIR === '') {
    problems.push('FEED_REPLAY_DIR: must name a folder when FEED=replay');
  }
  const lacking = S3_SETTINGS.filter((name) => values[name] === '');
  if (values.S3_ENDPOINT !== '' && lacking.length > 0) {
    problems.push(`S3_ENDPOINT: needs ${lacking.join(', ')}`);
  }
  if (values.VERIFICATION_URL !== '' && values.VERIFICATION_SECRET === '') {
    problems.push('VERIFICATION_URL: needs VERIFICATION_SECRET');
  }
  const staffsOrigin = originOf(values.CONSOLE_URL);
  if (staffsOrigin !== '' && staffsOrigin === originOf(values.PUBLIC_URL)) {
    problems.push('CONSOLE_URL: must be another origin than PUBLIC_URL');
  }
  if (values.API_URL !== '' && values.PUBLIC_URL === '') {
    problems.push('API_URL: needs PUBLIC_URL, the address that the apps are served from');
  }
  if (values.DATABASE_OWNER_URL !== '' && values.DATABASE_URL === '') {
    problems.push('DATABASE_OWNER_URL: needs DATABASE_URL, the address of the other role');
  }
  if (problems.length > 0) {
    throw new ConfigError(`Settings are wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  const config = values as Config;
  return Object.freeze({ ...config, DATA_DIR: path.resolve(config.DATA_DIR) });
}

/** Of an address that is right by itself; empty for one that is not. */
function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
}

/** The settings as a Markdown table; a test compares it with README.md. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { default: standard, meaning }]) => {
    const shown = standard === '' ? '' : `\`${standard}\``;
    return `| \`${name}\` | ${shown} | ${meaning} |`;
  });
  return ['| Name | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
