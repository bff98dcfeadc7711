import { type Hex, http } from 'viem';
import { z } from 'zod';
import type { Key } from './key.ts';

const TIMEOUT_MS = 30_000;
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
  const transport = http(url, {
    fetchOptions: { redirect: 'error' },
    retryCount: 0,
    timeout: TIMEOUT_MS,
  })({});
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
      const request = { method: 'eth_signTransaction', params: [transaction] };
      return answer.parse(await transport.request(request as never)) as Hex;
    },
  };
}

const hex = (number: number | bigint) => `0x${number.toString(16)}`;
