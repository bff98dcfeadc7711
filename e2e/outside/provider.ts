import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SECRET = 'a secret that both sides know, of 32 characters or more';
const HELLO = 'Please hold your document before the camera.';

/** An outside provider of verification: people come to its page, and it sends what it finds. */
export class Provider {
  /** References of those who came, in order. */
  readonly visitors: string[] = [];
  readonly #server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://provider.test');
    if (pathname === '/start') this.visitors.push(searchParams.get('reference') ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Provider</title><link rel="icon" href="data:,">${HELLO}`);
  });
  readonly hello = HELLO;

  /** Starts it; returns the settings of a server that trusts it. */
  async start(): Promise<Readonly<Record<string, string>>> {
    // A second try, which has a server of its own, comes to the same.
    if (!this.#server.listening) {
      this.#server.listen(0, '127.0.0.1');
      await once(this.#server, 'listening');
    }
    const { port } = this.#server.address() as AddressInfo;
    return {
      VERIFICATION_URL: `http://127.0.0.1:${port}/start?level={level}&reference={reference}`,
      VERIFICATION_SECRET: SECRET,
      VERIFICATION_BY: 'decide',
    };
  }

  stop(): void {
    this.#server.close();
  }

  /** Sends an event, signed as standardwebhooks.com says; the status of the answer. */
  async send(address: string, event: object, secret = SECRET): Promise<number> {
    const body = JSON.stringify({ ...event, occurredAt: Date.now() });
    const id = `evt_${crypto.randomUUID()}`;
    const seconds = String(Math.floor(Date.now() / 1000));
    const signed = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`);
    const answer = await fetch(`${address}/hooks/verification`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...{ 'webhook-id': id, 'webhook-timestamp': seconds },
        'webhook-signature': `v1,${signed.digest('base64')}`,
      },
    });
    return answer.status;
  }
}
