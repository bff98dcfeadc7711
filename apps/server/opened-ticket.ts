import { Refusal } from '@assay/core/schema/outcome';

/**
 * What a call that begins a conversation with support may answer: its number, or that as many are
 * open as may be, with how many those are. Nothing else can be wrong with a text of its own.
 */
export function openedTicket(opened: object): { ticketId: number } | Refusal<'tooManyOpen'> {
  if ('ticketId' in opened) return opened as { ticketId: number };
  if (opened instanceof Refusal && opened.code === 'tooManyOpen') return opened;
  throw new Error(`support took no conversation in: ${JSON.stringify(opened)}`);
}
