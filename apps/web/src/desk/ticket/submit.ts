import type { PlaceOco, PlaceOrder } from '@assay/modules/spot/rules';
import { CallError } from '../../lib/api/errors.ts';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, newCommandId } from '../../lib/data/services.ts';

/** An order, or two of which one cancels the other, which have no type of their own. */
export type Sending = PlaceOrder | PlaceOco;
export type Placed = CallOutput<'placeOrder'> | CallOutput<'placeOco'>;

export function isOco(sending: Sending): sending is PlaceOco {
  return !('type' in sending);
}

/** Sends an order, or an OCO, under its permanent id. */
export type SendOrder = (order: Sending, commandId: string) => Promise<Placed>;

const send: SendOrder = (order, commandId) => {
  const options = { commandId, quiet: true };
  return isOco(order)
    ? api.call('placeOco', order, options)
    : api.call('placeOrder', order, options);
};

/**
 * Sends one order at a time. A second call while one is on its way is dropped, whatever pressed the
 * button twice. When no answer came, nobody knows whether the order was placed: the same order sent
 * again then carries the same id, and the engine answers with what happened the first time.
 */
export class OrderSender {
  private busy = false;
  private unanswered: { body: string; commandId: string } | null = null;

  constructor(
    private readonly sendOrder: SendOrder = send,
    private readonly newId: () => string = newCommandId,
  ) {}

  /** Null when an order is on its way already; rejects as the call does. */
  async send(order: Sending): Promise<Placed | null> {
    if (this.busy) return null;
    this.busy = true;
    const body = JSON.stringify(order);
    const known = this.unanswered?.body === body ? this.unanswered.commandId : null;
    const commandId = known ?? this.newId();
    try {
      const placed = await this.sendOrder(order, commandId);
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
