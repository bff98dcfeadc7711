import type { Config } from '@assay/platform/config';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const EVERYWHERE = ['0.0.0.0', '::'];

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
