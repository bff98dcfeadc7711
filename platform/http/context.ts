import type { Right } from '@assay/core/approval/policy';
import type { Realm } from '@assay/core/ledger/realm';
import type { Call, CallInput, CallOutcome, CallOutput, Calls } from '@assay/core/schema/call';

/** A member of staff, as of the time of the request. */
export interface Staff {
  readonly operatorId: number;
  /** The human being: two accounts of one person count as one. */
  readonly person: number;
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** The customer accounts that this human being has: they decide nothing about them. */
  readonly accounts: readonly number[];
}

/** The person behind a request, as identified by the session; `userId` is below zero for staff. */
export interface Actor {
  readonly userId: number;
  readonly realm: Realm;
  readonly sessionId: string;
  /** Present for staff; the calls with `auth: 'operator'` need it. */
  readonly operator?: Staff;
}

/** A file as it was sent: nothing of it has been checked but its length and its declared type. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The context of a call of staff. */
export type StaffContext = CallContext & { readonly actor: Actor & { readonly operator: Staff } };

/** What a handler gets of the request besides its input. */
export interface CallContext {
  readonly actor: Actor | null;
  /** The address of the client, after the proxies that are listed as trusted. */
  readonly ip: string;
  /** The language for texts: one that the catalogues have. */
  readonly lang: string;
  /** The language that was asked for, which the catalogues may lack: of texts of the operator. */
  readonly wantedLang: string;
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
  /** The file of an upload; undefined for other calls. */
  readonly file: SentFile | undefined;
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

/** An answer that is a file instead of an envelope. It is downloaded, never shown as a page. */
export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;

  constructor(bytes: Buffer, type: string) {
    this.bytes = bytes;
    this.type = type;
  }
}

/** What a handler may return: an outcome, an output that is already serialised, or a file. */
export type Returned<C extends Call> = CallOutcome<C> | Written<CallOutput<C>> | FileAnswer;

type ContextOf<C extends Call> = (C['auth'] extends 'visitor'
  ? CallContext
  : C['auth'] extends 'operator'
    ? StaffContext
    : CallContext & { readonly actor: Actor }) &
  (C['upload'] extends object ? { readonly file: SentFile } : unknown);

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
  /** Whether what the token stands for is in memory, so that to authenticate it costs nothing. */
  holds(token: string): boolean;
  authenticate(credentials: Credentials, now: number): Authentication | Promise<Authentication>;
  /** Whether a session is still alive; does not count as use of it. */
  alive(sessionId: string, now: number): boolean | Promise<boolean>;
  /** Calls `listener` with the id of each session as soon as it ends. */
  onEnded(listener: (sessionId: string) => void): () => void;
}
