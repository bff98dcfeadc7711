import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { integer, positiveDecimal, text, truth } from '@assay/core/schema/fields';
import { readAddress } from '@assay/platform/chain/addresses';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import type { Chains } from './chains.ts';
import type { ChainStore } from './store/chains.ts';

const chainId = integer(1, Number.MAX_SAFE_INTEGER);
const blocks = integer(1, 100_000);

/** What two people decide about the chains on which customers deposit. */
const setDepositChain = z
  .strictObject({
    ...{ chainId, name: text(1, 40), minutes: integer(1, 100_000), isOpen: truth },
    ...{ confirmations: blocks, withdrawalConfirmations: blocks },
    explorer: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(200)]),
  })
  .refine((chain) => chain.withdrawalConfirmations >= chain.confirmations);

const setDepositToken = z.strictObject({
  chainId,
  /** Empty for the chain's own coin. */
  contract: z.string().refine((written) => written === '' || contractIn(written) !== null),
  asset: z.string().regex(/^[A-Z0-9]{1,16}$/),
  decimals: integer(0, 36),
  minimum: positiveDecimal.refine((written) => parseDecimal(written, SCALE) !== null),
  isOpen: truth,
});

const acceptContradiction = z.strictObject({ chainId, at: integer(0, 2 ** 52) });

export interface DecidedOptions {
  readonly chains: Chains;
  readonly store: ChainStore;
  /** Whether the engine knows the asset. */
  readonly hasAsset: (asset: string) => boolean;
}

/** How these run once two people have agreed; see `PlainCommand` of operators. */
export function decidedCommands({ chains, store, hasAsset }: DecidedOptions) {
  const done = () => chains.load();
  return {
    setDepositChain: {
      read: (body: object) => setDepositChain.safeParse(body).data ?? null,
      run: async (body: object, client: PoolClient, now: number) => {
        const chain = setDepositChain.parse(body);
        // Which chains are worth nothing is said by the server that starts them.
        await store.setChain(client, { ...chain, isTest: false }, now);
        return { outcome: { chainId: chain.chainId } };
      },
      done,
    },
    setDepositToken: {
      read: (body: object) => setDepositToken.safeParse(body).data ?? null,
      run: async (body: object, client: PoolClient, now: number) => {
        const { chainId, contract, minimum, ...token } = setDepositToken.parse(body);
        if (!hasAsset(token.asset)) return { refusal: 'unknownAsset' as const };
        const units = parseDecimal(minimum, SCALE) ?? 0n;
        const row = { ...token, contract: contractIn(contract), minimum: units };
        const isSet = await store.setToken(client, chainId, row, now);
        return isSet ? { outcome: { asset: token.asset } } : { refusal: 'otherToken' as const };
      },
      done,
    },
    acceptContradiction: {
      read: (body: object) => acceptContradiction.safeParse(body).data ?? null,
      run: async (body: object) => {
        const { chainId: id, at } = acceptContradiction.parse(body);
        const { status = null } = chains.find(id) ?? {};
        // They have decided on what they saw, and on nothing that came later.
        if (status?.contradiction?.at !== at) return { refusal: 'noContradiction' as const };
        return (await chains.accept(id)) ? { outcome: {} } : { refusal: 'noCommonBlock' as const };
      },
    },
  };
}

function contractIn(written: string): string | null {
  const address = readAddress(written);
  return address.startsWith('0x') ? address.toLowerCase() : null;
}
