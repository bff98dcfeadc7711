import { expect, test } from 'vitest';
import { contentCalls, type PublicFigures, type Setting } from './calls.ts';

const setting: Setting = {
  siteName: 'Assay',
  languages: ['en', 'ar'],
  defaultLanguage: 'en',
  source: 'simulated',
  simulated: true,
  mobileSite: '',
  invitationRequired: false,
};
const figures: PublicFigures = { users: 1, countries: 1, markets: 12, volume24h: '0', tools: 113 };
const at = (now: number) => ({ now }) as never;

test('CONT-010 the current settings are returned', () => {
  let source: Setting['source'] = 'simulated';
  const { getSetting } = contentCalls({
    setting: () => ({ ...setting, source, simulated: source === 'simulated' }),
    figures: async () => figures,
  });
  expect(getSetting({}, at(0))).toMatchObject({ source: 'simulated', simulated: true });
  source = 'live';
  expect(getSetting({}, at(0))).toMatchObject({ source: 'live', simulated: false });
});

test('CONT-020 figures are counted again after half a minute, or when counting failed', async () => {
  let counts = 0;
  let broken = false;
  const { new_data } = contentCalls({
    setting: () => setting,
    figures: async () => {
      counts += 1;
      if (broken) throw new Error('no database');
      return { ...figures, users: counts };
    },
  });
  expect(await new_data({}, at(0))).toMatchObject({ users: 1 });
  expect(await new_data({}, at(29_999))).toMatchObject({ users: 1 });
  broken = true;
  await expect(new_data({}, at(30_000))).rejects.toThrow();
  broken = false;
  expect(await new_data({}, at(30_001))).toMatchObject({ users: 3 });
});
