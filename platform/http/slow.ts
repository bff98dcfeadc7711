import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers a request that took too long, and closes its connection. */
export type OnSlow = (socket: Duplex) => void;

/**
 * Ends a request whose body is not complete in time. Node has one time-out for all requests, which
 * must leave uploads as long as they need.
 */
export function endIfSlow(request: IncomingMessage, afterMs: number, onSlow: OnSlow): void {
  const timer = setTimeout(() => {
    if (!request.complete) onSlow(request.socket);
  }, afterMs);
  timer.unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  request.once('close', stop);
}

/** Whether the head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
