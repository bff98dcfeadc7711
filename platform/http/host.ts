import type { IncomingMessage } from 'node:http';

export type HostCheck = (request: IncomingMessage) => boolean;

/** Whether a request is for one of these names, with whatever port; without a list each is. */
export function hostCheck(hosts: readonly string[] | undefined): HostCheck {
  if (hosts === undefined) return () => true;
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  return ({ headers: { host = '' } }) => known.has(host.replace(/:\d*$/, '').toLowerCase());
}

/**
 * Node silently drops a second `Host`, which a proxy in front of us may have used. HTTP/1.0 has
 * none.
 */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found === 1 || (found === 0 && httpVersion === '1.0');
}
