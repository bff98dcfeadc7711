import { BlockList, isIP } from 'node:net';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { covers, networkText, rangeText, readAddress, readRange } from './rules/addresses.ts';
import { expiresAtOf, type Rights, readIps, readPublicKey, rightsGrow } from './rules/index.ts';

const spelled = (text: string) => {
  const range = readRange(text);
  return range && rangeText(range);
};

describe('addresses and ranges', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['0.0.0.0', '0.0.0.0'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['203.0.113.128/25', '203.0.113.128/25'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8::0001', '2001:db8::1'],
    ['2001:0db8:0:0:0:0:0:1/128', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:db8:0:ff00::/56', '2001:db8:0:ff00::/56'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
  ])('KEYS-020 %s is %s', (given, canonical) => {
    expect(spelled(given)).toBe(canonical);
    expect(spelled(canonical)).toBe(canonical);
  });

  it.each([
    ...[
      '',
      ' ',
      'localhost',
      '203.0.113',
      '203.0.113.7.1',
      '203.0.113.256',
      '203.0.113.07',
      '1.2.3.-4',
    ],
    ...['203.0.113.7/', '203.0.113.7/33', '203.0.113.7/-1', '203.0.113.0/024', '203.0.113.0/24/24'],
    ...[
      '203.0.113.7/24',
      '10.0.0.1/8',
      '2001:db8::1/64',
      '0x7f.0.0.1',
      '2130706433',
      '*',
      '١.2.3.4',
    ],
    ...[':', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '12345::'],
    ...['fe80::1%eth0', '::ffff:203.0.113.256', '1.2.3.4::', '::1.2.3.4:5', '::/129', 'g::'],
    ...['::ffff:203.0.113.0/95', '203.0.113.7:80', '[::1]'],
  ])('KEYS-020 %s is no address and no range', (given) => {
    expect(readRange(given)).toBeNull();
  });

  it('KEYS-020 agrees with the parser of Node on addresses and ranges', () => {
    const dice = createDice(20);
    const marks = ['0', '1', 'f', '25', '255', '.', '.', ':', ':', '::', 'ffff', 'db8', '7'];
    let right = 0;
    for (let i = 0; i < 200_000; i++) {
      let text = '';
      for (let n = dice.int(1, 15); n > 0; n--) text += marks[dice.int(0, marks.length - 1)];
      const isAddress = isIP(text) !== 0;
      if ((readAddress(text) !== null) !== isAddress) throw new Error(`They differ on ${text}`);
      if (isAddress) right += 1;
    }
    expect(right).toBeGreaterThan(500);
    for (let i = 0; i < 20_000; i++) {
      const family = dice.int(0, 1) === 0 ? 'ipv4' : 'ipv6';
      const group = () => (family === 'ipv4' ? dice.int(0, 3) * 85 : dice.int(0, 3).toString(16));
      const address = () =>
        Array.from({ length: family === 'ipv4' ? 4 : 8 }, group).join(
          family === 'ipv4' ? '.' : ':',
        );
      const range = readRange(`${address()}/${dice.int(0, family === 'ipv4' ? 32 : 128)}`);
      if (range === null) continue;
      const [start = '', bits = String(range.bits)] = rangeText(range).split('/');
      const list = new BlockList();
      list.addSubnet(start, Number(bits), family);
      const asked = address();
      const bytes = readAddress(asked)!;
      const said = covers(range, { bytes, bits: bytes.length * 8 });
      if (said !== list.check(asked, family)) throw new Error(`${rangeText(range)} and ${asked}`);
    }
  });

  it('KEYS-020 a list is separated by commas, spaces or lines, has each range once, at most 30', () => {
    expect(readIps('')).toEqual([]);
    expect(readIps(' 203.0.113.7,\n203.0.113.7/32; 2001:DB8::/32\t10.0.0.0/8 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '10.0.0.0/8',
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `192.0.2.${i}`);
    expect(readIps(many(30).join(' '))).toHaveLength(30);
    expect(readIps([...many(30), '192.0.2.1'].join(' '))).toHaveLength(30);
    expect(readIps(many(31).join(' '))).toBe('tooManyAddresses');
    expect(readIps('203.0.113.7 here')).toBe('addressRange');
  });

  it.each(['0.0.0.0/0', '128.0.0.0/1', '10.0.0.0/7', '::/0', '2000::/3', '2001:db8::/31'])(
    'KEYS-020 %s would let in too many',
    (range) => expect(readIps(range)).toBe('addressRangeWide'),
  );

  it('KEYS-024 a network is /24 or /56, in the usual notation', () => {
    expect(networkText('203.0.113.77')).toBe('203.0.113.0/24');
    expect(networkText('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
    expect(networkText('2001:db8:1:2fff::1')).toBe('2001:db8:1:2f00::/56');
    expect(networkText('unknown')).toBe('');
  });
});

describe('rights', () => {
  it('KEYS-021 only a key that trades from anywhere expires, 90 days after it was made', () => {
    const days = 24 * 60 * 60 * 1000;
    expect(expiresAtOf({ permission: 'trade', ips: [] }, 5)).toBe(5 + 90 * days);
    expect(expiresAtOf({ permission: 'trade', ips: ['10.0.0.0/8'] }, 5)).toBeNull();
    expect(expiresAtOf({ permission: 'read', ips: [] }, 5)).toBeNull();
  });

  const read = (...ips: string[]): Rights => ({ permission: 'read', ips });
  const trade = (...ips: string[]): Rights => ({ permission: 'trade', ips });

  it.each([
    ['nothing changed', read(), read(), false],
    ['nothing changed', trade('192.0.2.1'), trade('192.0.2.1'), false],
    ['trading given', read(), trade(), true],
    ['trading given, fewer addresses', read('10.0.0.0/8'), trade('10.0.0.1'), true],
    ['trading taken', trade(), read(), false],
    ['trading taken, more addresses', trade('10.0.0.1'), read('10.0.0.1', '10.0.0.2'), true],
    ['an address more', read('10.0.0.1'), read('10.0.0.1', '10.0.0.2'), true],
    ['an address less', trade('10.0.0.1', '10.0.0.2'), trade('10.0.0.1'), false],
    ['a narrower range', trade('10.0.0.0/8'), trade('10.1.0.0/16', '10.2.0.7'), false],
    ['a wider range', trade('10.1.0.0/16'), trade('10.0.0.0/8'), true],
    ['the list taken away', read('10.0.0.1'), read(), true],
    ['a list given', read(), read('10.0.0.1'), false],
    ['a list given: it trades for longer', trade(), trade('10.0.0.1'), true],
    ['a list given, trading taken', trade(), read('10.0.0.1'), false],
  ])('KEYS-022 %s', (_what, before, after, grows) => {
    expect(rightsGrow(before, after)).toBe(grows);
  });
});

describe('public keys', () => {
  /** RFC 8410 §10.1. */
  const info = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
  const bare = 'Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
  const pem = `-----BEGIN PUBLIC KEY-----\n${info}\n-----END PUBLIC KEY-----\n`;

  it.each([
    ['PEM', pem],
    ['PEM with the line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['DER', info],
    ['bare', ` ${bare}\n`],
  ])('KEYS-012 reads %s', (_form, text) => {
    expect(readPublicKey(text)).toEqual({ base64: bare });
  });

  it.each([
    '',
    'AAAA',
    bare.slice(0, -1),
    `${bare}AAAA`,
    bare.replace('E=', 'F='),
    info.replace('MCow', 'MCox'),
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh me@here',
    pem.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
  ])('KEYS-012 %j is no public key', (text) => {
    expect(readPublicKey(text)).toBe('publicKey');
  });

  it('KEYS-012 distinguishes a private key from other mistakes', () => {
    const secret =
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----';
    expect(readPublicKey(secret)).toBe('privateKey');
    expect(readPublicKey('-----BEGIN OPENSSH PRIVATE KEY-----')).toBe('privateKey');
  });
});
