import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type LocalChain, startLocalChain } from '@assay/platform/chain/local/local-chain';
import { ChainNode } from '@assay/platform/chain/node';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestOf } from '../signer/digest.ts';
import { type Place, someAddress, startPlace } from '../signer/place.suite.ts';
import { balanceCall } from '../signer/rules/transfers.ts';
import { createStops } from './stops.ts';
import { startTrialSigner } from './trial-signer.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let chain: LocalChain;
let place: Place;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-trial-signer-'));
  const bundle = ['tools/bundle.mjs', 'apps/signer/main.ts', path.join(folder, 'main.js')];
  expect(spawnSync(process.execPath, bundle, { cwd: root }).status).toBe(0);
  const options = { folder: path.join(folder, 'chain'), blockTimeMs: 200, log: silentLog };
  [chain, place] = await Promise.all([startLocalChain(options), startPlace()]);
}, 240_000);
afterAll(async () => {
  await place.stop();
  await chain.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('SIGN-070 the signer of a trial is started with it, has test money, pays, and ends with it', async () => {
  const stops = createStops(silentLog);
  const options = {
    ...{ chain, log: silentLog, program: path.join(folder, 'main.js') },
    db: { signerUrl: place.db.signerUrl },
    config: { DATA_DIR: folder },
  };
  await startTrialSigner({ ...options, stops });
  const key = path.join(folder, 'signer', `key-${chain.chainId}.json`);
  const { address } = JSON.parse(fs.readFileSync(key, 'utf8'));
  expect(await new ChainNode(chain.url).balance(address)).toBeGreaterThan(0n);
  const seen = () =>
    place.rows<{ sender: `0x${string}` }>(
      `select sender from signer_state where chain_id = ${chain.chainId} and problem = ''`,
    );
  await expect.poll(seen, { timeout: 60_000 }).toHaveLength(1);
  const where = {
    ...{ chainId: chain.chainId, token: chain.usdt, address: someAddress(), memo: '' },
    ...{ sum: 149_000_000n, salt: randomBytes(16).toString('hex') },
  };
  const digest = digestOf({ ...where, withdrawalId: null });
  const user = await place.realm.newUser({ USDT: '1000' });
  const withdrawalId = await place.engineOnly(digest, '150', 'USDT', user);
  await place.write({ ...where, digest, withdrawalId });
  const paid = () => place.rows('select from outgoing_final where succeeded');
  await expect.poll(paid, { timeout: 60_000 }).toHaveLength(1);
  const node = new ChainNode(chain.url);
  expect(BigInt(await node.read(chain.usdt, balanceCall(where.address)))).toBe(149_000_000n);
  const [{ sender } = { sender: '0x' as const }] = await seen();
  const left = 1_000_000_000_000n - 149_000_000n;
  expect(BigInt(await node.read(chain.usdt, balanceCall(sender)))).toBe(left);
  // The same key and the same money after the next start.
  await stops.run();
  const files = () => fs.readdirSync(path.join(folder, 'signer')).sort();
  expect(files()).toEqual([`key-${chain.chainId}.json`, 'passphrase', 'policy.json']);
  const again = createStops(silentLog);
  await startTrialSigner({ ...options, stops: again });
  expect(BigInt(await node.read(chain.usdt, balanceCall(sender)))).toBe(left);
  await again.run();
}, 300_000);
