import { useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';

/** Texts change seldom; a page that is open longer asks again. */
const FRESH_MS = 300_000;

/** One text in the reader's language; an error where there is none of this key. */
export function useText(id: string, edition?: number) {
  const language = usePreferences((preferences) => preferences.language);
  const input = edition === undefined ? { id } : { id, edition };
  return useQuery({
    queryKey: ['text', id, edition, language],
    queryFn: ({ signal }) => api.call('getText', input, { signal, quiet: true }),
    enabled: id !== '',
    staleTime: FRESH_MS,
    retry: false,
  });
}

export function useTexts(input: CallInput<'getTextsList'>) {
  const language = usePreferences((preferences) => preferences.language);
  return useQuery({
    queryKey: ['texts', input, language],
    queryFn: ({ signal }) => api.call('getTextsList', input, { signal, quiet: true }),
    staleTime: FRESH_MS,
    placeholderData: (before) => before,
  });
}

export function useAnnouncements(kind: 'notice' | 'news', page = 1) {
  const language = usePreferences((preferences) => preferences.language);
  return useQuery({
    queryKey: ['announcements', kind, page, language],
    queryFn: ({ signal }) => api.call('getGG', { kind, page }, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
}
