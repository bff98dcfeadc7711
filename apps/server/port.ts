import { once } from 'node:events';
import net from 'node:net';
import type { Config } from '@assay/platform/config';
import type { Http } from '@assay/platform/http/server';
import { StartError } from '@assay/platform/start-error';

type Place = Pick<Config, 'PORT' | 'HOST'>;

/**
 * Throws if the port cannot be listened on. Called before a database is made or opened, so that
 * whoever starts a second server sees the error at once, not after the ten seconds of a first
 * start.
 */
export async function refuseTakenPort(place: Place): Promise<void> {
  const probe = net.createServer();
  try {
    probe.listen(place.PORT, place.HOST);
    await once(probe, 'listening');
  } catch (error) {
    throw reasonOf(error, place);
  }
  probe.close();
  await once(probe, 'close');
}

/** Returns the address. Another process may have taken the port since it was checked. */
export async function listen(http: Http, place: Place): Promise<string> {
  try {
    return await http.listen(place.PORT, place.HOST);
  } catch (error) {
    throw reasonOf(error, place);
  }
}

function reasonOf(error: unknown, { PORT, HOST }: Place): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartError(`Port ${PORT} is taken. Set PORT to another.`);
  return new StartError(`Cannot listen on ${HOST}:${PORT}: ${message}`);
}
