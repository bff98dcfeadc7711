import { ROLE_RIGHTS, ROLES, type Role } from '@assay/core/approval/rights';
import type { Call, Calls } from '@assay/core/schema/call';
import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorization, tables } from './testing/authorization.ts';
import { enterAsVisitor, type Party, register } from './testing/parties.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** What whoever makes a call is known by. */
interface Caller {
  readonly name: string;
  readonly fields: object;
  mayCall(call: Call): boolean;
}

/** What checks one field of a call. */
interface Field {
  safeParse(value: unknown): { readonly success: boolean };
}

const LINK = 'A'.repeat(43);

let server: TestApp;
let calls: Calls;
let callers: Caller[];

beforeAll(async () => {
  server = await startTestApp();
  calls = await tables();
  callers = [
    { name: 'visitor', fields: {}, mayCall: ({ auth }) => auth === 'visitor' },
    user('demo user', await enterAsVisitor(server)),
    user('person', await register(server, 'person@example.com')),
    user('frozen person', await frozen()),
    user('locked person', await locked()),
    ...(await Promise.all(ROLES.map((role, at) => memberWith(role, at)))),
  ];
});
afterAll(() => server.stop());

function user(name: string, { session }: Party): Caller {
  return { name, fields: session, mayCall: ({ auth }) => auth !== 'operator' };
}

async function frozen(): Promise<Party> {
  const person = await register(server, 'frozen@example.com');
  const { code } = await server.client.post('freezeAccount', {}, person.session);
  expect(code).toBe(0);
  return person;
}

/** What each is refused for it, in `authorization-things.test.ts`. */
async function locked(): Promise<Party> {
  const person = await register(server, 'locked@example.com');
  await server.sql(`insert into restriction (user_id, kind, reason, created_at, expires_at)
    values (${person.userId}, 'settingsLock', 'own', 0, ${Date.now() + 3_600_000})`);
  return person;
}

/** Somebody with this role alone, who enters by a link of their own. */
async function memberWith(role: Role, at: number): Promise<Caller> {
  const link = LINK.slice(0, -1) + 'BCDEFGHIJKLMNO'[at];
  await server.sql(`with person as (
      insert into staff_person (created_at) values (0) returning person_id),
    made as (
      insert into operator (name, person_id, roles, created_at)
      select '${role}', person_id, '{${role}}', 0 from person returning operator_id)
    insert into operator_link (link_hash, created_at, expires_at, operator_id)
    select sha256('${link}'), 0, ${Date.now() + 60_000}, operator_id from made`);
  const entered = await server.client.post('operatorEnter', { link }, { browser: true });
  const fields = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  const rights: readonly string[] = ROLE_RIGHTS[role];
  return {
    name: role,
    fields,
    mayCall: (call) =>
      call.auth === 'operator'
        ? call.right === 'own' || rights.includes(call.right)
        : call.auth === 'visitor',
  };
}

it('OPER-050 every call has a row that says who may make it, and no row is left over', () => {
  const declared = Object.entries(calls).map(([name, call]) => [
    name,
    call.auth === 'operator' ? call.right : call.auth,
  ]);
  expect(Object.fromEntries(declared)).toEqual(authorization);
});

it('OPER-052 no call that claims in a queue, or works with what is claimed, is open to who only reads', () => {
  const claiming = Object.entries(calls).filter(
    ([name, { auth }]) => auth === 'operator' && /^(?:un)?claim|^release(?!.*Alone$)/.test(name),
  );
  const rightOf = ([name, call]: (typeof claiming)[number]) => [
    name,
    call.auth === 'operator' ? call.right : '',
  ];
  expect(claiming.length).toBeGreaterThanOrEqual(17);
  expect(claiming.map(rightOf).filter(([, right]) => right?.endsWith('.read'))).toEqual([]);
  // What a role does not say is asked by the handler: OPER-053.
  expect(claiming.map(rightOf).filter(([, right]) => right === 'own')).toEqual([
    ['claimProposal', 'own'],
  ]);
});

it('OPER-051 each call admits exactly whom its row names', { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const [name, call] of Object.entries(calls)) {
    for (const { name: who, fields, mayCall } of callers) {
      // Whoever is admitted learns that there is no such field, before anything is done.
      const input = { noSuchField: '1' };
      const { client } = server;
      const send = () =>
        call.method === 'GET' ? client.get(name, input, fields) : client.post(name, input, fields);
      const { code, data } = await send();
      asked += 1;
      const answer = code === 2 ? 'admitted' : (data?.refusal ?? code);
      const expected = mayCall(call)
        ? 'admitted'
        : call.auth === 'operator' && who in ROLE_RIGHTS
          ? 'notAllowed'
          : 2000;
      if (answer !== expected) wrong.push(`${name} by ${who}: ${answer}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBe(Object.keys(authorization).length * (ROLES.length + 5));
  console.log(`${asked} calls tried by ${ROLES.length + 5} kinds of callers`);
});

it('EARN-130 whatever is read takes its numbers and choices as text, as an address has them', () => {
  const values = [0, 1, 2, 7, 30, 365, 20_789, 2 ** 40, true, false];
  const refused: string[] = [];
  let seen = 0;
  for (const [name, { method, getAlias, input }] of Object.entries(calls)) {
    if (method !== 'GET' && getAlias !== true) continue;
    const fields: Record<string, Field> = 'shape' in input ? Object.assign({}, input.shape) : {};
    for (const [field, type] of Object.entries(fields)) {
      const taken = values.filter((value) => type.safeParse(value).success);
      seen += taken.length;
      if (taken.some((value) => !type.safeParse(`${value}`).success)) refused.push(name + field);
    }
  }
  expect(seen).toBeGreaterThan(500);
  expect(refused).toEqual([]);
});
