import fs from 'node:fs';
import type { Call } from '@assay/core/schema/call';
import { cookiesOf, type Received, type Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { enterAsVisitor, register, send } from '../../../apps/server/testing/parties.ts';
import { startTestApp, type TestApp } from '../../../apps/server/testing/test-app.ts';
import { calls as table } from '../schema/index.ts';

// Made from the table of calls: a call that is added there is tried here, or fails.

const LINK = 'B'.repeat(43);
/** An upload has its fields in the address and a file as its body: its own tests try it. */
const calls: Record<string, Call> = Object.fromEntries(
  Object.entries<Call>(table).filter(([, { upload }]) => upload === undefined),
);

let server: TestApp;
const sessions: Record<string, Sent> = {};

beforeAll(async () => {
  server = await startTestApp();
  sessions.user = (await register(server, 'bad@example.com')).session;
  sessions.demo = (await enterAsVisitor(server)).session;
  sessions.visitor = {};
  await server.sql(`with person as (
      insert into staff_person (created_at) values (0) returning person_id),
    made as (insert into operator (name, person_id, roles, created_at)
      select 'Kim', person_id, '{administrator,financeMaker,financeChecker}', 0 from person
      returning operator_id)
    insert into operator_link (link_hash, created_at, expires_at, operator_id)
    select sha256('${LINK}'), 0, ${Date.now() + 60_000}, operator_id from made`);
  const entered = await server.client.post('operatorEnter', { link: LINK }, { browser: true });
  sessions.operator = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
}, 600_000);
afterAll(() => server.stop());

/** What each field may be, so that only the one that is tried is wrong; it names nothing. */
const FITTING: Readonly<Record<string, string>> = {
  ...{ asset: 'NOPE', from: 'currency', to: 'contract', amount: '1.5', chainId: '1', isOn: 'true' },
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  ...{ withdrawalId: '999999', addressId: '999999', version: '1', digest: 'ab'.repeat(32) },
  ...{ tradePassword: '271845', proofId: '999999', transaction: `0x${'ab'.repeat(32)}` },
  ...{ assets: 'NOPE', least: '1.5', currency: 'EUR', bankName: 'Bank', bic: 'ABNANL2A' },
  ...{ account: 'NL91ABNA0417164300', bankAddress: 'Place', payeeName: 'Ana', proceeds: '1.5' },
  ...{ payeePhone: '1', payeeAddress: 'Place' },
  ...{ network: 'TRON', recoveryId: '999999', planId: '999999' },
};

/** By what a field is: values that are none, as text, so that a query can carry them. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  decimal: [
    ...['-1', '+1', '0', '0.000', '-0', '1e5', '0x10', '1,5', '1_000', '.5', '5.', '00.5', '1.2.3'],
    ...['1 ', '', 'NaN', 'Infinity', '١٢٣', '１２', '²', '123456789012345678901', '0.000000001'],
  ],
  integer: ['-1', '1.5', '1e3', '01', 'x', '', '９', '9007199254740993', '0x1', 'null'],
  choice: ['nope', '', 'CURRENCY', 'ordinary ', '0', 'constructor', '__proto__'],
  truth: ['yes', 'on', '2', '', 'TRUE'],
  text: ['x'.repeat(5_000), 'a\0b'],
};
/** By what JSON can say beside text; no field of money is any of these. */
const NOT_TEXT: readonly unknown[] = [[], ['1'], {}, { value: '1' }, null];

type Schema = { type?: string; enum?: unknown; anyOf?: Schema[]; pattern?: string };

/** What a field is, by the table. */
function kindOf(name: string, { type, enum: one, anyOf = [] }: Schema): keyof typeof WRONG {
  const all = [type, ...anyOf.map((each) => each.type)];
  if (one !== undefined || anyOf.some((each) => each.enum !== undefined)) return 'choice';
  if (name === 'amount') return 'decimal';
  if (all.includes('integer') || all.includes('number')) return 'integer';
  return all.includes('boolean') ? 'truth' : 'text';
}

interface Try {
  readonly call: string;
  readonly field: string;
  readonly fields: Record<string, unknown>;
}

function triesOf(call: string): Try[] {
  const { input, method } = calls[call]!;
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(input, options) as unknown as {
    properties: Record<string, Schema>;
    required?: string[];
  };
  const fitting = Object.fromEntries(
    (schema.required ?? []).map((name) => [name, FITTING[name] ?? `no value for ${call}.${name}`]),
  );
  const wrong = Object.entries(schema.properties).flatMap(([field, its]) => {
    const texts: readonly unknown[] = WRONG[kindOf(field, its)]!;
    const values = method === 'POST' ? [...texts, ...NOT_TEXT] : texts;
    return values.map((value) => ({ call, field, fields: { ...fitting, [field]: value } }));
  });
  const missing = Object.keys(fitting).map((field) => {
    return { call, field, fields: { ...fitting, [field]: undefined } };
  });
  return [...wrong, ...missing, { call, field: 'more', fields: { ...fitting, more: '1' } }];
}

/** The tables of this module, and what is in them. */
const names = [...fs.readdirSync(new URL('../migrations/', import.meta.url), { recursive: true })]
  .map(String)
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) => {
    const text = fs.readFileSync(new URL(`../migrations/${file}`, import.meta.url), 'utf8');
    const realm = file.includes('realm') ? ['real.', 'demo.'] : [''];
    const found = [...text.matchAll(/create table (\w+)/gi)].map(([, name]) => name);
    return realm.flatMap((of) => found.map((name) => `${of}${name}`));
  });

async function everything(): Promise<string> {
  const of = (name: string) => `select '${name}', count(*)::text, md5(string_agg(t::text, ''
    order by t::text)) from ${name} t`;
  const { rows } = (await server.sql(names.map(of).join(' union all '))) as { rows: unknown[] };
  return JSON.stringify(rows);
}

const ask = (call: string, fields: object, as: string): Promise<Received> => {
  const { method } = calls[call]!;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return send(server.client, method, call, Object.fromEntries(given), sessions[as] ?? {});
};

it.each(Object.keys(calls))(
  'WALL-030 %s refuses by its field what is none, and nothing changes',
  async (call) => {
    const before = await everything();
    const wrong: string[] = [];
    for (const { field, fields } of triesOf(call)) {
      const { status, code, data, message } = await ask(call, fields, calls[call]!.auth);
      const named = Object.keys(data?.fields ?? {});
      const isRefused = status === 400 && code === 2 && named.includes(field) && message !== '';
      if (isRefused) continue;
      const value = JSON.stringify(fields[field])?.slice(0, 40);
      wrong.push(`${field} ${value}: ${status} ${code} ${named}`);
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toBe(before);
  },
  120_000,
);

/** Those that do something, or look at one thing; a list or a preview of nothing is no refusal. */
const naming = Object.entries(calls).filter(
  ([, { method, refusals, input }]) =>
    refusals.length > 0 && (method === 'POST' || 'withdrawalId' in input.shape),
);

it.each(naming)(
  'WALL-031 %s that names nothing is refused with a reason of its table, and nothing changes',
  async (call, { auth, refusals }) => {
    const [{ fields } = { fields: {} }] = triesOf(call).filter(({ field }) => field === 'more');
    const { more: _, ...fitting } = fields as Record<string, unknown>;
    const before = await everything();
    for (const as of auth === 'user' ? ['user', 'demo'] : [auth]) {
      const { code, data, message } = await ask(call, fitting, as);
      expect([code, refusals, message === ''], `${as}: ${data?.refusal}`).toEqual([
        ...[1, expect.arrayContaining([data?.refusal]), false],
      ]);
    }
    expect(await everything()).toBe(before);
  },
);
