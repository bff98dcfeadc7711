import { CallError } from '../../lib/api/errors.ts';
import { newCommandId } from '../../lib/data/services.ts';
import type { Placed, Sending } from '../orders.ts';
import type { OrderCalls } from '../product.ts';

/**
 * Sends one order at a time. A second call while one is on its way is dropped, whatever pressed the
 * button twice. When no answer came, nobody knows whether the order was placed: the same order sent
 * again then carries the same id, and the engine answers with what happened the first time.
 */
export class OrderSender {
  private busy = false;
  private unanswered: { body: string; commandId: string } | null = null;

  constructor(
    private readonly place: OrderCalls['place'],
    private readonly newId: () => string = newCommandId,
  ) {}

  /** Whether this order was sent without an answer: sent again, it is placed once. */
  isRepeat(order: Sending): boolean {
    return this.unanswered?.body === JSON.stringify(order);
  }

  /** Null when one is on its way already, or was not confirmed; rejects as the call does. */
  async send(order: Sending): Promise<Placed | null> {
    if (this.busy) return null;
    this.busy = true;
    const body = JSON.stringify(order);
    const known = this.unanswered?.body === body ? this.unanswered.commandId : null;
    const commandId = known ?? this.newId();
    try {
      const placed = await this.place(order, commandId);
      // What was not confirmed was not sent: whether it was placed before is as open as it was.
      if (placed !== null) this.unanswered = null;
      return placed;
    } catch (error) {
      const isOpen = error instanceof CallError && (isSilent(error) || isUnproved(error));
      this.unanswered = isOpen ? { body, commandId } : null;
      throw error;
    } finally {
      this.busy = false;
    }
  }
}

/** It did not get as far as the engine, which may have had it before. */
function isUnproved({ refusal }: CallError): boolean {
  return refusal === 'stepUpNeeded' || refusal === 'stepUpWrong';
}

/** No answer, or an answer that does not say whether the command was taken. */
function isSilent(error: CallError): boolean {
  return error.kind === 'network' || error.kind === 'server';
}
