import type { Config } from '@assay/platform/config';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const EVERYWHERE = ['0.0.0.0', '::'];

/**
 * The address that people type: PUBLIC_URL, or this machine by its name where the server listens on
 * it, because passkeys belong to a name and not to an address.
 */
export function shownAddress(
  { HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>,
  listening: string,
): string {
  if (PUBLIC_URL !== '') return PUBLIC_URL;
  const isHere = [...LOOPBACK, ...EVERYWHERE, '::1'].includes(HOST);
  return isHere ? `http://localhost:${new URL(listening).port}` : listening;
}

/**
 * The names by which requests may ask for this server: those of the machine itself, the one that
 * people type, and what the operator adds. A page of another name that leads here (DNS rebinding)
 * gets nothing.
 */
export function hostNames({
  HOST,
  PUBLIC_URL,
  API_URL,
  HOST_NAMES,
}: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'API_URL' | 'HOST_NAMES'>): string[] {
  const listening = EVERYWHERE.includes(HOST) ? [] : [HOST.includes(':') ? `[${HOST}]` : HOST];
  const shown = [PUBLIC_URL, API_URL].flatMap((url) => (url === '' ? [] : [new URL(url).hostname]));
  return [...LOOPBACK, ...listening, ...shown, ...HOST_NAMES];
}
