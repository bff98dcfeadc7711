import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STORAGE_KEYS } from '../storage.ts';

/** A browser's storage and a server that keeps one account's favourites. */
const kept = new Map<string, string>();
let account: string[] = [];
const requested: string[] = [];

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  requested.length = 0;
  account = ['ETHUSDT'];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = url.split('?')[0]?.split('/').at(-1) ?? '';
    requested.push(name);
    if (name === 'addCollectCurrenct') {
      const { market, on } = JSON.parse(String(init.body));
      account = account.filter((each) => each !== market).concat(on ? [market] : []);
    }
    return new Response(JSON.stringify({ code: 0, message: '', data: { markets: account } }));
  });
});

afterEach(() => vi.unstubAllGlobals());

it('UI-092 a visitor’s favourites stay in the browser without a call to the server', async () => {
  const { useFavourites } = await import('./favourites.ts');
  useFavourites.getState().toggle('BTCUSDT');
  useFavourites.getState().toggle('SOLUSDT');
  useFavourites.getState().toggle('BTCUSDT');
  expect(JSON.parse(kept.get(STORAGE_KEYS.favourites) ?? '')).toEqual(['SOLUSDT']);
  expect(requested).toEqual([]);
  vi.resetModules();
  const later = await import('./favourites.ts');
  expect(later.useFavourites.getState().markets).toEqual(['SOLUSDT']);
});

it('UI-092 they are merged into the account’s at log-in, each once', async () => {
  kept.set(STORAGE_KEYS.favourites, JSON.stringify(['ETHUSDT', 'BTCUSDT']));
  const { useFavourites } = await import('./favourites.ts');
  await useFavourites.getState().merge();
  expect(account).toEqual(['ETHUSDT', 'BTCUSDT']);
  expect(useFavourites.getState().markets).toEqual(['ETHUSDT', 'BTCUSDT']);
  expect(kept.has(STORAGE_KEYS.favourites)).toBe(false);
  expect(requested.filter((name) => name === 'addCollectCurrenct')).toHaveLength(1);
});

it('UI-092 invalid data in storage counts as an empty list', async () => {
  for (const text of ['', '{"a":1}', 'not json', '[1,null,"BTCUSDT"]']) {
    kept.set(STORAGE_KEYS.favourites, text);
    vi.resetModules();
    const { useFavourites } = await import('./favourites.ts');
    expect(useFavourites.getState().markets.every((each) => typeof each === 'string')).toBe(true);
  }
});
