import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Party, register } from '../../apps/server/testing/parties.ts';
import { startTestApp, type TestApp } from '../../apps/server/testing/test-app.ts';
import { standingOf } from './eligibility.ts';
import type { Eligibility } from './schema/commands.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ COUNTRY_POLICY: 'byCountry' });
}, 120_000);
afterAll(() => server.stop());

/** An approved first document of a country. */
const prove = ({ userId }: Party, country: string) =>
  server.sql(`insert into verification_case (user_id, level, status, country, document_type,
      document_key, key_id, wrapped_key, sealed, submitted_at, deadline_at, decided_at)
    values (${userId}, 'junior', 'approved', '${country}', 1, sha256('${userId}'), 'k', 'w', 's',
      0, 0, 0)`);

it('LNCH-052 the law of the proved country is asked first, also of a project that is for all', async () => {
  const person = await register(server, 'dora@example.com');
  const get = (name: string, fields: Record<string, string> = {}) =>
    server.client.get(name, fields, person.session);
  const { projects } = (await get('getNewcoinsList')).data;
  const { launchId } = projects.find(({ symbol }: { symbol: string }) => symbol === 'AURUM');
  const mine = async () => (await get('getNewcoinsInfo', { launchId })).data.mine;
  const send = (name: string, fields: object = {}) =>
    server.client.post(name, { launchId, ...fields }, person.session);
  expect(await mine()).toMatchObject({ eligibility: 'open', ground: '' });
  // Registered in one country, and proved to be of another one.
  await prove(person, 'US');
  expect(await mine()).toMatchObject({ eligibility: 'notPassed', ground: 'country' });
  for (const reply of [
    await send('applyNewcoins'),
    await send('subscribeNewcoins', { quantity: '10' }),
  ]) {
    expect(reply.code).not.toBe(0);
    expect(reply.text).toContain('not passed the conditions');
  }
});

it('LNCH-050 countries are excluded after the law and the tier, and the virtual account is free', async () => {
  const asked: Eligibility = { tier: 'junior', countries: ['FR'], review: false };
  const of = (country: string, realm: 'real' | 'demo' = 'real') =>
    standingOf(
      {
        database: { pool: null as never },
        verified: async () => (country === 'XX' ? 'none' : 'junior'),
        isOffered: async () => country !== 'US',
        countryOf: async () => country,
      },
      asked,
      { realm, launchId: 1, userId: 1_000 },
    );
  const said = async (country: string) => {
    const { eligibility, ground } = await of(country);
    return `${eligibility} ${ground}`;
  };
  expect(await Promise.all(['US', 'XX', 'FR', 'DE'].map(said))).toEqual([
    ...['notPassed country', 'notPassed tier', 'notPassed country', 'passed '],
  ]);
  expect(await of('US', 'demo')).toMatchObject({ eligibility: 'open' });
});
