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
  /** No word, or not now: the same id will tell. */
  | { readonly kind: 'again' };

export const AGAIN: Answer = { kind: 'again' };

/** Somebody who may give orders. */
export interface Session {
  readonly actor: number;
  /** The id under which the engine keeps a command that its sender calls `cid`. */
  engineId(call: string, cid: string): string;
  send(call: string, body: object, cid: string): Promise<Answer>;
}

/** What is killed. */
export interface Target {
  readonly name: string;
  readonly market: string;
  /** Sets everything up and starts for the first time. */
  prepare(): Promise<void>;
  sessions(count: number): Promise<Session[]>;
  /** A price near which orders meet, in whole units of the quote asset. */
  price(): Promise<number>;
  /** The database, for whoever verifies. */
  databaseUrl(): string;
  kill(what: 'engine' | 'database' | 'both'): Promise<void>;
  /** Starts what was killed, as soon as it can be; resolves when it takes commands. */
  restart(): Promise<void>;
  /** Ends it in the orderly way; the database stays up. */
  stop(): Promise<void>;
  /** Ends the database and removes every file. */
  clean(): Promise<void>;
}
