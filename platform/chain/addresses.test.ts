import { createDice } from '@assay/core/testing/dice';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { getAddress, isAddress } from 'viem';
import { HDKey, mnemonicToAccount, publicKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { ADDRESSES_OF_A_TREE, AddressTree, readAddress } from './addresses.ts';

const { Point } = secp256k1;
const MNEMONIC = 'test test test test test test test test test test test junk';
const keyOf = (path: `m/44'/60'/${string}`) => mnemonicToAccount(MNEMONIC, { path }).getHdKey();
const key = keyOf(`m/44'/60'/0'/0`);

function tree(): AddressTree {
  const opened = AddressTree.open(key.publicExtendedKey);
  if (typeof opened === 'string') throw new Error(opened);
  return opened;
}

describe('addresses of an extended public key', () => {
  it('CHAN-001 are those that everybody else derives from the mnemonic', () => {
    expect(tree().range(0, 3)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ]);
    const dice = createDice(1);
    for (let tried = 0; tried < 20; tried += 1) {
      const index = dice.int(0, ADDRESSES_OF_A_TREE - 1);
      const account = mnemonicToAccount(MNEMONIC, { path: `m/44'/60'/0'/0/${index}` });
      expect(tree().at(index)).toBe(account.address);
    }
  });

  it('CHAN-001 are those that another library derives: a thousand, of twenty keys', () => {
    const dice = createDice(2);
    for (let tried = 0; tried < 20; tried += 1) {
      const entropy = Uint8Array.from({ length: 32 }, () => dice.int(0, 255));
      const parent = HDKey.fromMasterSeed(entropy).derive("m/44'/60'/0'/0");
      const opened = AddressTree.open(` ${parent.publicExtendedKey}\n`) as AddressTree;
      const first = dice.pick([0, dice.int(0, ADDRESSES_OF_A_TREE - 51)]);
      const theirs = Array.from({ length: 50 }, (_, at) => {
        const child = parent.deriveChild(first + at).publicKey!;
        return publicKeyToAddress(`0x${Point.fromBytes(child).toHex(false)}`);
      });
      expect(opened.range(first, 50)).toEqual(theirs);
    }
  });

  it('CHAN-001 are the same one by one and many at once', () => {
    const many = tree().range(1_000, 1_100);
    expect(many[0]).toBe(tree().at(1_000));
    expect(many[1_023]).toBe(tree().at(2_023));
    expect(many[1_024]).toBe(tree().at(2_024));
    expect(many.at(-1)).toBe(tree().at(2_099));
    expect(new Set(many).size).toBe(1_100);
  });

  it('CHAN-001 end where those begin that need the private key', () => {
    const last = mnemonicToAccount(MNEMONIC, { path: `m/44'/60'/0'/0/${ADDRESSES_OF_A_TREE - 1}` });
    expect(tree().at(ADDRESSES_OF_A_TREE - 1)).toBe(last.address);
    for (const index of [ADDRESSES_OF_A_TREE, -1, 0.5, Number.NaN]) {
      expect(() => tree().at(index)).toThrow(RangeError);
    }
  });

  it.each([
    ['private', key.privateExtendedKey],
    ['depth', keyOf(`m/44'/60'/0'`).publicExtendedKey],
    ['depth', keyOf(`m/44'/60'/0'/0/0`).publicExtendedKey],
    ['malformed', key.publicExtendedKey.replace(/.$/, (letter) => (letter === '1' ? '2' : '1'))],
    ['malformed', key.publicExtendedKey.slice(0, -1)],
    ['malformed', ''],
    ['malformed', MNEMONIC],
  ])('CHAN-002 are not derived from a key that is %s', (problem, text) => {
    expect(AddressTree.open(text)).toBe(problem);
  });
});

describe('an address that somebody entered', () => {
  it('CHAN-003 gets its normal form, by the examples of EIP-55', () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      expect(readAddress(` ${address} `)).toBe(address);
      expect(readAddress(address.toLowerCase())).toBe(address);
    }
  });

  it('CHAN-003 is refused when a letter of its checksum is wrong', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    for (let at = 2; at < address.length; at += 1) {
      const letter = address[at]!;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (other === letter) continue;
      const wrong = address.slice(0, at) + other + address.slice(at + 1);
      expect(readAddress(wrong)).toBe('checksum');
    }
  });

  it('CHAN-003 is taken and refused as another library does, in any mixture of letters', () => {
    const dice = createDice(3);
    const digits = '0123456789abcdefABCDEF';
    let right = 0;
    for (let tried = 0; tried < 1_000; tried += 1) {
      const any = Array.from({ length: 40 }, () => digits[dice.int(0, 21)]).join('');
      const form = getAddress(`0x${any.toLowerCase()}`);
      const at = dice.int(2, 41);
      const wrong = `${form.slice(0, at)}${dice.pick([...digits, 'g', ' ', ''])}${form.slice(at + 1)}`;
      const all = [form.toLowerCase(), form, `0x${any}`, form.toUpperCase(), wrong, any];
      const text = dice.pick([...all, `0x${form.slice(2).toUpperCase()}`]);
      const read = readAddress(text);
      const isRight = isAddress(text.trim());
      expect(read !== 'malformed' && read !== 'checksum', text).toBe(isRight);
      if (isRight) expect(read).toBe(getAddress(text.trim()));
      if (isRight) right += 1;
    }
    expect(right).toBeGreaterThan(200);
  });

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
  ])('CHAN-003 is refused when it is none: %s', (text) => {
    expect(readAddress(text)).toBe('malformed');
  });
});
