import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkOf } from './limits.ts';

/**
 * The proxies whose forwarding headers are trusted. The header is read from the right for as long
 * as each address is a listed proxy; what stands left of the first other address is ignored.
 */
export class TrustedProxies {
  readonly #list = new BlockList();
  /** Whether any proxy is trusted. */
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
    const forwarded = header.split(',').map((address) => address.trim());
    while (forwarded.length > 0 && this.trusts(client)) {
      const next = plainAddress(forwarded.pop() ?? '');
      if (!isIPv4(next) && !isIPv6(next)) break;
      client = next;
    }
    return client;
  }

  /** Whether the client reached the proxy by https; the server itself never serves https. */
  isHttps({ socket, headers }: IncomingMessage): boolean {
    const protocols = this.any && headers['x-forwarded-proto'];
    if (!protocols || !this.trusts(socket.remoteAddress ?? '')) return false;
    return lastOf(String(protocols)) === 'https';
  }
}

/** The last of the values that several proxies have added to one header. */
function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim();
}

/** Headers that proxies add to a request. */
const FORWARDING = [
  ...['forwarded', 'via', 'x-real-ip', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto'],
];

/** Whether a proxy, trusted or not, forwarded the request: its sender is then not the client. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

/** IPv4 addresses that arrive on an IPv6 socket are written ::ffff:1.2.3.4. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** Cuts new connections of a network that has too many open. */
export function limitConnections(
  server: Server,
  proxies: TrustedProxies,
  max = Number.POSITIVE_INFINITY,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (proxies.trusts(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
