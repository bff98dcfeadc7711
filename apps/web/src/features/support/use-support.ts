import { useTypingSeen } from '@assay/kit/display/use-chat.ts';
import { TYPING_MS } from '@assay/modules/support/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, queries, stream } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

const KEY = 'support';
const PAGE_SIZE = 100;

type Conversation = CallOutput<'getSupportMessages'>;
export type Ticket = Conversation['ticket'];
export type Message = Conversation['messages'][number];

/** The conversations of this person; a query for each session. */
export function useTickets() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getSupport', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** A conversation with its messages, of which only those after the last one known are read. */
export function useConversation(ticketId: number) {
  const token = useSession((session) => session.token);
  const queryKey = [KEY, token, ticketId];
  return useQuery<Conversation>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<Conversation>(queryKey)?.messages ?? [];
      const messages: Message[] = [...known];
      for (;;) {
        const after = messages.at(-1)?.number ?? 0;
        const input = { ticketId, after, limit: PAGE_SIZE };
        const page = await api.call('getSupportMessages', input, { signal, quiet: true });
        messages.push(...page.messages);
        if (page.messages.length < PAGE_SIZE) return { ticket: page.ticket, messages };
      }
    },
    staleTime: 0,
    retry: false,
  });
}

export const refreshSupport = () => queries.invalidateQueries({ queryKey: [KEY] });

/**
 * Reads again what the stream says has changed, and everything after each reconnection; returns
 * whether staff type in this conversation now.
 */
export function useSupportStream(ticketId: number | null): boolean {
  const [typing, seenTyping] = useTypingSeen();
  useEffect(() => {
    seenTyping(0);
    return stream.subscribe('support', {
      snapshot: () => void refreshSupport(),
      delta: (data) => {
        const delta = data as { ticketId: number; typing?: boolean };
        if (delta.typing !== true) void refreshSupport();
        if (delta.ticketId === ticketId) {
          seenTyping(delta.typing === true ? TYPING_MS : 0);
        }
      },
    });
  }, [ticketId, seenTyping]);
  return typing;
}

/** Marks answers as read while the page is looked at. */
export function useMarkRead({ ticketId, unread, lastNumber }: Ticket): void {
  useEffect(() => {
    if (unread === 0) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      const input = { ticketId, number: lastNumber };
      api.call('readSupport', input, { quiet: true }).then(refreshSupport, () => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [ticketId, unread, lastNumber]);
}
