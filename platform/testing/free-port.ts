import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Below what systems give to whoever asks for any port, so that none is given away meanwhile. */
const [FIRST, LAST] = [20_000, 32_000];

/** A port of this machine that nobody uses, for a server that must be known by it beforehand. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
