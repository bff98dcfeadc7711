import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { approvalTable } from './staff.ts';

const CATALOGUE = new URL('../console/src/app/locales/en.json', import.meta.url);

it('OPER-140 every command that needs two people has a name that staff read', () => {
  const { approvals } = JSON.parse(readFileSync(CATALOGUE, 'utf8'));
  const types = approvalTable('production').commandTypes;
  expect(Object.keys(approvals.commands).sort()).toEqual([...types].sort());
});
