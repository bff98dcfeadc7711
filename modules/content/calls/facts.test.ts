import { expect, test } from 'vitest';
import { factHandlers, type LogOfCommands, type PublicFigures, type Setting } from './facts.ts';

const setting: Setting = {
  siteName: 'Assay',
  ...{ accentDark: '', accentLight: '', hasLogo: false, operatorNamed: false },
  mode: 'trial',
  languages: ['en', 'ar'],
  defaultLanguage: 'en',
  apiUrl: '',
  callTimeoutMs: 15_000,
  source: 'simulated',
  simulated: true,
  mobileSite: '',
  invitationRequired: false,
};
const figures: PublicFigures = { users: 1, countries: 1, markets: 12, volume24h: '0', tools: 113 };
const head = {
  realm: 'real',
  seq: 7,
  hash: 'ab'.repeat(32),
  root: 'cd'.repeat(32),
  at: 1,
  signature: 'ef'.repeat(64),
} as const;
const log: LogOfCommands = {
  publicKey: '01'.repeat(32),
  head: (realm) => (realm === 'real' ? head : undefined),
  prove: async (_realm, seq) => (seq === 7 ? null : { head, hash: head.hash, path: [head.root] }),
};
const at = (now: number) => ({ now }) as never;

test('CONT-010 the current settings are returned', () => {
  let source: Setting['source'] = 'simulated';
  const { getSetting } = factHandlers({
    setting: () => ({ ...setting, source, simulated: source === 'simulated' }),
    figures: async () => figures,
    log,
  });
  expect(getSetting({}, at(0))).toMatchObject({ source: 'simulated', simulated: true });
  source = 'live';
  expect(getSetting({}, at(0))).toMatchObject({ source: 'live', simulated: false });
});

test('CONT-020 figures are counted again after half a minute, or when counting failed', async () => {
  let counts = 0;
  let broken = false;
  const { new_data } = factHandlers({
    setting: () => setting,
    figures: async () => {
      counts += 1;
      if (broken) throw new Error('no database');
      return { ...figures, users: counts };
    },
    log,
  });
  expect(await new_data({}, at(0))).toMatchObject({ users: 1 });
  expect(await new_data({}, at(29_999))).toMatchObject({ users: 1 });
  broken = true;
  await expect(new_data({}, at(30_000))).rejects.toThrow();
  broken = false;
  expect(await new_data({}, at(30_001))).toMatchObject({ users: 3 });
});

test('CONT-030 the signed head and the proof of a command are public, as far as they are there', async () => {
  const handlers = factHandlers({ setting: () => setting, figures: async () => figures, log });
  const { publicKey } = log;
  expect(handlers.getLogHead({ realm: 'real' }, at(0))).toEqual({ publicKey, head });
  expect(handlers.getLogHead({ realm: 'demo' }, at(0))).toMatchObject({ code: 'noHead' });
  const proof = (seq: number) => handlers.getLogProof({ realm: 'real', seq }, at(0));
  expect(await proof(3)).toEqual({ publicKey, head, hash: head.hash, path: [head.root] });
  expect(await proof(7)).toMatchObject({ code: 'noHead' });
  expect(await proof(8)).toMatchObject({ code: 'unknownCommand' });
});
