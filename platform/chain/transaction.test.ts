import fs from 'node:fs';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { fromCreate, fromCreate2 } from 'ox/ContractAddress';
import type { Hex } from 'ox/Hex';
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { openOperator } from './local/operator.ts';
import { deployTestUsdt, mintTestUsdt, transferTestUsdt } from './local/token.ts';
import { testFolder, viemFields } from './testing/local.ts';
import {
  keyAddress,
  readTransaction,
  signTransaction,
  type Transaction,
  transactionHash,
  unsignedBytes,
} from './transaction.ts';

const CASES = 1_000;
const DAMAGES = 200;
const ZERO: Hex = `0x${'00'.repeat(20)}`;

const bytesOf = (dice: Dice, count: number): Hex =>
  `0x${Array.from({ length: count }, () => dice.int(0, 255).toString(16).padStart(2, '0')).join('')}`;

/** Zeros and the edges of each size are where encodings differ. */
function sizeOf(dice: Dice, most: number): bigint {
  const bits = BigInt(dice.int(0, most));
  const edge = 1n << bits;
  const any = bits === 0n ? 0n : BigInt(bytesOf(dice, Math.ceil(most / 8))) % edge;
  return dice.pick([0n, 1n, edge - 1n, any, any]);
}

function someTransaction(dice: Dice): Transaction {
  const maxFee = sizeOf(dice, 96);
  return {
    chainId: 1 + Number(sizeOf(dice, 50)),
    nonce: Number(sizeOf(dice, 50)),
    to: dice.pick([null, bytesOf(dice, 20), bytesOf(dice, 20), ZERO]),
    value: sizeOf(dice, 256),
    data: bytesOf(dice, dice.pick([0, 0, 1, 31, 54, 55, 56, 68, 255, 256, 3_000])),
    gas: Number(sizeOf(dice, 50)),
    maxFee,
    priorityFee: dice.pick([0n, maxFee, maxFee / 2n]),
  };
}

describe('a transaction', () => {
  it('CHAN-005 is signed byte for byte as another library signs it, and read back', async () => {
    const dice = createDice(5);
    const keys = Array.from({ length: 10 }, () => bytesOf(dice, 32));
    const accounts = keys.map((key) => privateKeyToAccount(key));
    expect(keys.map(keyAddress)).toEqual(accounts.map(({ address }) => address.toLowerCase()));
    for (let tried = 0; tried < CASES; tried += 1) {
      const transaction = someTransaction(dice);
      const who = dice.int(0, 9);
      const fields = viemFields(transaction);
      const signed = signTransaction(transaction, keys[who]!);
      expect(signed, `case ${tried}`).toBe(await accounts[who]!.signTransaction(fields));
      expect(transactionHash(signed)).toBe(keccak256(signed));
      const unsigned = unsignedBytes(transaction);
      expect(unsigned).toBe(serializeTransaction(fields));
      // Recovering a key takes four times as long as signing.
      if (tried % 10 !== 0) continue;
      const signer = accounts[who]!.address.toLowerCase();
      expect(readTransaction(signed)).toEqual({ unsigned, signer, written: signed, isLow: true });
    }
  });

  it('CHAN-005 that was damaged anywhere is read as somebody else’s, or not at all', async () => {
    const dice = createDice(6);
    const secret = bytesOf(dice, 32);
    const owner = keyAddress(secret);
    const signatures = Array.from({ length: 10 }, () =>
      signTransaction(someTransaction(dice), secret),
    );
    let read = 0;
    for (let tried = 0; tried < DAMAGES; tried += 1) {
      const signed = dice.pick(signatures);
      const at = dice.int(2, signed.length - 1);
      const digit = dice.int(0, 15).toString(16);
      const changed = `${signed.slice(0, at)}${digit}${signed.slice(at + 1)}` as Hex;
      if (changed === signed) continue;
      const signer = signerOf(changed);
      // What another library refuses is refused here.
      const theirs = await recoverTransactionAddress({
        serializedTransaction: changed as `0x02${string}`,
      }).catch(() => null);
      if (theirs === null) expect(signer, changed).toBeNull();
      if (signer === null) continue;
      read += 1;
      expect(signer, changed).toBe(theirs?.toLowerCase());
      expect(signer).not.toBe(owner);
    }
    expect(read).toBeGreaterThan(DAMAGES / 4);
  });

  it('CHAN-005 of a fee below its own part, or of no chain, is not signed', () => {
    const dice = createDice(7);
    const [good, secret] = [someTransaction(dice), bytesOf(dice, 32)];
    const changes: Partial<Transaction>[] = [
      ...[{ chainId: 0 }, { chainId: -1 }, { maxFee: 1n, priorityFee: 2n }, { value: -1n }],
      ...[{ to: '0x12' as Hex }, { nonce: 0.5 }],
    ];
    for (const change of changes) {
      expect(() => signTransaction({ ...good, ...change }, secret)).toThrow();
    }
  });
});

function signerOf(bytes: Hex): Hex | null {
  try {
    const { signer, written } = readTransaction(bytes);
    return written === bytes ? signer : null;
  } catch {
    return null;
  }
}

describe('the contract of a trial', () => {
  const abi = parseAbi([
    'constructor()',
    'function mint(address to, uint256 value)',
    'function transfer(address to, uint256 value)',
  ]);

  it('CHAN-006 is called, and its address known, as another library has it', () => {
    const bytecode = deployTestUsdt();
    expect(bytecode).toBe(encodeDeployData({ abi, bytecode }));
    const dice = createDice(8);
    for (let tried = 0; tried < CASES; tried += 1) {
      const args = [bytesOf(dice, 20), sizeOf(dice, 256)] as const;
      expect(mintTestUsdt(...args)).toBe(encodeFunctionData({ abi, functionName: 'mint', args }));
      expect(transferTestUsdt(...args)).toBe(
        encodeFunctionData({ abi, functionName: 'transfer', args }),
      );
      const [from, nonce] = [bytesOf(dice, 20), sizeOf(dice, 40)];
      expect(fromCreate({ from, nonce })).toBe(getContractAddress({ from, nonce }).toLowerCase());
      const [salt, code] = [bytesOf(dice, 32), bytesOf(dice, dice.int(0, 70))];
      expect(fromCreate2({ from, salt, bytecode: code })).toBe(
        getContractAddress({ opcode: 'CREATE2', from, salt, bytecode: code }).toLowerCase(),
      );
    }
    for (const amount of [-1n, 1n << 256n]) {
      expect(() => transferTestUsdt(bytesOf(dice, 20), amount)).toThrow();
    }
    expect(() => mintTestUsdt('0x12', 1n)).toThrow();
  });

  it('CHAN-006 belongs to the keys that every wallet derives from its words', () => {
    for (let tried = 0; tried < 3; tried += 1) {
      const folder = testFolder();
      const { maker, depositKey, file } = openOperator(folder);
      const { mnemonic } = JSON.parse(fs.readFileSync(file, 'utf8')) as { mnemonic: string };
      const keys = (path: `m/44'/60'/${string}`) => mnemonicToAccount(mnemonic, { path });
      expect(maker.address).toBe(keys("m/44'/60'/1'/0/0").address);
      expect(depositKey).toBe(keys("m/44'/60'/0'/0").getHdKey().publicExtendedKey);
      expect(openOperator(folder)).toMatchObject({ depositKey, file });
      fs.rmSync(folder, { recursive: true });
    }
  });
});
