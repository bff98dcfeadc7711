import { createDice } from '@assay/core/testing/dice';
import type { Client } from '@assay/platform/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  checkedTables,
  notEvidence,
  notEvidenceColumns,
} from '../../apps/server/checks/evidence.ts';
import { type EvidenceTable, evidenceTables, randomEdit } from './edits.ts';
import { openTampered, type Tampered } from './tampered.ts';

let place: Tampered;
let client: Client;
let tables: EvidenceTable[];

beforeAll(async () => {
  place = await openTampered();
  client = place.client;
  tables = await evidenceTables(client);
}, 300_000);
afterAll(() => place?.close());

it('OPSX-100 every table of the catalogue is checked or has a reason not to be', () => {
  const names = tables.map(({ name }) => name.replaceAll('"', '')).toSorted();
  expect([...new Set(checkedTables(place.realms, place.shared))].toSorted()).toEqual(names);
  for (const why of Object.values({ ...notEvidence, ...notEvidenceColumns })) {
    expect(why.length).toBeGreaterThan(20);
  }
});

it('OPSX-101 each of 50 random edits is found by the running check and by a whole verification', async () => {
  await client.query('BEGIN');
  expect([...(await place.findings()), ...(await place.verify())]).toEqual([]);
  await client.query('ROLLBACK');
  const dice = createDice(11);
  const missed: string[] = [];
  const edited = new Set<string>();
  for (let i = 0, edits = 0; edits < 50; i += 1) {
    const table = tables[i % tables.length]!;
    await client.query('BEGIN');
    const edit = await randomEdit(client, table, dice);
    if (edit !== null) {
      edits += 1;
      edited.add(edit.table);
      const running = await place.findings();
      const verified = await place.verify();
      if (running.length === 0) missed.push(`${edit.table} ${edit.what}: by the running check`);
      if (verified.length === 0) missed.push(`${edit.table} ${edit.what}: by verify`);
    }
    await client.query('ROLLBACK');
  }
  expect(missed).toEqual([]);
  expect(edited.size).toBeGreaterThan(15);
}, 600_000);
