import type { Call, Calls } from '@assay/core/schema/call';
import type { CallContext, Handlers } from './context.ts';
import type { CallTimes, HttpMetrics } from './http-metrics.ts';
import type { Limits, Row } from './limits.ts';
import type { Messages } from './messages.ts';

export type AnyHandler = (input: never, context: never) => unknown;

/** A call with everything needed to serve it, assembled once at the start. */
export interface Route {
  readonly name: string;
  readonly call: Call;
  readonly handler: (input: unknown, context: CallContext) => unknown;
  readonly limits: Row;
  readonly times: CallTimes;
}

/** A table of calls with its handlers, as each module hands it to the server. */
export interface CallSet {
  readonly calls: Calls;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
}

/** Pairs a table with its handlers; the types ensure that each call has one. */
export function callSet<T extends Calls>(calls: T, handlers: Handlers<T>): CallSet {
  return { calls, handlers: handlers as unknown as CallSet['handlers'] };
}

/** The common fields, which no call may declare. */
const RESERVED = ['token', 'lang', 'rtoken', 'cid'];

/**
 * Throws for a call without a handler, a name used twice, a reserved field, and a refusal without
 * an English text: these are programmer's errors, which must show at the start.
 */
export function buildRoutes(
  sets: readonly CallSet[],
  limits: Limits,
  metrics: HttpMetrics,
  messages: Messages,
): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const set of sets) {
    for (const [name, call] of Object.entries(set.calls)) {
      const handler = set.handlers[name];
      if (handler === undefined) throw new Error(`The call ${name} has no handler`);
      if (routes.has(name)) throw new Error(`Two calls are named ${name}`);
      const taken = RESERVED.find((field) => field in call.input.shape);
      if (taken !== undefined) throw new Error(`The call ${name} names the field ${taken}`);
      const silent = call.refusals.find((refusal) => !messages.has(`refusal.${refusal}`));
      if (silent !== undefined) throw new Error(`The refusal ${silent} of ${name} has no text`);
      if (call.getAlias && call.method === 'GET') throw new Error(`${name} is GET already`);
      routes.set(name, {
        name,
        call,
        handler: handler as Route['handler'],
        limits: limits.row(call.limit ?? (call.method === 'GET' ? 'read' : 'write')),
        times: metrics.call(name),
      });
    }
  }
  return routes;
}
