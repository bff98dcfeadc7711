import { parseArgs } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { type EvidenceTable, evidenceTables, randomEdit } from './edits.ts';
import { openTampered, type Tampered } from './tampered.ts';

/**
 * Edits rows of every table that is evidence, at random, and looks whether each is found:
 *   npm run tamper -- [--edits 1000] [--batch 20] [--entries 0] [--seed 1]
 * The edits of a batch are in different tables, so that each is answered for by a finding that
 * names its table: by a server that goes on from what it kept, and by a whole verification.
 * `--entries` adds so many commands to the log first; the times are then of a log of that length.
 * Prints a line of JSON at the end. Ends with 1 when an edit was missed.
 */
const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '1000' },
    batch: { type: 'string', default: '20' },
    entries: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const dice = createDice(Number(values.seed));
const place = await openTampered(Number(values.entries));
const tables = await evidenceTables(place.client);
const missed: string[] = [];
const tookMs: number[] = [];
let edits = 0;
while (edits < Number(values.edits)) {
  edits += await runBatch(place, tables);
  console.log(`${edits} edits, ${missed.length} missed`);
}
await place.close();
const slowestMs = Math.round(Math.max(...tookMs));
console.log(JSON.stringify({ edits, missed, looks: tookMs.length, slowestMs }));
process.exit(missed.length > 0 ? 1 : 0);

async function runBatch({ client, findings, verify }: Tampered, all: EvidenceTable[]) {
  await client.query('BEGIN');
  const made = [];
  const left = [...all];
  while (made.length < Number(values.batch) && left.length > 0) {
    const [table] = left.splice(dice.int(0, left.length - 1), 1);
    const edit = await randomEdit(client, table!, dice);
    if (edit !== null) made.push(edit);
  }
  const started = performance.now();
  const running = (await findings()).join('\n');
  tookMs.push(performance.now() - started);
  const verified = (await verify()).join('\n');
  await client.query('ROLLBACK');
  for (const { table, what } of made) {
    if (!names(running, table)) missed.push(`${table} ${what}: by the running check`);
    if (!names(verified, table)) missed.push(`${table} ${what}: by verify`);
  }
  return made.length;
}

/** Whether a finding is of this table; what the log says is of its two tables. */
function names(findings: string, table: string): boolean {
  const [, schema = '', name = ''] = /^(\w+)\."([^"]+)"$/.exec(table) ?? [];
  if (name.startsWith('engine')) {
    return /log at command|the table engine/.test(findings) || findings.includes(name);
  }
  if (schema.includes('_upgrade')) return findings.includes(`kept ${name}`);
  return findings.includes(name);
}
