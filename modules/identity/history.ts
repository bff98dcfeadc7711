import type { Client } from '@assay/platform/db/database';
import type { CallContext } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { placeOf } from './places.ts';
import type { EventKind } from './schema/index.ts';
import type { EventStore, LogQuery } from './store/events.ts';

const USER_AGENT_MAX = 200;
const DETAIL_MAX = 200;

export type Origin = Pick<CallContext, 'ip' | 'now' | 'userAgent'>;

/** Something that happened to an account; `detail` is what its log says of it. */
export interface AccountEvent {
  readonly userId: number;
  readonly kind: EventKind;
  readonly detail: string;
  readonly place: string;
  readonly at: number;
}

/** A request that caused an event waits for its listeners. */
export type EventListener = (event: AccountEvent) => Promise<void>;

/** What happened to accounts, with place and device; shown to their owners at /deallog. */
export class History {
  readonly #store: EventStore;
  readonly #listeners: EventListener[] = [];

  constructor(store: EventStore) {
    this.#store = store;
  }

  onEvent(listener: EventListener): void {
    this.#listeners.push(listener);
  }

  /** Of the user 0, who is nobody, nothing is kept; the statement is the same. */
  async add(userId: number, kind: EventKind, said: string, origin: Origin) {
    await this.report(await this.write(userId, kind, said, origin));
  }

  /** The entry alone, perhaps in a transaction; after its commit it is reported. */
  async write(
    userId: number,
    kind: EventKind,
    said: string,
    { ip, now, userAgent }: Origin,
    client?: Pick<Client, 'query'>,
  ): Promise<AccountEvent> {
    const event = { at: now, kind, detail: said.slice(0, DETAIL_MAX), place: placeOf(ip) };
    const device = { network: networkOf(ip), userAgent: userAgent.slice(0, USER_AGENT_MAX) };
    await this.#store.add(userId, { ...event, ...device }, client);
    return { userId, ...event };
  }

  async report(event: AccountEvent): Promise<void> {
    if (event.userId === 0) return;
    for (const listener of this.#listeners) await listener(event);
  }

  /** When this happened last, and what was said of it; null: it never did. */
  latest(userId: number, kind: EventKind) {
    return this.#store.latest(userId, kind);
  }

  happenedAfter(userId: number, kind: EventKind, at: number) {
    return this.#store.happenedAfter(userId, kind, at);
  }

  habits(userId: number, since: number, hoursBefore: number) {
    return this.#store.habits(userId, since, hoursBefore);
  }

  list(userId: number, query: LogQuery) {
    return this.#store.list(userId, query);
  }
}
