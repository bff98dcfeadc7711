import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request for a call, as received. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The part of the address after the question mark. */
  readonly query: string;
}
