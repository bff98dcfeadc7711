import type { Mode } from '@assay/core/schema/mode';
import type { Config } from '@assay/platform/config';
import { settings } from '@assay/platform/config';
import type { OpenDatabase } from '@assay/platform/db/database';
import { needsTls } from '@assay/platform/mail/mailer';
import { StartError } from '@assay/platform/start-error';

/** Where secrets or data of people go to; in the clear not beyond this machine. */
const OUTWARD = ['SMS_URL', 'S3_ENDPOINT', 'VERIFICATION_URL'] as const;
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const;

type Checked = Pick<
  Config,
  | ('FEED' | 'CONSOLE_URL' | 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL')
  | ('TRUST_PROXY' | 'LIMITS_FACTOR')
  | (typeof OUTWARD)[number]
  | (typeof DATABASES)[number]
>;

/** What a production needs that these settings do not give, a line each. */
export function missingSettings(config: Checked): string[] {
  const { FEED, SMTP_URL, MAIL_FROM, PUBLIC_URL, CONSOLE_URL, TRUST_PROXY, LIMITS_FACTOR } = config;
  const missing: string[] = [];
  if (FEED === 'replay' || FEED === 'simulated') {
    missing.push(`FEED: prices must be live, not ${FEED}; without them the markets halt`);
  }
  if (SMTP_URL === '') missing.push('SMTP_URL: a mail server, so that nobody else reads codes');
  if (MAIL_FROM === settings.MAIL_FROM.default) {
    missing.push('MAIL_FROM: a sender to whom people can answer');
  }
  if (PUBLIC_URL === '') {
    missing.push('PUBLIC_URL: the address that people type, as the only name that is answered');
  } else if (!PUBLIC_URL.startsWith('https:')) {
    missing.push('PUBLIC_URL: must be an https:// address, so that cookies are secure');
  }
  if (CONSOLE_URL !== '' && !CONSOLE_URL.startsWith('https:')) {
    missing.push('CONSOLE_URL: must be an https:// address; without it staff sit at this machine');
  }
  if (TRUST_PROXY.length === 0) {
    missing.push('TRUST_PROXY: the proxy that speaks https, so that limits tell people apart');
  }
  for (const name of OUTWARD) {
    const url = config[name];
    if (url.startsWith('http:') && needsTls(url)) missing.push(`${name}: must be https://`);
  }
  for (const name of DATABASES) {
    if (config[name] !== '' && !isProtected(config[name])) {
      missing.push(`${name}: on another machine it needs ?sslmode=verify-full`);
    }
  }
  if (LIMITS_FACTOR !== 1) missing.push('LIMITS_FACTOR: must be 1; other limits are for tests');
  return missing;
}

/** Whether nobody between here and a database reads along: a socket, this machine, or TLS. */
function isProtected(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  if (host === '' || host.startsWith('/')) return true;
  return searchParams.get('sslmode') === 'verify-full' || !needsTls(`tcp://${host}`);
}

/** @throws StartError that names everything that is missing, so that one try finds it all */
export function refuseUnready(
  config: Checked,
  { weaknesses }: Pick<OpenDatabase, 'weaknesses'>,
): void {
  const weak = weaknesses.map((text) => `the database: ${text}`);
  const missing = [...missingSettings(config), ...weak];
  if (missing.length === 0) return;
  throw new StartError(
    `A production does not start without:\n${missing.map((line) => `  ${line}`).join('\n')}`,
  );
}

/** In a production no token is in an address, unless its operator says so (ASVS 5.0 §14.2.1). */
export function takesQueryTokens(
  { QUERY_TOKEN }: Pick<Config, 'QUERY_TOKEN'>,
  mode: Mode,
): boolean {
  return QUERY_TOKEN === '' ? mode === 'trial' : QUERY_TOKEN === 'reads';
}
