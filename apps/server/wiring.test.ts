import { createLog } from '@assay/platform/log';
import { createMetrics } from '@assay/platform/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';
import { virtualAccountsLeft, virtualAccountsOf } from './wiring.ts';

let demo: TestRealm;
beforeAll(async () => {
  demo = await startTestRealm({ house: {} });
});
afterAll(() => demo.stop());

test('OPSX-056 when the virtual money is used up, it is refused, counted and logged', async () => {
  // The largest balance of an account: 92 of them are all that fits an int64.
  const balance = 999_999_999n;
  const lines: string[] = [];
  const log = createLog('error', { write: (line: string) => lines.push(line) });
  const figures = createMetrics();
  const accounts = virtualAccountsOf(demo.engine, balance, { log, figures });
  expect(virtualAccountsLeft(demo.engine, balance)).toBe(92);
  const opened = Array.from({ length: 92 }, (_, i) => accounts.open(1_000 + i));
  expect(new Set(await Promise.all(opened))).toEqual(new Set([true]));
  expect(virtualAccountsLeft(demo.engine, balance)).toBe(0);
  expect(await accounts.open(2_000)).toBe(false);
  // Existing accounts remain, and a reset may grant again what it takes back.
  expect(await accounts.open(1_000)).toBe(true);
  expect(await accounts.reset(1_000)).toMatchObject({ ok: true });
  expect(await accounts.open(2_000)).toBe(false);
  expect(await figures.registry.metrics()).toContain('assay_virtual_accounts_refused_total 2');
  expect(lines.filter((line) => line.includes('virtual money'))).toHaveLength(2);
  demo.audit();
});
