import { useTypingSeen } from '@assay/kit/display/use-chat.ts';
import { TYPING_MS } from '@assay/modules/support/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useChannel } from '../../lib/stream.ts';

const KEY = 'support';
const POLL_MS = 10_000;

export type QueueRow = CallOutputOf<'getSupportQueue'>['tickets'][number];
export type SupportCase = CallOutputOf<'getSupportCase'>;
export type Customer = SupportCase['customer'];

/** Open conversations. The stream says when they change; deadlines pass by themselves. */
export function useQueue() {
  return useQuery({
    queryKey: [KEY, 'queue'],
    queryFn: ({ signal }) => call('getSupportQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Claims a conversation and reads it; afterwards only what is after the last message known. */
export function useSupportCase(ticketId: number) {
  const queries = useQueryClient();
  const queryKey = [KEY, 'case', ticketId];
  return useQuery<SupportCase>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<SupportCase>(queryKey)?.messages ?? [];
      if (known.length === 0) await call('claimSupport', { ticketId });
      const after = known.at(-1)?.number ?? 0;
      const found = await call('getSupportCase', { ticketId, after }, signal);
      return { ...found, messages: [...known, ...found.messages] };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useAnswers() {
  return useQuery({
    queryKey: [KEY, 'answers'],
    queryFn: async ({ signal }) => (await call('getCannedAnswers', {}, signal)).answers,
  });
}

export function useColleagues() {
  return useQuery({
    queryKey: [KEY, 'colleagues'],
    queryFn: async ({ signal }) => (await call('getSupportColleagues', {}, signal)).colleagues,
  });
}

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [KEY] });
}

/** Reads again what the stream says has changed; whether the customer of this ticket types. */
export function useSupportStream(ticketId: number | null): boolean {
  const refresh = useRefresh();
  const { may } = useOperator();
  const [typing, seenTyping] = useTypingSeen();
  useChannel(may('support.answer') ? 'support' : null, {
    renew: () => void refresh(),
    delta: (data) => {
      const delta = data as { ticketId: number; typing?: boolean };
      if (delta.typing !== true) void refresh();
      if (delta.ticketId === ticketId) {
        seenTyping(delta.typing === true ? TYPING_MS : 0);
      }
    },
  });
  return typing;
}
