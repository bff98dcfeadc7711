import { parseArgs } from 'node:util';
import { campaign } from './kill9/campaign.ts';
import { HostTarget } from './kill9/host-target.ts';
import { ServerTarget } from './kill9/server-target.ts';
import { partsNamed } from './parts/parts.ts';
import { BUGS } from './planted/bugs.ts';

/**
 * Kills the server (or the engine alone) with SIGKILL under load and checks what is left:
 *   npx tsx sim/kill.ts [--cycles 1000] [--target server|host] [--seed 1] [--port 8220] [--quiet]
 *   npx tsx sim/kill.ts --target host --parts prepaid                modules beside spot
 *   npx tsx sim/kill.ts --target host --bug "reply before commit"    must find something
 * Prints a line of JSON at the end. Ends with 1 when something was found. Ctrl-C ends it after this
 * kill, with its report; a second one at once.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '1000' },
    target: { type: 'string', default: 'server' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '8220' },
    bug: { type: 'string' },
    parts: { type: 'string', default: '' },
    quiet: { type: 'boolean', default: false },
  },
});

const bug = BUGS.find(({ name }) => name === values.bug) ?? null;
if (values.bug !== undefined && bug === null) throw new Error(`no bug is called ${values.bug}`);
const parts = partsNamed(values.parts.split(',').filter((name) => name !== ''));
const target =
  values.target === 'host' ? new HostTarget(bug, parts) : new ServerTarget(Number(values.port));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) void target.clean().finally(() => process.exit(1));
    stopping.abort();
  });
}
const print = values.quiet ? () => undefined : (text: string) => console.log(text);
const [cycles, seed] = [Number(values.cycles), Number(values.seed)];
const report = await campaign(target, cycles, seed, print, stopping.signal);
console.log(JSON.stringify({ ...report, findings: report.findings.slice(0, 5) }));
process.exit(report.findings.length > 0 ? 1 : 0);
