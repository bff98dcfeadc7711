import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Profile } from '../api/tables.ts';
import { STORAGE_KEYS } from '../storage.ts';

const kept = new Map<string, string>();

/** The storage writes that other tabs would see, in order. */
const written: string[] = [];

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  written.length = 0;
  const write = (key: string, value: string | null) => {
    written.push(`${key}=${value}`);
    if (value === null) kept.delete(key);
    else kept.set(key, value);
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: write,
    removeItem: (key: string) => write(key, null),
  });
});

afterEach(() => vi.unstubAllGlobals());

const login = (realm: 'real' | 'demo') =>
  ({ token: `token of ${realm}`, realm, phone: '', email: 'a@b.c' }) as Profile & {
    token: string;
  };

it('UI-043 knows the virtual account before the profile is loaded, also after a reload', async () => {
  const first = await import('./session.ts');
  first.useSession.getState().enter(login('demo'));
  expect(written.toSorted()).toEqual([
    ...[`${STORAGE_KEYS.own}=yes`, `${STORAGE_KEYS.realm}=demo`],
    `${STORAGE_KEYS.token}=token of demo`,
  ]);
  vi.resetModules();
  const { useSession } = await import('./session.ts');
  const { token, realm, profile } = useSession.getState();
  expect([token, realm, profile]).toEqual(['token of demo', 'demo', null]);
});

it('UI-041 adopts what another tab did and writes nothing back', async () => {
  const { useSession } = await import('./session.ts');
  useSession.getState().enter(login('real'));
  kept.set(STORAGE_KEYS.realm, 'demo');
  written.length = 0;
  useSession.getState().follow('token of demo');
  expect(useSession.getState()).toMatchObject({ realm: 'demo', profile: null });
  kept.clear();
  useSession.getState().follow(null);
  expect(useSession.getState()).toMatchObject({ token: null, realm: 'real', profile: null });
  expect(written).toEqual([]);
});

it('UI-040 forgets token, realm and profile when it leaves', async () => {
  const { useSession } = await import('./session.ts');
  useSession.getState().enter(login('demo'));
  useSession.getState().leave();
  expect(useSession.getState()).toMatchObject({ token: null, realm: 'real', profile: null });
  expect(kept.size).toBe(0);
});

it('UI-1044 a visitor who gets an account keeps the key of the virtual account that they leave', async () => {
  const { useSession } = await import('./session.ts');
  const { enter } = useSession.getState();
  enter({ ...login('demo'), demoOnly: true });
  enter({ ...login('real'), demoOnly: false });
  expect(kept.get(STORAGE_KEYS.virtual)).toBe('token of demo');
  // Not so from an account to its own virtual one and back.
  kept.delete(STORAGE_KEYS.virtual);
  enter({ ...login('demo'), demoOnly: false });
  enter({ ...login('real'), demoOnly: false });
  expect(kept.has(STORAGE_KEYS.virtual)).toBe(false);
});

it('UI-1045 a session that another tab ended is no session that was left here or never was', async () => {
  const { useSession } = await import('./session.ts');
  const ended = () => useSession.getState().endedElsewhere;
  useSession.getState().follow(null);
  expect(ended()).toBe(false);
  useSession.getState().enter(login('real'));
  useSession.getState().follow(null);
  expect(ended()).toBe(true);
  useSession.getState().enter(login('real'));
  expect(ended()).toBe(false);
  useSession.getState().leave();
  expect(ended()).toBe(false);
});
