import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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
    usePreferences.getState().suggestLanguage(settings.defaultLanguage);
    const mobile = mobileSite(settings.mobileSite, navigator.userAgent);
    if (mobile) location.replace(mobile);
  }, [settings]);
  return query;
}

/**
 * Where a phone is sent (UI-004), or null. The address comes from the server's settings only,
 * never from the page's own address, so no link can send a reader to a foreign site.
 */
export function mobileSite(configured: string, userAgent: string): string | null {
  if (!/iPhone|iPad|iPod|Android/.test(userAgent)) return null;
  return /^https?:\/\//.test(configured) ? configured : null;
}
