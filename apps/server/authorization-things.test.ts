import type { Received } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tables } from './testing/authorization.ts';
import {
  everywhere,
  foreignThings,
  type MakeThing,
  NAMING,
  type Owner,
} from './testing/foreign-things.ts';
import { limitedElsewhere, limitedUsers, STATES } from './testing/limited-users.ts';
import { enterAsVisitor, type Party, register, send } from './testing/parties.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let server: TestApp;
let calls: Awaited<ReturnType<typeof tables>>;
let anna: Party;

beforeAll(async () => {
  server = await startTestApp();
  calls = await tables();
  anna = await register(server, 'anna@example.com');
  const { session } = await enterAsVisitor(server);
  const untilDepth = async () => {
    const { data } = await server.client.get('getDepth', { market: 'BTCUSDT' }, session);
    expect(data.asks.length).toBeGreaterThan(5);
  };
  await vi.waitFor(untilDepth, { timeout: 20_000, interval: 100 });
}, 120_000);
afterAll(() => server.stop());

/** Each row has its own, because some things end what their owner has. */
async function newOwner(row: string): Promise<Owner> {
  const person = await register(server, `${row.toLowerCase()}@example.com`);
  return { server, person, visitor: await enterAsVisitor(server) };
}

const answerOf = ({ status, code, data, message }: Received) => ({ status, code, data, message });
const refusalOf = ({ data, code }: Received) => String(data?.refusal ?? code);

it('SECU-020 every field by which a call of people names something has a row, and no row is left over', () => {
  const naming = Object.entries(calls).flatMap(([name, { auth, input }]) =>
    auth === 'operator'
      ? []
      : Object.keys(input.shape)
          .filter((field) => NAMING.test(field) && !(field in everywhere))
          .map((field) => `${name}.${field}`),
  );
  expect(Object.keys(foreignThings).sort()).toEqual(naming.sort());
  const reasons = [...Object.values(foreignThings), ...Object.values(everywhere)];
  for (const row of reasons.filter((one) => typeof one === 'string')) {
    expect(row).toMatch(/^(?:[A-Z]{2,4}-\d{3,4}|(?:public|given|place|holder): .{10,})$/);
  }
});

const made = Object.entries(foreignThings).filter(
  (row): row is [string, MakeThing] => typeof row[1] === 'function',
);

it.each(made)('SECU-020 %s: a thing of somebody else does not exist', async (row, make) => {
  const [name = ''] = row.split('.');
  const { method } = calls[name]!;
  const owner = await newOwner(row);
  const { fields, missing, as, look } = await make(owner);
  const { session: ofVisitor } = as === 'visitor' ? await enterAsVisitor(server) : anna;
  const other = as === 'nobody' ? { browser: true } : ofVisitor;
  const call = async (input: object, sent: object) =>
    answerOf(await send(server.client, method, name, input, sent));
  const before = await look?.();
  const none = await call(missing, other);
  expect(await call(fields, other)).toEqual(none);
  // The same for its owner is another answer, or changes it: it was there, and is as it was.
  if (look !== undefined) expect(await look()).toEqual(before);
  const own = as === 'visitor' ? owner.visitor.session : owner.person.session;
  const mine = await call(fields, as === 'nobody' ? { ...own, token: undefined } : own);
  expect(look === undefined ? mine : await look()).not.toEqual(look === undefined ? none : before);
});

it('SECU-020 counts what was tried', () => {
  console.log(`things of others: ${made.length} of ${Object.keys(foreignThings).length} fields`);
  expect(made.length).toBeGreaterThanOrEqual(22);
});

it('SECU-021 every call that the state of an account limits has a row, and is refused as it says', {
  timeout: 120_000,
}, async () => {
  const limited = Object.entries(calls).filter(([, { auth, refusals }]) =>
    STATES.some((state) => auth !== 'operator' && refusals.includes(state)),
  );
  const rows = [...Object.keys(limitedUsers), ...Object.keys(limitedElsewhere)].sort();
  expect(rows).toEqual(limited.map(([name]) => name).sort());
  // One after another: each registration forgets the messages of those before it.
  const usual = await register(server, 'usual@example.com');
  const frozen = await register(server, 'frozen@example.com');
  const locked = await register(server, 'locked@example.com');
  const virtual = await enterAsVisitor(server);
  await server.client.post('freezeAccount', {}, frozen.session);
  await server.sql(`insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${locked.userId}, 'settingsLock', 'own', 0, ${Date.now() + 3_600_000})`);
  const wrong: string[] = [];
  for (const [name, row] of Object.entries(limitedUsers)) {
    const { method, refusals } = calls[name]!;
    const ask = async ({ session }: Party) =>
      refusalOf(await send(server.client, method, name, row.input, session));
    const otherwise = await ask(usual);
    const expected = {
      usual: otherwise,
      frozen: otherwise,
      locked: row.locked ?? otherwise,
      virtual: row.virtual ?? otherwise,
    };
    const found = {
      usual: otherwise,
      frozen: await ask(frozen),
      locked: await ask(locked),
      virtual: await ask(virtual),
    };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`${name}: ${JSON.stringify(found)}`);
    // The input gets as far as the refusals: else nothing would be shown.
    if (otherwise === '2') wrong.push(`${name}: the row's input is wrong`);
    if (STATES.some((state) => state === otherwise))
      wrong.push(`${name}: ${otherwise} for anybody`);
    if (refusals.includes('settingsLocked') !== (row.locked !== undefined)) {
      wrong.push(`${name}: the table says otherwise about locked settings`);
    }
  }
  expect(wrong).toEqual([]);
});
