import { cookiesOf } from '@assay/platform/testing/client';
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

it('LNCH-053 LNCH-054 who has claimed an application decides it, once', async () => {
  const link = 'S'.repeat(43);
  await server.sql(`insert into operator_link (link_hash, created_at, expires_at)
    values (sha256('${link}'), 0, ${Date.now() + 60_000})`);
  const entered = await server.client.post('operatorEnter', { link }, { browser: true });
  const staff = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const { userId } = await register(server, 'erna@example.com');
  const one = { launchId: 1, userId };
  const said = async (name: string, fields: object) => {
    const { code, data } = await server.client.post(name, { ...one, ...fields }, staff);
    return data?.refusal ?? code;
  };
  const claim = (fields = {}) => said('claimLaunchApplication', fields);
  const unclaim = (fields = {}) => said('unclaimLaunchApplication', fields);
  const decide = () => said('passLaunchApplication', {});
  const queued = async () => {
    const { data } = await server.client.get('getLaunchApplications', {}, staff);
    return data.applications;
  };
  const claimedBy = (who: number, until: number) =>
    server.sql(`update launch_application set claimed_by = ${who}, claimed_until = ${until}
      where user_id = ${userId}`);
  expect([await claim(), await unclaim(), await decide()]).toEqual([
    ...['unknownApplication', 'notClaimed', 'unknownApplication'],
  ]);
  const askedAt = Date.now();
  await server.sql(`insert into launch_application (launch_id, user_id, state, asked_at, reason)
    values (1, ${userId}, 'underReview', ${askedAt}, '')`);
  const [waiting] = await queued();
  expect(waiting).toMatchObject({ ...one, claimedBy: null, claimedByMe: false });
  expect(waiting.decideBy).toBeGreaterThan(askedAt);
  expect(waiting.decideBy).toBeLessThanOrEqual(askedAt + 24 * 3_600_000);
  expect(await decide()).toBe('notClaimed');
  await claimedBy(999, askedAt + 60_000);
  expect(await queued()).toMatchObject([{ claimedBy: 'staff:999', claimedByMe: false }]);
  expect([await claim(), await unclaim(), await decide()]).toEqual([
    ...['claimedByOther', 'notClaimed', 'notClaimed'],
  ]);
  // A claim ends by itself.
  await claimedBy(999, askedAt - 1);
  expect(await queued()).toMatchObject([{ claimedBy: null, claimedByMe: false }]);
  const both = await Promise.all([claim(), claim()]);
  expect(both).toEqual([0, 0]);
  expect(await queued()).toMatchObject([{ claimedByMe: true }]);
  expect([await unclaim(), await unclaim(), await decide()]).toEqual([
    ...[0, 'notClaimed', 'notClaimed'],
  ]);
  expect(await claim()).toBe(0);
  const decided = await Promise.all([decide(), decide()]);
  expect(decided.map(String).toSorted()).toEqual(['0', 'unknownApplication']);
  expect([await claim(), await unclaim()]).toEqual(['unknownApplication', 'notClaimed']);
  expect(await queued()).toEqual([]);
  // To refuse somebody is prepared and signed; meanwhile the queue says so.
  await server.sql(`delete from launch_application;
    insert into launch_application (launch_id, user_id, state, asked_at, reason)
    values (1, ${userId}, 'underReview', ${askedAt}, '')`);
  expect(await claim()).toBe(0);
  const proposalId = crypto.randomUUID();
  const proposal = { proposalId, type: 'refuseLaunchApplication', reason: 'AURUM' };
  const body = { ...one, reason: 'late' };
  const prepared = await server.client.post('prepareProposal', { ...proposal, body }, staff);
  expect(prepared.code).toBe(0);
  expect(await queued()).toMatchObject([{ claimedBy: null, proposed: true }]);
  expect([await claim(), await decide()]).toEqual(['alreadyProposed', 'notClaimed']);
  const { digest } = prepared.data;
  const signed = { proposalId, verdict: 'approve', digest };
  expect(await said('decideProposal', { launchId: undefined, userId: undefined, ...signed })).toBe(
    0,
  );
  expect(await queued()).toEqual([]);
  const found = await server.sql('select state, reason, proposal_id from launch_application');
  expect((found as { rows: object[] }).rows).toEqual([
    { state: 'notPassed', reason: 'late', proposal_id: proposalId },
  ]);
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
