/**
 * A bench that ends in the middle of its work, for the test of its leftovers.
 *   tsx bench/leftovers-process.ts <folder> throw|wait   prints the process id of PostgreSQL
 */
import { startEmbedded } from '@assay/platform/db/embedded';
import { cleanAtExit } from './leftovers.ts';

const [, , folder = '', end = ''] = process.argv;
cleanAtExit({ folder, database: folder });
const settings = { shared_buffers: '64MB', fsync: 'off' };
const database = await startEmbedded({ folder, owned: true, settings });
console.log(`postgres ${database.pid()}`);
if (end === 'throw') throw new Error('a bench failed');
setInterval(() => undefined, 60_000);
