import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appSettings } from '../app-settings.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { usePreferences } from './preferences.ts';
import { api } from './services.ts';

/** The public settings of this deployment: name, languages, price source, mobile site. */
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
    writeStored(STORAGE_KEYS.mode, settings.mode);
    usePreferences.getState().suggestLanguage(settings.defaultLanguage);
    const mobile = mobileSite(settings.mobileSite, navigator.userAgent);
    if (mobile) location.replace(mobile);
  }, [settings]);
  return query;
}

/**
 * The source of prices. Until the server has answered, this is what it has written into the page,
 * so whatever depends on it is in the layout from the first paint. Null if that is not known.
 */
export function usePriceSource(): string | null {
  const source = useSettings().data?.source;
  return source ?? (appSettings.source || readStored(STORAGE_KEYS.source));
}

/** Whether this server is a trial; until it has answered, what it has written into the page. */
export function useIsTrial(): boolean {
  const mode = useSettings().data?.mode;
  return (mode ?? (appSettings.mode || readStored(STORAGE_KEYS.mode))) === 'trial';
}

/**
 * The site to which a phone is redirected (UI-004), or null. The address comes only from the
 * server's settings, never from the page's URL, so no link can send a user to a foreign site.
 */
export function mobileSite(configured: string, userAgent: string): string | null {
  if (!/iPhone|iPad|iPod|Android/.test(userAgent)) return null;
  return /^https?:\/\//.test(configured) ? configured : null;
}
