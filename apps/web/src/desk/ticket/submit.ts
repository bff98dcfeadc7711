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

  /** Null when an order is on its way already; rejects as the call does. */
  async send(order: Sending): Promise<Placed | null> {
    if (this.busy) return null;
    this.busy = true;
    const body = JSON.stringify(order);
    const known = this.unanswered?.body === body ? this.unanswered.commandId : null;
    const commandId = known ?? this.newId();
    try {
      const placed = await this.place(order, commandId);
      this.unanswered = null;
      return placed;
    } catch (error) {
      const silent = error instanceof CallError && isSilent(error);
      this.unanswered = silent ? { body, commandId } : null;
      throw error;
    } finally {
      this.busy = false;
    }
  }
}

/** No answer, or an answer that does not say whether the command was taken. */
function isSilent(error: CallError): boolean {
  return error.kind === 'network' || error.kind === 'server';
}
