/**
 * A process that owns an embedded database until it is stopped or killed: tests of what survives
 * a kill -9 need an owner other than the test itself.
 *   tsx platform/testing/hold-database.ts <folder>   prints {"pid", "url"} when ready
 */
import { startEmbedded } from '../db/embedded.ts';

const folder = process.argv[2];
if (!folder) throw new Error('hold-database <folder>');
try {
  const settings = { shared_buffers: '64MB', fsync: 'off' };
  const server = await startEmbedded({ folder, owned: true, settings });
  console.log(JSON.stringify({ pid: server.pid(), url: server.url }));
  const keepAlive = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', async () => {
    await server.stop();
    clearInterval(keepAlive);
  });
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
  process.exitCode = 1;
}
