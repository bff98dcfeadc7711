import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Profile } from '../api/tables.ts';
import { forgetWithSession } from './forget.ts';
import { useSession } from './session.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: vi.fn(), removeItem: vi.fn() });
});

it('SECU-012 forgets what it has loaded for a person with the session, and nothing public', () => {
  const queries = new QueryClient();
  const stop = forgetWithSession(queries);
  const load = () => {
    queries.setQueryData(['messages', 'all', 'en'], ['from staff']);
    queries.setQueryData(['past', 'spot', 'orders', 'real', {}], ['order']);
    queries.setQueryData(['markets'], ['BTCUSDT']);
  };
  const kept = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => queryKey[0]);
  const person = { realm: 'real', phone: '', email: 'a@b.c' } as Profile;
  load();
  useSession.getState().enter({ ...person, token: 'first' });
  expect(kept()).toEqual(['markets']);
  load();
  useSession.getState().forgetProfile();
  expect(kept()).toHaveLength(3);
  useSession.getState().follow('of another tab');
  expect(kept()).toEqual(['markets']);
  load();
  useSession.getState().leave();
  expect(kept()).toEqual(['markets']);
  stop();
});
