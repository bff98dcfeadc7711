import { jsonRpc, wordsOf } from '@assay/platform/chain/json-rpc';
import type { Hex } from 'ox/Hex';
import { z } from 'zod';
import type { Key } from './key.ts';

const TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 10 * 1024 * 1024;
/** The bytes, alone or beside what they say. */
const answer = z.union([
  z.string().regex(/^0x[0-9a-f]+$/i),
  z.object({ raw: z.string().regex(/^0x[0-9a-f]+$/i) }).transform(({ raw }) => raw),
]);

/**
 * A key that is elsewhere: `eth_signTransaction` of JSON-RPC, as Web3Signer, Clef and the gateways
 * of hardware modules have it. What it signs is compared with what was asked for (`signWith`).
 */
export function externalKey(url: string, address: Hex): Key {
  const request = jsonRpc(url, { timeoutMs: TIMEOUT_MS, largestAnswer: LARGEST_ANSWER });
  return {
    address,
    sign: async ({ to, data, ...numbers }) => {
      const transaction = {
        ...{ from: address, to, data, type: '0x2' },
        chainId: hex(numbers.chainId),
        nonce: hex(numbers.nonce),
        value: hex(numbers.value),
        gas: hex(numbers.gas),
        maxFeePerGas: hex(numbers.maxFee),
        maxPriorityFeePerGas: hex(numbers.priorityFee),
      };
      const { error, result } = await request('eth_signTransaction', [transaction]);
      if (error) throw new Error(`The key refuses: ${wordsOf(error)}`);
      return answer.parse(result) as Hex;
    },
  };
}

const hex = (number: number | bigint) => `0x${number.toString(16)}`;
