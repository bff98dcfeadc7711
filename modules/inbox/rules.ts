import { MINUTE, SECOND } from '@assay/core/time';

/** What messages are about. */
export const MESSAGE_KINDS = [
  'security',
  'verification',
  'support',
  'alert',
  'money',
  'orders',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const CHANNELS = ['app', 'email', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What reaches a person who has chosen nothing. */
export const USUAL: Readonly<Record<MessageKind, Readonly<Record<Channel, boolean>>>> = {
  security: { app: true, email: true, push: true },
  verification: { app: true, email: true, push: true },
  support: { app: true, email: true, push: true },
  alert: { app: true, email: false, push: true },
  money: { app: true, email: true, push: true },
  orders: { app: true, email: true, push: true },
};

/**
 * What nobody can switch off: a thief would do so first. The mails about security are those of the
 * accounts themselves, with the link that freezes.
 */
export const FIXED: Readonly<Record<MessageKind, readonly Channel[]>> = {
  security: ['app', 'email'],
  verification: [],
  support: [],
  alert: [],
  money: [],
  orders: [],
};

/** Browsers of one person that are notified. */
export const ENDPOINTS_MAX = 10;

/** The services of the browsers' makers; a suffix begins with a dot. */
const PUSH_HOSTS = [
  ...['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'],
  ...['.push.apple.com', '.notify.windows.com', '.push.services.mozilla.com'],
];

/** Whether notifications may be sent to this address: https at a known host, and no other port. */
export function isPushAddress(address: string, more: readonly string[] = []): boolean {
  if (address.length > 1_000 || !URL.canParse(address)) return false;
  const { protocol, hostname, host, port, username, password } = new URL(address);
  if (more.includes(host)) return true;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return PUSH_HOSTS.some((known) =>
    known.startsWith('.') ? hostname.endsWith(known) : hostname === known,
  );
}

/** Tries to notify a browser, after which the next follows later; then it is given up. */
export const PUSH_TRIES_MAX = 5;
export const retryMs = (tries: number) => Math.min(30 * SECOND * 4 ** tries, 60 * MINUTE);
