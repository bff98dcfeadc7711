import { hash, randomBytes } from 'node:crypto';
import type { Slot } from './rules.ts';
import { TICKET_MS } from './rules.ts';

/** What a ticket opens, for whom. */
export interface Ticketed {
  readonly caseId: number;
  readonly slot: Slot;
  readonly reason: string;
  readonly sessionId: string;
}

const OPEN_MAX = 1_000;

/** Tickets that open one picture each: once, within a minute, in the session that asked for it. */
export class Tickets {
  /** In the order in which they were made; by the hash of the ticket. */
  readonly #open = new Map<string, Ticketed & { readonly until: number }>();

  make(of: Ticketed, now: number): string {
    for (const [key, { until }] of this.#open) {
      if (until > now && this.#open.size < OPEN_MAX) break;
      this.#open.delete(key);
    }
    const ticket = randomBytes(32).toString('base64url');
    this.#open.set(hash('sha256', ticket), { ...of, until: now + TICKET_MS });
    return ticket;
  }

  /** Uses the ticket up; null when it is none, too old, or of another session. */
  use(ticket: string, sessionId: string, now: number): Ticketed | null {
    const key = hash('sha256', ticket);
    const found = this.#open.get(key);
    this.#open.delete(key);
    if (found === undefined || found.until <= now || found.sessionId !== sessionId) return null;
    return found;
  }
}
