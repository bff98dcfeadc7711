import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AddressTree } from '@assay/platform/chain/addresses';
import { viemFields } from '@assay/platform/chain/testing/local';
import type { Hex } from 'ox/Hex';
import { parseTransaction, serializeTransaction, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { externalKey } from './external.ts';
import { type Key, signWith, type Unsigned } from './key.ts';
import { makeKeyFile, openKeyFile, readKeyFile } from './key-file.ts';
import { newWords, Seed } from './seed.ts';

const PASSPHRASE = 'a phrase that nobody guesses';
const WORDS = `${'abandon '.repeat(23)}art`;
const TRANSACTION: Unsigned = {
  chainId: 31_337,
  nonce: 7,
  to: `0x${'11'.repeat(20)}`,
  value: 5n,
  data: '0x1234',
  gas: 21_000,
  maxFee: 30n,
  priorityFee: 2n,
};

/** Of the curve. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-keys-'));
  file = path.join(folder, 'key.json');
  await makeKeyFile(file, WORDS, PASSPHRASE);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('the key file', () => {
  it('SIGN-001 opens with its passphrase only, and says address and extended public key without it', async () => {
    const seed = new Seed(WORDS);
    expect((await openKeyFile(file, PASSPHRASE)).words).toBe(WORDS);
    expect(readKeyFile(file)).toMatchObject({
      address: seed.hot.address,
      depositKey: seed.depositKey,
    });
    const text = fs.readFileSync(file, 'utf8');
    for (const word of ['abandon', PASSPHRASE, 'xprv']) expect(text).not.toContain(word);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    await expect(openKeyFile(file, `${PASSPHRASE}!`)).rejects.toThrow('passphrase');
  });

  it('SIGN-001 one that was changed does not open, whatever was changed', async () => {
    const content = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
    const other = new Seed(newWords());
    const changes = {
      address: other.hot.address,
      depositKey: other.depositKey,
      salt: '00'.repeat(32),
      sealed: content.sealed!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    };
    for (const [field, value] of Object.entries(changes)) {
      const changed = path.join(folder, `${field}.json`);
      fs.writeFileSync(changed, JSON.stringify({ ...content, [field]: value }));
      await expect(openKeyFile(changed, PASSPHRASE), field).rejects.toThrow('damaged');
    }
    fs.writeFileSync(path.join(folder, 'no.json'), '{"version":2}');
    expect(() => readKeyFile(path.join(folder, 'no.json'))).toThrow('no key file');
    expect(() => readKeyFile(path.join(folder, 'none.json'))).toThrow('cannot be read');
  });

  it('SIGN-002 is never overwritten, and takes no short passphrase and no wrong words', async () => {
    await expect(makeKeyFile(file, newWords(), PASSPHRASE)).rejects.toThrow('is there already');
    const fresh = path.join(folder, 'fresh.json');
    await expect(makeKeyFile(fresh, WORDS, 'elevenchars')).rejects.toThrow('12 characters');
    await expect(makeKeyFile(fresh, WORDS.replace('art', 'able'), PASSPHRASE)).rejects.toThrow(
      'one is wrong',
    );
    expect(fs.existsSync(fresh)).toBe(false);
  });
});

describe('the keys of a seed', () => {
  it('SIGN-003 are those that every wallet derives of the words; those of deposits match the public key', () => {
    const seed = new Seed(`  ${WORDS}\n`);
    const tree = AddressTree.open(seed.depositKey) as AddressTree;
    // The first address of these words, as other wallets show it.
    expect(tree.at(0)).toBe('0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb');
    for (const index of [0, 1, 999_999]) {
      expect(seed.deposit(index).address).toBe(tree.at(index).toLowerCase());
    }
    expect(tree.range(0, 50).map((one) => one.toLowerCase())).not.toContain(seed.hot.address);
    const hd = (path: `m/44'/60'/${string}`) => mnemonicToAccount(WORDS, { path });
    expect(seed.hot.address).toBe(hd("m/44'/60'/2'/0/0").address.toLowerCase());
    expect(seed.depositKey).toBe(hd("m/44'/60'/0'/0").getHdKey().publicExtendedKey);
    expect(newWords().split(' ')).toHaveLength(24);
    expect(newWords()).not.toBe(newWords());
  });

  it('SIGN-004 sign the same bytes for the same transaction, and only what was asked for', async () => {
    const { hot } = new Seed(WORDS);
    const signed = await signWith(hot, TRANSACTION);
    expect(await signWith(hot, TRANSACTION)).toEqual(signed);
    const answering = (bytes: Hex, address = hot.address): Key => ({
      address,
      sign: async () => bytes,
    });
    const changes: Partial<Unsigned>[] = [
      ...[{ chainId: 1 }, { nonce: 8 }, { to: `0x${'12'.repeat(20)}` as const }, { value: 6n }],
      ...[{ data: '0x1235' as const }, { gas: 21_001 }, { maxFee: 31n }, { priorityFee: 3n }],
    ];
    for (const change of changes) {
      const bytes = await hot.sign({ ...TRANSACTION, ...change });
      const wrong = signWith(answering(bytes), TRANSACTION);
      await expect(wrong, Object.keys(change)[0]).rejects.toThrow('another transaction');
    }
    const stranger = new Seed(newWords()).hot;
    const theirs = await stranger.sign(TRANSACTION);
    await expect(signWith(answering(theirs), TRANSACTION)).rejects.toThrow('The signature is by');
    for (const bytes of ['0x', '0x1234', signed.bytes.slice(0, -2) as Hex] as const) {
      await expect(signWith(answering(bytes), TRANSACTION)).rejects.toThrow(
        'no signed transaction',
      );
    }
    // Of the same transaction by the same key, what nodes refuse: the other s, and bytes after it.
    const { r, s, yParity } = parseTransaction(signed.bytes as `0x02${string}`);
    const other = toHex(ORDER - BigInt(s!), { size: 32 });
    const high = { r: r!, s: other, yParity: 1 - yParity! };
    const malleable = serializeTransaction(viemFields(TRANSACTION), high);
    for (const bytes of [malleable, `${signed.bytes}00`] as Hex[]) {
      await expect(signWith(answering(bytes), TRANSACTION), bytes).rejects.toThrow(
        /no chain takes|no signed transaction/,
      );
    }
    expect(
      await signWith(answering(signed.bytes.toUpperCase().replace('X', 'x') as Hex), TRANSACTION),
    ).toEqual(signed);
  });
});

describe('a key that is elsewhere', () => {
  const account = mnemonicToAccount(WORDS, { path: "m/44'/60'/2'/0/0" });
  const address = account.address.toLowerCase() as Hex;
  let answer: (params: never[]) => unknown;
  let url: string;
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: [] };
    const isRight = method === 'eth_signTransaction';
    const { refusal, ...given } = (isRight ? await answer(params) : {}) as { refusal?: string };
    const error = refusal === undefined ? {} : { error: { code: -32_000, message: refusal } };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...error, ...given }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('SIGN-004 is asked by JSON-RPC, and signs what the key here signs', async () => {
    const key = externalKey(url, address);
    const here = await signWith(new Seed(WORDS).hot, TRANSACTION);
    const sign = ([asked]: Record<string, Hex>[]) => {
      const { from, to, data, type, ...numbers } = asked!;
      expect({ from, to, data, type }).toEqual({ from: address, to, data, type: '0x2' });
      const read = Object.entries(numbers).map(([name, hex]) => [name, BigInt(hex)]);
      const { chainId, nonce, ...rest } = Object.fromEntries(read) as Record<string, bigint>;
      return account.signTransaction({
        ...{ ...rest, to: to!, data: data!, type: 'eip1559' },
        ...{ chainId: Number(chainId), nonce: Number(nonce) },
      });
    };
    answer = async (params) => ({ result: await sign(params) });
    expect(await signWith(key, TRANSACTION)).toEqual(here);
    answer = async (params) => ({ result: { raw: await sign(params), tx: {} } });
    expect(await signWith(key, TRANSACTION)).toEqual(here);
    answer = () => ({ refusal: 'locked' });
    await expect(signWith(key, TRANSACTION)).rejects.toThrow('The key refuses: locked');
    for (const result of [null, '', '0x', 7, {}, { raw: '12' }]) {
      answer = () => ({ result });
      await expect(signWith(key, TRANSACTION), JSON.stringify(result)).rejects.toThrow();
    }
  });
});
