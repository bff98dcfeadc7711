import { once } from 'node:events';
import net from 'node:net';
import type { Config } from '@assay/platform/config';
import type { Http } from '@assay/platform/http/server';
import { StartError } from '@assay/platform/start-error';

type Place = Pick<Config, 'PORT' | 'HOST'>;

/**
 * Throws when nobody could listen there. Asked before a database is made or opened, so that whoever
 * starts a second server is told at once and not after the first start's ten seconds.
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

/** Answers with the address. Another may have come since the port was asked for. */
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
