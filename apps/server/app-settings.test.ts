import { callMode, readAppSettings, streamUrl } from '@assay/modules/content/rules';
import { readConfig } from '@assay/platform/config';
import { Messages } from '@assay/platform/http/messages';
import { expect, test } from 'vitest';
import { appSettingsOf } from './app-settings.ts';
import { hostNames } from './host-names.ts';

const PUBLIC_URL = 'https://app.example.org';
const made = (settings: Record<string, string>) =>
  appSettingsOf(readConfig(settings), new Messages(), { source: 'live', mode: 'trial' });

const USUAL = { apiUrl: '', callTimeoutMs: 15_000, kitPage: true, source: '', mode: '' };

test('KIT-001 the page of the parts is served where its setting is on', () => {
  expect([made({}).kitPage, made({ KIT_PAGE: 'on' }).kitPage]).toEqual([false, true]);
});

test('UI-956 only languages in which app and answers are complete are offered', () => {
  expect(made({}).languages).toEqual(['en']);
  expect(made({ LANGUAGES: 'all' }).languages).toHaveLength(14);
  expect(() => made({ DEFAULT_LANGUAGE: 'de' })).toThrow(/DEFAULT_LANGUAGE: .* de /);
  const messages = new Messages().add({ en: { 'refusal.a': 'No.' }, de: { 'refusal.a': 'Nein.' } });
  expect([messages.covers('en'), messages.covers('de'), messages.covers('fr')]).toEqual([
    ...[true, false, false],
  ]);
});

test('UI-957 host and time limit of the calls of the apps come from the settings', () => {
  const API_URL = 'https://api.example.org/';
  const settings = made({ PUBLIC_URL, API_URL, CALL_TIMEOUT: '40' });
  const names = hostNames(readConfig({ PUBLIC_URL, API_URL }));
  expect(names).toEqual(expect.arrayContaining(['app.example.org', 'api.example.org']));
  expect(settings).toMatchObject({ apiUrl: 'https://api.example.org', callTimeoutMs: 40_000 });
  expect(streamUrl(settings, PUBLIC_URL)).toBe('wss://api.example.org/web/stream');
  expect(callMode(settings)).toEqual({ credentials: 'include' });
  expect(readAppSettings(JSON.stringify(settings), [])).toEqual(settings);
  // A page that no server has filled in, as that of a development server.
  const usual = readAppSettings('__APP_SETTINGS__', ['en']);
  expect(usual).toEqual({ ...USUAL, languages: ['en'] });
  expect(streamUrl(usual, 'http://127.0.0.1:8140')).toBe('ws://127.0.0.1:8140/web/stream');
  expect(callMode(usual)).toEqual({ credentials: 'same-origin' });
  expect(() => made({ API_URL })).toThrow(/API_URL: needs PUBLIC_URL/);
  expect(() => made({ CALL_TIMEOUT: '0' })).toThrow(/CALL_TIMEOUT/);
});
