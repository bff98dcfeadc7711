import type { Config } from '@assay/platform/config';
import type { Http } from '@assay/platform/http/server';
import { StartError } from '@assay/platform/start-error';

type Place = Pick<Config, 'PORT' | 'HOST'>;

/** Returns the address. Another process may have taken the port since it was checked. */
export async function listen(http: Http, place: Place, setting = 'PORT'): Promise<string> {
  try {
    return await http.listen(place.PORT, place.HOST);
  } catch (error) {
    throw portError(error, place, setting);
  }
}

/** Why a port cannot be listened on, in a sentence. */
export function portError(error: unknown, { PORT, HOST }: Place, setting = 'PORT'): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${PORT} is taken. Set ${setting} to another.`);
  return new StartError(`Cannot listen on ${HOST}:${PORT}: ${message}`);
}
