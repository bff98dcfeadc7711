import type { RealmPart } from '../../apps/server/realm.ts';
import type { Load } from './load.ts';

/** What a command was answered with. */
export type Answer =
  | {
      readonly kind: 'done';
      readonly ok: boolean;
      /** The whole answer as text: the same command gets the same one again. */
      readonly text: string;
      /** Refusals carry none over HTTP. */
      readonly receipt: { readonly seq: number; readonly hash: string } | null;
      readonly refusal: string | null;
      readonly orderId: number | null;
    }
  /** No answer, or not now: the same id is sent again. */
  | { readonly kind: 'again' };

export const AGAIN: Answer = { kind: 'again' };

/** One user's way to send commands. */
export interface Session {
  readonly actor: number;
  /** The engine's id of a command whose sender's id is `cid`. */
  engineId(call: string, cid: string): string;
  send(call: string, body: object, cid: string): Promise<Answer>;
}

/** What is killed. */
export interface Target {
  readonly name: string;
  /** Markets in which clients trade, near one price. */
  readonly markets: readonly string[];
  /** What people do beside orders. */
  readonly load: Load;
  /** What the realm has beside the product. */
  readonly parts: readonly RealmPart[];
  /** Sets everything up and starts for the first time. */
  prepare(): Promise<void>;
  sessions(count: number): Promise<Session[]>;
  /** A price near which orders meet, in whole units of the quote asset. */
  price(): Promise<number>;
  /** The database, for the verifier. */
  databaseUrl(): string;
  kill(what: 'engine' | 'database' | 'both'): Promise<void>;
  /** Starts what was killed, as soon as it can be; resolves when it takes commands. */
  restart(): Promise<void>;
  /** Ends it in the orderly way; the database stays up. */
  stop(): Promise<void>;
  /** Ends the database and removes every file. */
  clean(): Promise<void>;
}
