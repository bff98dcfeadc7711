import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, settings } from './config.ts';

test('OPSX-030 an empty environment is enough', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', FEED: 'auto', TRUST_PROXY: [] });
  expect(config.VIRTUAL_BALANCE).toBe(100_000n);
  expect(config.DATA_DIR).toBe(path.resolve('data'));
  expect(Object.keys(config).sort()).toEqual(Object.keys(settings).sort());
});

test('OPSX-030 an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', FEED: '  ' })).toMatchObject({ PORT: 8080, FEED: 'auto' });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://me:hidden@host/db'],
  ['FEED', 'fast'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'a\nBcc: everybody'],
  ['DEFAULT_LANGUAGE', 'xx'],
  ['REGISTRATION', 'closed'],
  ['VIRTUAL_BALANCE', '1e9'],
  ['VIRTUAL_BALANCE', '0'],
  ['TRUST_PROXY', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['VERIFICATION_URL', 'https://checks.example/start'],
  ['VERIFICATION_URL', 'https://checks.example/{reference}'],
  ['VERIFICATION_SECRET', 'short'],
  ['VERIFICATION_BY', 'refuse'],
  ['CHAIN_NODES', 'https://a'],
  ['CHAIN_NODES', '1=ftp://a'],
  ['CHAIN_NODES', '0=https://a'],
  ['CHAIN_NODES', '1=https://a|https://b|https://c'],
  ['CHAIN_NODES', '1=https://a,2=x'],
  [
    'DEPOSIT_KEY',
    'xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi',
  ],
])('OPSX-031 %s=%s', (name, wrong) => {
  expect(() => readConfig({ [name]: wrong })).toThrow(new RegExp(`^Settings[^]*${name}: `));
});

test('OPSX-031 all wrong settings are named at once, and no value is shown', () => {
  const wrong = { PORT: 'x', FEED: 'y', DATABASE_URL: 'http://me:hidden@host' };
  try {
    readConfig(wrong);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as Error;
    for (const name of Object.keys(wrong)) expect(message).toContain(`${name}: `);
    expect(message).not.toContain('hidden');
  }
});

test('OPSX-031 replay without a folder is refused', () => {
  expect(() => readConfig({ FEED: 'replay' })).toThrow(/FEED_REPLAY_DIR/);
  expect(readConfig({ FEED: 'replay', FEED_REPLAY_DIR: '/bars' }).FEED_REPLAY_DIR).toBe('/bars');
});

test('OPSX-030 chains have a node or two each', () => {
  const { CHAIN_NODES } = readConfig({
    CHAIN_NODES: '1=https://a/k?x=1|https://b, 10=http://c:8545',
  });
  expect([...CHAIN_NODES]).toEqual([
    ...[
      [1, ['https://a/k?x=1', 'https://b']],
      [10, ['http://c:8545']],
    ],
  ]);
  expect(readConfig({}).CHAIN_NODES.size).toBe(0);
});

test('OPSX-030 proxies are a list', () => {
  const { TRUST_PROXY } = readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1,127.0.0.1' });
  expect(TRUST_PROXY).toEqual(['10.0.0.0/8', '::1', '127.0.0.1']);
});
