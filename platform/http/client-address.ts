import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whose word on the client's address is believed. Forwarding headers are read from the right as
 * long as the speaker is a listed proxy; what stands left of the first stranger is hearsay.
 */
export class TrustedProxies {
  readonly #list = new BlockList();
  /** Whether there is any proxy to believe. */
  readonly any: boolean;

  /** Addresses or ranges, such as 10.0.0.1 or 10.0.0.0/8. Throws for anything else. */
  constructor(proxies: readonly string[]) {
    this.any = proxies.length > 0;
    for (const proxy of proxies) {
      const [address = '', bits] = proxy.split('/');
      const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
      if (family === null) throw new Error(`Not an address or range of a proxy: ${proxy}`);
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  trusts(address: string): boolean {
    if (!this.any) return false;
    const plain = plainAddress(address);
    if (isIPv4(plain)) return this.#list.check(plain, 'ipv4');
    return isIPv6(plain) && this.#list.check(plain, 'ipv6');
  }

  /** The client's address. */
  clientOf(request: IncomingMessage): string {
    let client = plainAddress(request.socket.remoteAddress ?? '');
    if (!this.any) return client;
    const header = String(request.headers['x-forwarded-for'] ?? '');
    const said = header.split(',').map((address) => address.trim());
    while (said.length > 0 && this.trusts(client)) {
      const next = plainAddress(said.pop() ?? '');
      if (!isIPv4(next) && !isIPv6(next)) break;
      client = next;
    }
    return client;
  }

  /** Whether the client speaks https with the proxy before us; we ourselves never do. */
  isHttps({ socket, headers }: IncomingMessage): boolean {
    const said = this.any && headers['x-forwarded-proto'];
    if (!said || !this.trusts(socket.remoteAddress ?? '')) return false;
    return lastOf(String(said)) === 'https';
  }
}

/** The last of what several proxies have added to one header. */
function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim();
}

/** What proxies add to a request that they pass on. */
const FORWARDING = [
  ...['forwarded', 'via', 'x-real-ip', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto'],
];

/** Whether anybody passed the request on, trusted or not: then it did not begin where it says. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

/** IPv4 addresses that arrive on an IPv6 socket are written ::ffff:1.2.3.4. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
