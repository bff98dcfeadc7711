import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Called when a request has come, and again when the node has answered and we have not. */
export type Watch = (moment: 'before' | 'after', methods: readonly string[]) => boolean;

export interface Proxy {
  readonly url: string;
  /** Whatever it returns true for is not answered any more: its sender is dead. */
  watch: Watch;
  stop(): Promise<void>;
}

/** Stands between a process and its node, so that the process can be killed at an exact step. */
export async function startProxy(node: string): Promise<Proxy> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      forward(body).then(
        (answer) => {
          if (answer === null) response.destroy();
          else response.setHeader('content-type', 'application/json').end(answer);
        },
        () => response.destroy(),
      );
    });
  });
  async function forward(body: string): Promise<string | null> {
    const calls = [JSON.parse(body)].flat() as { readonly method: string }[];
    const methods = calls.map(({ method }) => method);
    if (proxy.watch('before', methods)) return null;
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(node, { method: 'POST', headers, body })).text();
    return proxy.watch('after', methods) ? null : answer;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: Proxy = {
    url: `http://127.0.0.1:${port}`,
    watch: () => false,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
