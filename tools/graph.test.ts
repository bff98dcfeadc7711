import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let tree: string;

beforeAll(() => {
  tree = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-graph-'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json']) {
    fs.copyFileSync(path.join(root, name), path.join(tree, name));
  }
  for (const name of ['core', 'platform', 'modules']) {
    const from = path.join(root, name, 'package.json');
    fs.mkdirSync(path.join(tree, name), { recursive: true });
    fs.copyFileSync(from, path.join(tree, name, 'package.json'));
    fs.mkdirSync(path.join(tree, 'node_modules/@assay'), { recursive: true });
    fs.symlinkSync(path.join('..', '..', name), path.join(tree, 'node_modules/@assay', name));
  }
  for (const name of ['zod', 'pg', 'kysely', 'react']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
});
afterAll(() => fs.rmSync(tree, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const full = path.join(tree, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, text);
}

/** A small tree that satisfies every rule. */
const clean: Record<string, string> = {
  'core/num/amount.ts': 'export const amount = 1;',
  'core/schema/call.ts': "import 'zod'; import '../num/amount.ts';",
  'core/testing/dice.ts': 'export const dice = 4;',
  'platform/db/database.ts': "import 'pg'; import '@assay/core/num/amount';",
  'platform/testing/database.ts': "import '../db/database.ts';",
  'modules/ledger/index.ts': "import './store.ts'; import './schema.ts';",
  'modules/ledger/store.ts': "import '@assay/platform/db/database';",
  'modules/ledger/schema.ts': "import 'zod'; import '@assay/core/schema/call';",
  'modules/ledger/ledger.test.ts': "import '@assay/platform/testing/database';",
  'modules/feeds/index.ts': 'export const feeds = 1;',
  'modules/earn/index.ts': "import '@assay/modules/ledger';",
  'modules/markets/index.ts': "import '@assay/modules/feeds';",
  'modules/spot/rules.ts': "import '@assay/core/num/amount'; import './schema.ts';",
  'modules/spot/schema.ts': "import '@assay/modules/ledger/schema';",
  'modules/spot/calls.ts': "import '@assay/modules/ledger'; import './rules.ts';",
  'apps/server/main.ts':
    "import '@assay/modules/spot/rules'; import '@assay/platform/db/database';",
  'apps/web/src/features/spot/ticket.ts': "import '@assay/modules/spot/rules'; import 'react';",
  'apps/web/src/features/asset/page.ts':
    "import '../../ui/button.ts'; import '../../desk/book.ts';",
  'apps/web/src/desk/book.ts': "import './orders.ts'; import '../ui/button.ts';",
  'apps/web/src/desk/orders.ts': "import '@assay/core/num/amount';",
  'apps/web/src/ui/button.ts': 'export const button = 1;',
  'apps/web/src/app/main.ts': "import '../features/spot/ticket.ts';",
  'apps/kit/input/amount.ts': "import '@assay/core/num/amount'; import 'react';",
  'apps/console/src/main.ts': "import '../../kit/input/amount.ts';",
};

/** [rule, file, text]: one violation of each rule, in a separate file. */
const breaches: [string, string, string][] = [
  ['core-is-pure', 'core/bad/a.ts', "import '@assay/platform/db/database';"],
  ['core-is-pure', 'core/bad/b.ts', "import '../../modules/ledger/index.ts';"],
  ['zod-only-in-core-schema', 'core/bad/c.ts', "import 'zod';"],
  ['browser-has-no-node', 'core/bad/d.ts', "import 'node:fs';"],
  ['rules-are-pure', 'modules/spot/rules/a.ts', "import '@assay/platform/db/database';"],
  ['rules-are-pure', 'modules/spot/rules/b.ts', "import '../calls.ts';"],
  ['rules-are-pure', 'modules/cfd/schema.ts', "import '@assay/modules/ledger';"],
  ['rules-are-pure', 'modules/cfd/rules.ts', "import type {} from 'pg';"],
  ['module-by-its-face', 'modules/spot/a.ts', "import '../ledger/store.ts';"],
  ['testing-by-testing', 'modules/spot/testing/a.ts', "import '../../ledger/store.ts';"],
  ['no-test-code-in-the-product', 'modules/spot/e.ts', "import './testing/plain.ts';"],
  ['module-ledger', 'modules/ledger/bad.ts', "import '@assay/modules/feeds';"],
  ['module-earn', 'modules/earn/bad.ts', "import type {} from '@assay/modules/feeds';"],
  ['module-feeds', 'modules/feeds/bad.ts', "import '../markets/index.ts';"],
  ['sql-only-in-store', 'modules/spot/b.ts', "import '@assay/platform/db/database';"],
  ['sql-only-in-store', 'modules/spot/c.ts', "import 'pg';"],
  ['sql-only-in-store', 'modules/spot/d.ts', "import { sql } from 'kysely';"],
  ['platform-knows-no-module', 'platform/bad/a.ts', "import '@assay/modules/ledger';"],
  ['browser-sees-schema-and-rules', 'apps/web/src/bad/a.ts', "import '@assay/modules/ledger';"],
  [
    'browser-sees-schema-and-rules',
    'apps/web/src/bad/b.ts',
    "import '@assay/platform/db/database';",
  ],
  ['browser-has-no-node', 'apps/web/src/bad/c.ts', "import 'node:path';"],
  ['nobody-imports-apps', 'modules/earn/apps.ts', "import '../../apps/server/main.ts';"],
  ['apps-apart', 'apps/console/src/bad.ts', "import '../../web/src/ui/button.ts';"],
  ['signer-is-small', 'apps/signer/bad.ts', "import '@assay/modules/ledger';"],
  ['kit-is-for-any-app', 'apps/kit/bad/a.ts', "import '@assay/core/schema/call';"],
  ['kit-is-for-any-app', 'apps/kit/bad/b.ts', "import '../../web/src/ui/button.ts';"],
  ['browser-has-no-node', 'apps/kit/bad/c.ts', "import 'node:fs';"],
  ['features-apart', 'apps/web/src/features/asset/bad.ts', "import '../spot/ticket.ts';"],
  ['desk-serves-features', 'apps/web/src/desk/a.ts', "import '../features/spot/ticket.ts';"],
  ['desk-serves-features', 'apps/web/src/desk/b.ts', "import type {} from '../app/main.ts';"],
  ['desk-knows-no-product', 'apps/web/src/desk/c.ts', "import '@assay/modules/spot/rules';"],
  ['desk-above-ui-and-lib', 'apps/web/src/ui/bad.ts', "import '../desk/book.ts';"],
  ['nobody-imports-checks', 'modules/earn/sim.ts', "import '../../sim/run.ts';"],
  ['no-test-code-in-the-product', 'modules/earn/dice.ts', "import '@assay/core/testing/dice';"],
  ['everything-resolves', 'modules/earn/lost.ts', "import './nowhere.ts';"],
  ['module-unlisted', 'modules/casino/index.ts', "import '@assay/modules/ledger';"],
  ['no-cycles', 'core/bad/about.ts', "import './round.ts';"],
];
const helpers = {
  'core/bad/round.ts': "import './about.ts';",
  'sim/run.ts': '',
  'modules/spot/testing/plain.ts': '',
};

interface Violation {
  from: string;
  rule: { name: string };
}

function cruise(): Violation[] {
  const bin = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['core', 'platform', 'modules', 'apps', 'sim'].filter((name) =>
    fs.existsSync(path.join(tree, name)),
  );
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const done = spawnSync(process.execPath, [bin, ...args], { cwd: tree, encoding: 'utf8' });
  if (!done.stdout.startsWith('{')) throw new Error(done.stderr || done.stdout);
  return JSON.parse(done.stdout).summary.violations;
}

test('OPSX-070 a tree that satisfies the import rules passes', () => {
  for (const [file, text] of Object.entries(clean)) write(file, text);
  expect(cruise()).toEqual([]);
});

test('OPSX-070 every violation of an import rule is caught by that rule', () => {
  for (const [file, text] of Object.entries({ ...clean, ...helpers })) write(file, text);
  for (const [, file, text] of breaches) write(file, text);
  const violations = cruise();
  for (const [rule, file, text] of breaches) {
    const caught = violations.filter(({ from }) => from === file).map((one) => one.rule.name);
    expect(caught, `${file}: ${text}`).toContain(rule);
  }
  const guilty = new Set([...breaches.map(([, file]) => file), ...Object.keys(helpers)]);
  expect(violations.filter(({ from }) => !guilty.has(from))).toEqual([]);
});
