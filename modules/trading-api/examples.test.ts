import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ProgramAccount,
  startTestApp,
  type TestApp,
} from '../../apps/server/testing/test-app.ts';

/** The programs of examples/ against a started server, started as a person starts them. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../examples');

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

/** Runs a program to its end and returns its output. @throws when the program fails */
async function run(
  program: string,
  { key, secret }: ProgramAccount,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  await server.quoted();
  const own = { API_BASE: `${server.origin}/demo`, API_KEY: key, API_SECRET: secret };
  const child = spawn(process.execPath, [path.join(folder, program)], {
    env: { ...process.env, ...own, ...more },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${program} ended with ${code}: ${text}`));
    });
  });
}

describe('examples', () => {
  it('TAPI-033 orders over REST, to the end of their lives', async () => {
    const account = await server.openAccount();
    const text = await run('ccxt-rest.mjs', account);
    expect(text).toMatch(/resting \d+ open/);
    expect(text).toContain('then canceled');
    expect(text).toMatch(/bought \d/);
    expect(text).toMatch(/refused \w+/);
    expect((await account.get('getOpenOrders')).data.orders).toEqual([]);
    expect((await account.get('getFills')).data.fills.length).toBeGreaterThan(0);
  });

  it('TAPI-033 book, trades and own orders over sockets', async () => {
    const text = await run('ccxt-stream.mjs', await server.openAccount(), { CHANGES: '3' });
    expect(text.match(/^book \d+/gm)?.length).toBe(3);
    expect(text).toMatch(/^trade buy/m);
    expect(text).toMatch(/^order \d+ closed filled/m);
    expect(text).toMatch(/^order \d+ canceled filled 0/m);
  });

  it('TAPI-033 a market maker that leaves nothing behind', async () => {
    const account = await server.openAccount();
    const text = await run('market-maker.mjs', account, { ROUNDS: '4', EVERY_MS: '200' });
    expect(text.match(/^middle \d/gm)?.length).toBe(4);
    expect((await account.get('getOpenOrders')).data.orders).toEqual([]);
    const { orders } = (await account.get('getOrderHistory')).data;
    const sides = orders
      .filter(({ type }: { type: string }) => type === 'limit')
      .map(({ side }: { side: string }) => side);
    expect(new Set(sides)).toEqual(new Set(['buy', 'sell']));
  });

  it('TAPI-033 say what is missing without a key', async () => {
    const nobody = { key: '', secret: '' } as ProgramAccount;
    await expect(run('ccxt-rest.mjs', nobody)).rejects.toThrow(/Set API_KEY and API_SECRET/);
  });
});
