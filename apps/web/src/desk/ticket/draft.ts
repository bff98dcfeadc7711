import type { TicketForm } from './form.ts';

/** What stood in a ticket, and whose it was. */
interface Draft {
  readonly market: string;
  readonly owner: number;
  readonly form: TicketForm;
}

let kept: Draft | null = null;

/** A ticket is closed: what stands in it is kept only if its session ended before. */
export function closeTicket(draft: Draft, sessionEnded: boolean): void {
  kept = sessionEnded ? draft : null;
}

/** What the same person left in the ticket of this market when their session ended. */
export function draftOf(market: string, owner: number): TicketForm | undefined {
  return kept?.market === market && kept.owner === owner ? kept.form : undefined;
}
