import { refuse } from '@assay/core/schema/outcome';
import { calls as inbox } from '@assay/modules/inbox/schema';
import { systemClock } from '@assay/platform/clock';
import type { Handlers } from '@assay/platform/http/context';
import { basicLimits, joinLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { callSet } from '@assay/platform/http/route';
import { createHttp } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client, type Received } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tables } from './testing/authorization.ts';
import { foreignFaults } from './testing/foreign-check.ts';
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
  await vi.waitFor(untilDepth, { timeout: 60_000, interval: 100 });
}, 180_000);
afterAll(() => server.stop());

/** Each row has its own, because some things end what their owner has. */
async function newOwner(row: string): Promise<Owner> {
  const person = await register(server, `${row.toLowerCase()}@example.com`);
  return { server, person, visitor: await enterAsVisitor(server) };
}

const getMessage = { ...inbox.getMessage, refusals: ['noMessage', 'channelFixed'] as const };
type Careless = Handlers<{ getMessage: typeof getMessage }>['getMessage'];

/** A server of its own with one handler in place of the product's, over the product's tables. */
async function plant(handler: Careless, whose: (token: string | undefined) => Party) {
  const messages = new Messages().add({
    en: { 'refusal.noMessage': 'None.', 'refusal.channelFixed': 'Not yours.' },
  });
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => ({
        ...{ userId: whose(token).userId, realm: 'real', sessionId: 'one' },
      }),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [callSet({ getMessage }, { getMessage: handler })],
    ...{ log: silentLog, messages, clock: systemClock },
    limits: new Limits(joinLimits(basicLimits)),
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const stop = async () => {
    client.close();
    await http.stop();
  };
  return { client, stop };
}

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
  const thing = await make(owner);
  const { as } = thing;
  const { session: ofVisitor } = as === 'visitor' ? await enterAsVisitor(server) : anna;
  const other = as === 'nobody' ? { browser: true } : ofVisitor;
  const own = as === 'visitor' ? owner.visitor.session : owner.person.session;
  const call = (sent: object) => (fields: object) =>
    send(server.client, method, name, fields, sent);
  const faults = await foreignFaults(thing, {
    other: call(other),
    owner: call(as === 'nobody' ? { ...own, token: undefined } : own),
  });
  expect(faults).toEqual([]);
});

it('SECU-032 the check reports a handler that does not ask whose a thing is', async () => {
  const owner = await newOwner('planted');
  const asOwner = owner.person.session.token;
  const byMessage = async ({ messageId }: { readonly messageId: number }) => {
    const { rows } = (await server.sql(`select user_id as "userId", key from inbox_message
      where message_id = ${messageId}`)) as { rows: { userId: number; key: string }[] };
    return rows[0];
  };
  const ofOwner = ({ userId }: { readonly userId: number }) => userId === owner.person.userId;
  const view = { messageId: 1, kind: 'security', title: '', link: '', at: 1, read: false } as const;
  const careless: Record<string, Careless> = {
    reads: async (input) => {
      const found = await byMessage(input);
      return found === undefined ? refuse('noMessage') : { ...view, text: found.key };
    },
    // Refuses, and says by it that there is one.
    tells: async (input, { actor }) => {
      const found = await byMessage(input);
      if (found === undefined) return refuse('noMessage');
      return ofOwner(actor) ? { ...view, text: found.key } : refuse('channelFixed');
    },
    // The answer gives nothing away, and the thing is gone.
    removes: async ({ messageId }) => {
      await server.sql(`delete from inbox_message where message_id = ${messageId}`);
      return refuse('noMessage');
    },
    careful: async (input, { actor }) => {
      const found = await byMessage(input);
      const isTheirs = found !== undefined && found.userId === actor.userId;
      return isTheirs ? { ...view, text: found.key } : refuse('noMessage');
    },
  };
  const reported: Record<string, string[]> = {};
  for (const [name, handler] of Object.entries(careless)) {
    const make = foreignThings['getMessage.messageId'] as MakeThing;
    const thing = await make(owner);
    const planted = await plant(handler, (token) => (token === asOwner ? owner.person : anna));
    const look = async () => (await byMessage(thing.fields as { messageId: number })) ?? null;
    const call = (of: Party) => (fields: object) =>
      send(planted.client, 'GET', 'getMessage', fields, of.session);
    const callers = { other: call(anna), owner: call(owner.person) };
    reported[name] = await foreignFaults(name === 'removes' ? { ...thing, look } : thing, callers);
    await planted.stop();
  }
  expect(reported).toEqual({
    reads: [expect.stringMatching(/^exists for others/)],
    tells: [expect.stringMatching(/^exists for others: .*channelFixed/)],
    removes: ['was changed by somebody else'],
    careful: [],
  });
});

it('SECU-020 counts what was tried', () => {
  console.log(`things of others: ${made.length} of ${Object.keys(foreignThings).length} fields`);
  expect(made.length).toBeGreaterThanOrEqual(22);
});

it('SECU-021 every call that the state of an account limits has a row, and is refused as it says', {
  timeout: 300_000,
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
