import { readAddress } from '@assay/platform/chain/addresses';
import { z } from 'zod';

/** What the signer's own file says, whatever the database asks for. */

const wholeNumber = (text: string) => /^(0|[1-9]\d{0,29})$/.test(text);
const address = z
  .string()
  .refine((text) => readAddress(text).startsWith('0x'), 'must be an address')
  .transform((text) => text.trim().toLowerCase() as `0x${string}`);
const units = z
  .string()
  .regex(/^(0|[1-9]\d{0,12})(\.\d{1,8})?$/, 'must be an amount with at most 8 decimals')
  .transform((text) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(8, '0'));
  });
const gwei = z
  .string()
  .refine(wholeNumber, 'must be a whole number of gwei')
  .transform((text) => BigInt(text) * 1_000_000_000n);

const token = z.strictObject({
  /** As the ledger calls it. */
  asset: z.string().min(1),
  /** Null for the chain's own coin. */
  address: address.nullable(),
  decimals: z.int().min(0).max(36),
  perPayout: units,
  perHour: units,
  perDay: units,
  /** What a deposit address must have to be emptied; without it none is. */
  sweepFrom: units.optional(),
  /** Above `most` all but `keep` goes to the cold address; without it nothing does. */
  hot: z
    .strictObject({ most: units, keep: units })
    .refine(({ most, keep }) => keep <= most, 'must keep no more than the most')
    .optional(),
});

const chain = z.strictObject({
  chainId: z.int().positive(),
  /** One node, or two that must agree. */
  nodes: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(2),
  confirmations: z.int().min(1).max(10_000),
  /** The nonce of the first transaction, of a key that was used before. */
  firstNonce: z.int().min(0).default(0),
  /** Seconds after which one that is not mined gets a higher fee. */
  stuckAfter: z.int().min(1).max(86_400),
  /** The most that is paid for a unit of gas. */
  maxFeeGwei: gwei,
  /** Where what is above the hot limit goes. Its key is not here. */
  cold: address.optional(),
  tokens: z.array(token).min(1),
});

export const policyShape = z
  .strictObject({
    database: z.url({ protocol: /^postgres(ql)?$/ }),
    key: z.union([
      z.strictObject({ file: z.string().min(1), passphraseFile: z.string().min(1).optional() }),
      z.strictObject({ url: z.url({ protocol: /^https?$/ }), address }),
    ]),
    /** Seconds between two looks. */
    every: z.number().min(0.05).max(60).default(2),
    chains: z.array(chain).min(1),
  })
  .refine(({ chains }) => isUnique(chains.map(({ chainId }) => chainId)), {
    message: 'each chain stands once',
    path: ['chains'],
  })
  .refine(({ chains }) => chains.every(({ tokens }) => isUnique(tokens.map((t) => t.address))), {
    message: 'each token of a chain stands once',
    path: ['chains'],
  });

export type Policy = z.infer<typeof policyShape>;
export type ChainPolicy = z.infer<typeof chain>;
export type TokenPolicy = z.infer<typeof token>;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
