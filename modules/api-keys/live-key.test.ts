import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { seal, unseal } from '@assay/platform/seal';
import { describe, expect, it } from 'vitest';
import { LiveKey } from './live-key.ts';
import { isName, randomText } from './secrets.ts';
import type { KeyRow } from './store.ts';

const master = randomBytes(32);

function keyOf(more: Partial<KeyRow> & { secret?: string }): LiveKey {
  const { secret, ...fields } = more;
  const name = randomText();
  const row: KeyRow = {
    ...{ keyId: 1, name, userId: 1000, realm: 'real', label: 'x', permission: 'read', ips: [] },
    ...{ kind: 'hmac', publicKey: null, createdAt: 0, lastUsedAt: null, lastUsedNetwork: '' },
    ...{ knownNetwork: '', knownAt: 0 },
    ...{ revokedAt: null, revokedWhy: null },
    sealedSecret: secret === undefined ? null : seal(master, name, secret),
    ...fields,
  };
  return new LiveKey(row, master);
}

describe('hmac', () => {
  /** RFC 4231 §4.3, and the worked example of the signed endpoints that clients are written for. */
  const vectors = [
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    ],
  ] as const;

  it.each(vectors)('KEYS-030 %s signs as published', (secret, payload, signature) => {
    const key = keyOf({ secret });
    expect(key.verify(payload, signature)).toBe(true);
    expect(key.verify(payload, signature.toUpperCase())).toBe(true);
    expect(key.verify(`${payload} `, signature)).toBe(false);
    expect(keyOf({ secret: `${secret}x` }).verify(payload, signature)).toBe(false);
  });

  it('KEYS-030 malformed signatures are never valid', () => {
    const [[secret, payload, right]] = vectors;
    const key = keyOf({ secret });
    const base64 = Buffer.from(right, 'hex').toString('base64');
    const wrong = [
      '',
      right.slice(2),
      `${right}00`,
      ` ${right}`,
      `${right}\n`,
      `0x${right}`,
      base64,
    ];
    for (const signature of [...wrong, right.replace('5', '6'), right.replace('5', 'g')]) {
      expect([signature, key.verify(payload, signature)]).toEqual([signature, false]);
    }
  });

  it('KEYS-030 bytes that are not ASCII are UTF-8', () => {
    // printf 'clé=€' | openssl dgst -sha256 -hmac Jefe
    const signature = 'c3281da328cd81146a6da64510baf2f68304f4ae60fedffa469f01ca7ec476ea';
    expect(keyOf({ secret: 'Jefe' }).verify('clé=€', signature)).toBe(true);
  });
});

describe('ed25519', () => {
  /** RFC 8032 §7.1, tests 1 and 2; the message of the second is the byte 72, "r". */
  const vectors = [
    [
      '',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      'r',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
  ] as const;

  it.each(vectors)('KEYS-031 %j is signed as published', (message, publicKey, hex) => {
    const key = keyOf({ kind: 'ed25519', publicKey: Buffer.from(publicKey, 'hex') });
    const signature = Buffer.from(hex, 'hex').toString('base64');
    expect(key.verify(message, signature)).toBe(true);
    expect(key.verify(`${message}x`, signature)).toBe(false);
    const others = [hex, '', signature.slice(0, -2), `${signature}\n`, signature.replace('A', 'B')];
    // The last character before the padding has four unused bits; only one spelling is valid.
    const next = String.fromCharCode(signature.charCodeAt(85) + 1);
    const twin = `${signature.slice(0, 85)}${next}==`;
    expect(Buffer.from(twin, 'base64').toString('hex')).toBe(hex);
    for (const wrong of [...others, twin]) {
      expect([wrong, key.verify(message, wrong)]).toEqual([wrong, false]);
    }
  });
});

it('KEYS-020 a key is valid from its addresses only, and from everywhere without a list', () => {
  const key = keyOf({ secret: 's', ips: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'] });
  const rows: [string, boolean][] = [
    ['203.0.113.7', true],
    ['::ffff:203.0.113.7', true],
    ['203.0.113.8', false],
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::1', false],
    ['', false],
    ['unknown', false],
  ];
  for (const [ip, allowed] of [...rows, ...rows.toReversed()]) {
    expect([ip, key.allows(ip)]).toEqual([ip, allowed]);
  }
  for (const [ip] of rows) expect(keyOf({ secret: 's' }).allows(ip)).toBe(true);
});

it('KEYS-011 a sealed secret opens for its own key only, and only unchanged', () => {
  const name = randomText();
  const sealed = seal(master, name, 'secret');
  expect(unseal(master, name, sealed)).toBe('secret');
  expect(sealed.includes('secret')).toBe(false);
  expect(seal(master, name, 'secret').equals(sealed)).toBe(false);
  expect(() => unseal(randomBytes(32), name, sealed)).toThrow();
  expect(() => unseal(master, randomText(), sealed)).toThrow();
  expect(() => unseal(master, name, sealed.subarray(0, -1))).toThrow();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(() => unseal(master, name, changed)).toThrow();
  }
});

it('KEYS-011 printing a key in memory does not show its secret', () => {
  const secret = randomText();
  const key = keyOf({ secret });
  const shown = [JSON.stringify(key), inspect(key, { depth: 9, showHidden: true })];
  for (const text of shown) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

it('KEYS-010 names and secrets are 64 letters and digits, each different', () => {
  const texts = Array.from({ length: 1000 }, randomText);
  for (const text of texts) expect(isName(text)).toBe(true);
  expect(new Set(texts).size).toBe(1000);
  expect(new Set(texts.join('')).size).toBe(62);
});
