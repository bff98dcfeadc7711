import type { Right } from '@assay/core/approval/policy';
import { defineCalls } from '@assay/core/schema/call';
import { decimal, integer, marketSymbol, oneOf, text, truth } from '@assay/core/schema/fields';
import { Busy, InvalidInput, refuse, Stale } from '@assay/core/schema/outcome';
import { z } from 'zod';
import { settableClock } from '../clock.ts';
import { EngineUnavailable, OutcomeUnknown } from '../engine/status.ts';
import { silentLog } from '../log.ts';
import { Client } from '../testing/client.ts';
import type { Actor, Authenticator, CallContext } from './context.ts';
import { Limits } from './limits.ts';
import { Messages } from './messages.ts';
import { callSet } from './route.ts';
import { createHttp, type HttpConfig } from './server.ts';

/** Calls with every kind of answer; they are not part of the product. */
export const calls = defineCalls({
  echo: {
    method: 'POST',
    auth: 'visitor',
    limit: 'free',
    summary: 'Answers with its input.',
    input: z.strictObject({
      market: marketSymbol,
      side: oneOf('buy', 'sell').optional(),
      quantity: decimal.optional(),
      count: integer(1, 500).optional(),
      postOnly: truth.optional(),
      note: text(1, 20).optional(),
    }),
    output: z.looseObject({}),
    refusals: [],
  },
  look: {
    method: 'GET',
    auth: 'user',
    limit: 'free',
    summary: 'A read with a session.',
    input: z.strictObject({ outcome: text(1, 20).optional() }),
    output: z.looseObject({}),
    refusals: ['insufficientBalance'],
  },
  spend: {
    method: 'POST',
    auth: 'user',
    limit: 'few',
    summary: 'A command with a session.',
    input: z.strictObject({ amount: decimal, outcome: text(1, 20).optional() }),
    output: z.looseObject({}),
    refusals: [],
  },
  spendOld: {
    method: 'POST',
    getAlias: true,
    auth: 'visitor',
    limit: 'free',
    summary: 'A command that old clients make by GET.',
    input: z.strictObject({}),
    output: z.looseObject({}),
    refusals: [],
  },
  staff: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    limit: 'free',
    summary: 'For operators.',
    input: z.strictObject({}),
    output: z.looseObject({}),
    refusals: [],
  },
});

const OLGA = { operatorId: 1, person: 1, name: 'Olga', rights: new Set<Right>(), accounts: [] };
const people: Record<string, Actor> = {
  anna: { userId: 1000, realm: 'real', sessionId: 's-anna' },
  bob: { userId: 1001, realm: 'demo', sessionId: 's-bob' },
  carl: { userId: 1003, realm: 'real', sessionId: 's-carl' },
  carol: { userId: 1003, realm: 'real', sessionId: 's-carol' },
  olga: { userId: 1002, realm: 'real', sessionId: 's-olga', operator: OLGA },
};

export const limitRows = {
  read: {},
  write: {},
  free: {},
  few: { account: [{ max: 3, ms: 1000 }], network: [{ max: 8, ms: 1000 }] },
  own: {
    account: [{ max: 10, ms: 1000 }],
    network: [{ max: 8, ms: 1000 }],
    members: [{ max: 15, ms: 1000 }],
  },
};

/** Sessions by plain names: these tests do not depend on what a session is. */
export function plainAuthenticator(): Authenticator & { end(sessionId: string): void } {
  const listeners = new Set<(sessionId: string) => void>();
  const ended = new Set<string>();
  return {
    holds: (token) => token in people,
    authenticate: ({ token }) => {
      if (token === 'gone') return 'ended';
      const actor = people[token];
      return actor === undefined || ended.has(actor.sessionId) ? 'none' : actor;
    },
    alive: (sessionId) => !ended.has(sessionId),
    onEnded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: (sessionId) => {
      ended.add(sessionId);
      for (const listener of listeners) listener(sessionId);
    },
  };
}

export async function startHttp(more: Partial<HttpConfig> = {}) {
  const seen: CallContext[] = [];
  const authenticator = plainAuthenticator();
  const clock = settableClock(1_767_225_600_000);
  const outcomes: Record<string, () => never> = {
    refusal: () => refuse('insufficientBalance', { asset: 'USDT' }) as never,
    unlisted: () => refuse('unlisted') as never,
    invalid: () => new InvalidInput({ outcome: ['decimal'] }) as never,
    busy: () => new Busy(1500) as never,
    stale: () => new Stale({ old: true }) as never,
    fault: () => {
      throw new Error('secret detail: password=hunter2');
    },
    restarting: () => {
      throw new EngineUnavailable('secret detail');
    },
    unknown: () => {
      throw new OutcomeUnknown('secret detail');
    },
    offline: () => {
      throw Object.assign(new Error('connect 10.0.0.9:5432'), { code: 'ECONNREFUSED' });
    },
  };
  const messages = new Messages();
  messages.add({ en: { 'refusal.insufficientBalance': 'Insufficient {asset} balance.' } });
  const http = createHttp({
    authenticator,
    messages,
    log: silentLog,
    clock,
    limits: new Limits(limitRows),
    calls: [
      callSet(calls, {
        echo: (input) => input,
        look: (input, context) => {
          seen.push(context);
          return outcomes[input.outcome ?? '']?.() ?? { userId: context.actor.userId };
        },
        spend: (input, context) => {
          seen.push(context);
          return outcomes[input.outcome ?? '']?.() ?? { commandId: context.commandId ?? null };
        },
        spendOld: (_input, context) => {
          seen.push(context);
          return { userId: context.actor?.userId ?? null };
        },
        staff: () => ({}),
      }),
    ],
    checkOutputs: true,
    ...more,
  });
  const origin = await http.listen(0, '127.0.0.1');
  const client = new Client(origin);
  return {
    http,
    origin,
    client,
    clock,
    seen,
    authenticator,
    async stop() {
      client.close();
      await http.stop();
    },
  };
}

export type HttpBench = Awaited<ReturnType<typeof startHttp>>;
