import type { Hex } from 'ox/Hex';
import { z } from 'zod';

/** Of the shapes in which nodes answer, what is used. Hexadecimal letters are small ones here. */
const hex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text.toLowerCase() as Hex);

export const word = hex(/^0x[0-9a-fA-F]{64}$/);
const address = hex(/^0x[0-9a-fA-F]{40}$/);
export const bytes = hex(/^0x(?:[0-9a-fA-F]{2})*$/);
const bloom = hex(/^0x[0-9a-fA-F]{512}$/);
/** Counts, which stay below 2^52. */
export const quantity = z
  .string()
  .regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,12})$/)
  .transform(Number);
export const amount = z
  .string()
  .regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/)
  .transform(BigInt);

export const headerShape = z.object({
  number: quantity,
  hash: word,
  parentHash: word,
  logsBloom: bloom,
  /** Seconds since the epoch. */
  timestamp: quantity,
});

const transactionShape = z.object({
  hash: word,
  from: address,
  /** Null where a contract is made. */
  to: address.nullable(),
  value: amount,
});

export const blockShape = headerShape.extend({ transactions: z.array(transactionShape) });

const logShape = z.object({
  address,
  topics: z.array(word).max(4),
  data: bytes,
  blockNumber: quantity,
  blockHash: word,
  transactionHash: word,
  logIndex: quantity,
});

export const logsShape = z.array(logShape);

export const receiptShape = z
  .object({
    transactionHash: word,
    blockNumber: quantity,
    blockHash: word,
    /** 1 when the transaction did what it was to do. */
    status: quantity,
    logs: logsShape,
  })
  .transform(({ transactionHash, status, ...rest }) => ({
    ...rest,
    transaction: transactionHash,
    succeeded: status === 1,
  }));

/** The fee that the next block asks for, and the most that was usual beyond it in the last ones. */
export const feesShape = z
  .object({
    baseFeePerGas: z.array(amount).min(2),
    reward: z.array(z.array(amount).min(1)).min(1),
  })
  .transform(({ baseFeePerGas, reward }) => ({
    base: baseFeePerGas.at(-1)!,
    priority: reward.reduce((most, [usual = 0n]) => (usual > most ? usual : most), 0n),
  }));

export const receiptsShape = z.array(receiptShape);

export type Fees = z.infer<typeof feesShape>;
export type Header = z.infer<typeof headerShape>;
export type Block = z.infer<typeof blockShape>;
export type Log = z.infer<typeof logShape>;
export type Receipt = z.infer<typeof receiptShape>;
