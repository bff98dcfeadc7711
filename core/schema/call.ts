import type { z } from 'zod';
import type { StaffRight } from '../approval/rights.ts';
import type { Busy, InvalidInput, Refusal, Stale } from './outcome.ts';

/**
 * Who may make a call: `visitor` anybody (a session is used if there is one), `user` a person with
 * a session of either realm, `operator` staff with the right that the call names.
 *
 * One call of the product: the server checks requests with it, the web app sends them with it and
 * the reference page is printed from it, so the three always agree.
 *
 * The fields `token`, `lang`, `rtoken` and `cid` are taken from every request before `input` sees
 * it; a call must not name them.
 */
export type Call = PeopleCall | StaffCall;

interface PeopleCall extends AnyCall {
  readonly auth: 'visitor' | 'user';
}

export interface StaffCall extends AnyCall {
  readonly auth: 'operator';
  /** What a member of staff must be allowed; `own`: it concerns nobody but who makes the call. */
  readonly right: StaffRight | 'own';
}

/** A file that is the whole body of a request. */
export interface UploadRule {
  /** MIME types, one of which the request must declare. */
  readonly types: readonly string[];
  /** The file must be smaller than this. */
  readonly belowBytes: number;
}

interface AnyCall {
  readonly method: 'GET' | 'POST';
  /** The call changes state, but older clients make it by GET; strict conditions (HTTP-060). */
  readonly getAlias?: true;
  /** The row of rate limits; by default `read` for GET and `write` for POST. */
  readonly limit?: string;
  /** The body is a file, sent as it is; then the fields are in the address. */
  readonly upload?: UploadRule;
  /** One sentence for the reference page. */
  readonly summary: string;
  /** A strict object: a field that is not named is refused, not ignored. */
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** The reasons for which this call may be refused, in the order in which they are checked. */
  readonly refusals: readonly string[];
}

export type Calls = Readonly<Record<string, Call>>;

/** Returns the table unchanged, so that TypeScript keeps every name and schema literal. */
export function defineCalls<const T extends Calls>(calls: T): T {
  return calls;
}

/** What a client may send (numbers and booleans also as text, for forms). */
export type CallRequest<C extends Call> = z.input<C['input']>;

/** The checked input that the handler receives. */
export type CallInput<C extends Call> = z.output<C['input']>;

/** What the handler returns on success, and the client receives in `data`. */
export type CallOutput<C extends Call> = z.output<C['output']>;

/** The refusal codes of a call. */
export type CallRefusal<C extends Call> = C['refusals'][number];

/** Everything that a handler may return; `platform/http` turns each into an envelope. */
export type CallOutcome<C extends Call> =
  | CallOutput<C>
  | Stale<CallOutput<C>>
  | Refusal<CallRefusal<C>>
  | InvalidInput
  | Busy;
