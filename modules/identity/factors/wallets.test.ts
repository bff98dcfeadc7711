import { createDice, type Dice } from '@assay/core/testing/dice';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { verifyMessage } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { readSigned, type SignedMessage } from './wallets.ts';

const CASES = 1_000;
const NOW = Date.UTC(2026, 10, 27);
const ORIGIN = 'https://trade.example.com';
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const isOwn = (origin: string) => origin === ORIGIN || origin === 'http://localhost:8300';
const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'12'.repeat(32)}`);

/** The same question, answered with another library. */
async function theirs(message: string, signature: string): Promise<SignedMessage | null> {
  const { address, domain, uri, version, chainId, nonce, ...times } = parseSiweMessage(message);
  if (!address || !domain || !uri || !nonce || version !== '1' || chainId !== 1) return null;
  if (!URL.canParse(uri) || !isOwn(new URL(uri).origin) || new URL(uri).host !== domain)
    return null;
  if (times.expirationTime && times.expirationTime.getTime() <= NOW) return null;
  if (times.notBefore && times.notBefore.getTime() > NOW) return null;
  const given = { address, message, signature: signature as `0x${string}` };
  const isSigned = await verifyMessage(given).catch(() => false);
  return isSigned ? { address: address.toLowerCase(), nonce } : null;
}

const lettersOf = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.pick([...'abcXYZ0189'])).join('');

function someMessage(dice: Dice): string {
  const at = (ms: number) => new Date(NOW + ms);
  const local = { domain: 'localhost:8300', uri: 'http://localhost:8300/login' };
  const site = { domain: 'trade.example.com', uri: dice.pick([ORIGIN, `${ORIGIN}/a?b=c#d`]) };
  const evil = { domain: 'evil.example.com', uri: 'https://evil.example.com' };
  const more = [
    ...[{ statement: 'Log in to Assay — ä, 中, 💧' }, { requestId: 'some id' }],
    ...[
      { resources: [ORIGIN, 'https://a.example/b'] },
      { expirationTime: at(dice.int(-1, 60_000)) },
    ],
    { notBefore: at(dice.int(-60_000, 1)) },
  ].filter(() => dice.next() < 0.4);
  const place = dice.pick([site, site, site, local, { ...site, domain: local.domain }, evil]);
  const scheme = dice.pick([undefined, place.uri.slice(0, place.uri.indexOf(':'))]);
  return createSiweMessage({
    ...{ ...place, scheme },
    ...{ address: wallet.address, nonce: lettersOf(dice, dice.int(8, 43)), version: '1' },
    ...{ chainId: dice.pick([1, 1, 1, 1, 56]), issuedAt: at(-1_000) },
    ...Object.assign({}, ...more),
  });
}

/** Lines lost, doubled, swapped or added, and letters changed. */
function spoil(dice: Dice, message: string): string {
  const lines = message.split('\n');
  const at = dice.int(0, lines.length - 1);
  const line = lines[at]!;
  const place = dice.int(0, line.length);
  const letter = dice.pick([...'\n\r \0,:-1aZ', '\u2028', '\ud800', 'é']);
  const other = dice.pick(['', 'Version: 2', 'Chain ID: 01', 'URI: https://evil.example.com', ' ']);
  return dice
    .pick([
      () => lines.toSpliced(at, 1),
      () => lines.toSpliced(at, 0, line),
      () => lines.toSpliced(at, 0, other),
      () => lines.toSpliced(at, 1, lines.at(-at)!).toSpliced(-at, 1, line),
      () => lines.toSpliced(at, 1, line.slice(0, place) + letter + line.slice(place + 1)),
      () => lines.toSpliced(at, 1, line.slice(0, place) + letter + line.slice(place)),
      () => lines.toSpliced(at, 1, line.toLowerCase()),
    ])()
    .join('\n');
}

function otherSignature(dice: Dice, signature: string): string {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  const mirrored = (ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  const ends = ['00', '01', '02', '1a', '1d', '23', '24', '25', 'ff', v === '1b' ? '1c' : '1b'];
  return dice.pick([
    ...ends.map((end) => `0x${r}${s}${end}`),
    `0x${r}${mirrored}${v === '1b' ? '1c' : '1b'}`,
    ...[`0x${'00'.repeat(32)}${s}${v}`, `0x${r}${'ff'.repeat(32)}${v}`, `0x${s}${r}${v}`],
    ...[`0x${'00'.repeat(65)}`, `0x${r}${s}${v === '1b' ? '00' : '01'}`],
    signature.toUpperCase().replace('X', 'x'),
  ]);
}

describe('a message of a wallet', () => {
  it('IDEN-131 is taken and refused as another library does', async () => {
    const dice = createDice(11);
    let taken = 0;
    for (let tried = 0; tried < CASES; tried += 1) {
      const message = someMessage(dice);
      const signer = dice.next() < 0.1 ? stranger : wallet;
      const signed = await signer.signMessage({ message });
      const signature = dice.next() < 0.2 ? otherSignature(dice, signed) : signed;
      const read = readSigned(message, signature, isOwn, NOW);
      expect(read, `${message}\n${signature}`).toEqual(await theirs(message, signature));
      if (read) taken += 1;
    }
    expect(taken).toBeGreaterThan(CASES / 6);
    expect(taken).toBeLessThan(CASES / 2);
  });

  it('IDEN-131 that was spoilt is refused wherever another library refuses it', async () => {
    const dice = createDice(12);
    let taken = 0;
    for (let tried = 0; tried < CASES; tried += 1) {
      const message = spoil(dice, someMessage(dice));
      const signature = await wallet.signMessage({ message });
      const read = readSigned(message, signature, isOwn, NOW);
      if (read === null) continue;
      taken += 1;
      expect(read, message).toEqual(await theirs(message, signature));
    }
    expect(taken).toBeGreaterThan(10);
  });

  it('IDEN-131 is refused when it says more than the fields, another scheme, or no time', async () => {
    const message = createSiweMessage({
      ...{ address: wallet.address, domain: 'trade.example.com', uri: ORIGIN, version: '1' },
      ...{ nonce: 'a'.repeat(43), chainId: 1, statement: 'Log in', issuedAt: new Date(NOW) },
      expirationTime: new Date(NOW + 1),
    });
    const take = async (text: string) =>
      readSigned(text, await wallet.signMessage({ message: text }), isOwn, NOW);
    expect(await take(message)).not.toBeNull();
    expect(await take(`https://${message}`)).not.toBeNull();
    const spoilt = [
      ...[`${message}\nand more`, message.replace('Log in', 'Log in\nand more'), `x${message}`],
      ...[`http://${message}`, `a,b://${message}`, message.replace('Expiration Time: 2', '$&x')],
      ...[`${message}\nNot Before: never`, message.replace('Log in\n\n', 'Log in\n')],
    ];
    for (const text of spoilt) expect(await take(text), text).toBeNull();
  });
});
