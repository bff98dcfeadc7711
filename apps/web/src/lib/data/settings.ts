import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { usePreferences } from './preferences.ts';
import { api } from './services.ts';

/** What this deployment says about itself: its name, languages, price source, mobile site. */
export function useSettings() {
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.call('getSetting', {}, { signal, quiet: true }),
    staleTime: 600_000,
  });
  const settings = query.data;
  useEffect(() => {
    if (!settings) return;
    writeStored(STORAGE_KEYS.source, settings.source);
    usePreferences.getState().suggestLanguage(settings.defaultLanguage);
    const mobile = mobileSite(settings.mobileSite, navigator.userAgent);
    if (mobile) location.replace(mobile);
  }, [settings]);
  return query;
}

/**
 * Where prices are from; until the server has said it, what it said at the last visit, and at the
 * first one null. What hangs on it then stands in its place from the first picture on.
 */
export function usePriceSource(): string | null {
  const source = useSettings().data?.source;
  return source ?? readStored(STORAGE_KEYS.source);
}

/**
 * Where a phone is sent (UI-004), or null. The address comes from the server's settings only,
 * never from the page's own address, so no link can send a reader to a foreign site.
 */
export function mobileSite(configured: string, userAgent: string): string | null {
  if (!/iPhone|iPad|iPod|Android/.test(userAgent)) return null;
  return /^https?:\/\//.test(configured) ? configured : null;
}
