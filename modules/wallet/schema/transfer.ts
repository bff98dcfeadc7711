import { WALLET_NAMES } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, oneOf, positiveDecimal } from '@assay/core/schema/fields';
import { z } from 'zod';

const amount = positiveDecimal.refine(
  (text) => parseDecimal(text, SCALE) !== null,
  'eightDecimals',
);
const wallet = oneOf(...WALLET_NAMES);

/**
 * Why something of an asset cannot be moved: open orders or withdrawals hold it, or contracts need
 * it as margin and for what they lose now.
 */
const HOLDERS = ['orders', 'contracts', 'withdrawals'] as const;

const transferable = z.strictObject({
  asset: z.string(),
  wallet: z.enum(WALLET_NAMES),
  /** What can be moved now. */
  transferable: z.string(),
  /** What cannot, and why; together they are what the wallet has. */
  held: z.array(z.strictObject({ by: z.enum(HOLDERS), amount: z.string() })),
});
export type Transferable = z.infer<typeof transferable>;

export const transferCalls = defineCalls({
  transferFunds: {
    method: 'POST',
    auth: 'user',
    summary: 'Moves an asset between the two wallets of this person, at once.',
    input: z.strictObject({ asset: assetSymbol, from: wallet, to: wallet, amount }),
    output: z.strictObject({
      asset: z.string(),
      from: z.enum(WALLET_NAMES),
      to: z.enum(WALLET_NAMES),
      amount: z.string(),
      /** Proof of the command: its number and its hash in the realm's chain of all commands. */
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: ['unknownAsset', 'sameWallet', 'insufficientBalance'],
  },
  getTransferable: {
    method: 'GET',
    auth: 'user',
    summary: 'What this person has in each wallet, and how much of it can be moved now.',
    input: z.strictObject({}),
    output: z.strictObject({ balances: z.array(transferable) }),
    refusals: [],
  },
});
