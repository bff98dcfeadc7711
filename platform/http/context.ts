import type { Realm } from '@assay/core/ledger/realm';
import type { Call, CallInput, CallOutcome, CallOutput, Calls } from '@assay/core/schema/call';

/** The person behind a request, as identified by the session. */
export interface Actor {
  readonly userId: number;
  readonly realm: Realm;
  readonly sessionId: string;
  /** Present for staff; the calls with `auth: 'operator'` need it. */
  readonly operator?: true;
}

/** What a handler gets of the request besides its input. */
export interface CallContext {
  readonly actor: Actor | null;
  /** The address of the client, after the proxies that are listed as trusted. */
  readonly ip: string;
  /** The language for texts: one that the catalogues have. */
  readonly lang: string;
  /** Milliseconds since the epoch, taken once when the request arrived. */
  readonly now: number;
  readonly requestId: string;
  /** Permanent id of a command, unique over users and calls; only with a session and a `cid`. */
  readonly commandId: string | undefined;
  readonly userAgent: string;
  /** The raw Cookie header. */
  readonly cookie: string;
  /**
   * The request carries what browsers add and scripts cannot remove: fetch metadata, or, on plain
   * http to another machine, where browsers send none, at least the origin of a POST.
   */
  readonly browser: boolean;
  /** The client reached us by https. */
  readonly secure: boolean;
  /** Sets a header of the answer; `set-cookie` may be set several times. */
  setHeader(name: string, value: string): void;
  /** Counts a read's work beyond the bytes of its answer, as so many bytes. */
  spendBytes(bytes: number): void;
}

/** An output that its handler has serialised as JSON: worth it for the most frequent calls. */
export class Written<T> {
  readonly json: string;
  /** For the compiler only: the type of what was written. */
  declare readonly output?: T;

  constructor(json: string) {
    this.json = json;
  }
}

/** What a handler may return: an outcome, or an output that is already serialised. */
export type Returned<C extends Call> = CallOutcome<C> | Written<CallOutput<C>>;

type ContextOf<C extends { auth: string }> = C['auth'] extends 'visitor'
  ? CallContext
  : CallContext & { readonly actor: Actor };

/** One handler for each call of a table, by the call's name. */
export type Handlers<T extends Calls> = {
  readonly [K in keyof T]: (
    input: CallInput<T[K]>,
    context: ContextOf<T[K]>,
  ) => Returned<T[K]> | Promise<Returned<T[K]>>;
};

/** What a request carries to prove its session. */
export interface Credentials {
  readonly token: string;
  /** The raw Cookie header. A cookie alone is never a credential (it would be ambient). */
  readonly cookie: string;
  readonly ip: string;
}

/**
 * `none`: no such session, or it has expired (code 2000: log in again). `ended`: the session was
 * ended on purpose, by another device or a changed password (code 1000: this client logs out).
 */
export type Authentication = Actor | 'none' | 'ended';

export interface Authenticator {
  authenticate(credentials: Credentials, now: number): Authentication | Promise<Authentication>;
  /** Whether a session is still alive; does not count as use of it. */
  alive(sessionId: string, now: number): boolean | Promise<boolean>;
  /** Calls `listener` with the id of each session as soon as it ends. */
  onEnded(listener: (sessionId: string) => void): () => void;
}
