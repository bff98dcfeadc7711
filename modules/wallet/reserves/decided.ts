import { formatDecimal } from '@assay/core/num/decimal';
import { assetSymbol, integer, text } from '@assay/core/schema/fields';
import { readAddress } from '@assay/platform/chain/addresses';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import type { Reserves } from './reserves.ts';
import type { ReserveStore } from './store.ts';

const chainId = integer(1, Number.MAX_SAFE_INTEGER);

const declareCustody = z.strictObject({
  chainId,
  address: z.string().refine((written) => readAddress(written).startsWith('0x')),
  name: text(1, 40),
});

const acceptDifference = z.strictObject({
  chainId,
  asset: assetSymbol,
  /** As it was seen, with its sign. */
  amount: z.string().regex(/^-?\d{1,60}(\.\d{1,36})?$/),
});

/** What two people decide about custody; see `PlainCommand` of operators. */
export function custodyCommands(
  store: ReserveStore,
  reserves: Reserves,
  hasChain: (chainId: number) => boolean,
) {
  return {
    declareCustody: {
      read: (body: object) => declareCustody.safeParse(body).data ?? null,
      run: async (body: object, client: PoolClient, now: number) => {
        const { chainId: id, address, name } = declareCustody.parse(body);
        if (!hasChain(id)) return { refusal: 'unknownChain' as const };
        const one = { address: readAddress(address).toLowerCase(), name };
        await store.declare(client, id, { ...one, kind: 'declared' }, now);
        return { outcome: { address } };
      },
      done: async (body: object) => reserves.forget(declareCustody.parse(body).chainId),
    },
    acceptDifference: {
      read: (body: object) => acceptDifference.safeParse(body).data ?? null,
      run: async (body: object, client: PoolClient, now: number) => {
        const { chainId: id, asset, amount } = acceptDifference.parse(body);
        const look = reserves.look(id);
        const line = look?.lines.find((one) => one.asset === asset);
        // They have decided on what they saw, and on nothing that came later.
        if (!look || !line || formatDecimal(line.difference, line.decimals) !== amount) {
          return { refusal: 'noDifference' as const };
        }
        const own = line.own + line.difference;
        // What lacks beyond the house's own is customers' money: that must come back.
        if (own < line.proved) return { refusal: 'customersMoney' as const };
        const what = { token: line.contract, amount: own, why: 'accepted' } as const;
        await store.setOwn(client, id, what, look.block.number, now);
        return { outcome: { own: formatDecimal(own, line.decimals) } };
      },
      done: async (body: object) => reserves.forget(acceptDifference.parse(body).chainId),
    },
  };
}
