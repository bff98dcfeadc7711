import path from 'node:path';
import { bundleServer } from '../harness/bundle.ts';
import { Server } from '../harness/server.ts';

/** The shipped server on a clock of its own, with the limits of people's countries. */
export async function hoursServer(): Promise<Server> {
  const folder = await bundleServer('hours');
  return new Server([path.join(folder, 'main.js')], { COUNTRY_POLICY: 'byCountry' });
}
