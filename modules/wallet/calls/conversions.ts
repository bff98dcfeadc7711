import type { Realm } from '@assay/core/ledger/realm';
import { Refusal } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { textsOf } from '../conversions/machine.ts';
import { CONVERSION_FEE_PPM } from '../conversions/rules.ts';
import type { conversionCalls } from '../schema/conversions.ts';
import type { WalletRealm } from './realm.ts';

/** Handlers of conversions of small balances. The session determines the realm. */
export function conversionHandlers(
  realms: Readonly<Record<Realm, WalletRealm>>,
): Handlers<typeof conversionCalls> {
  return {
    getSmallBalances: (_input, { actor, now }) => {
      const { conversions } = realms[actor.realm];
      const nextAt = conversions().nextAt(actor.userId, now);
      return {
        balances: conversions()
          .smallBalances(actor.userId, now)
          .map(({ symbol, ...small }) => ({ asset: symbol, ...textsOf(small) })),
        feePpm: CONVERSION_FEE_PPM,
        nextAt: nextAt === 0 ? null : nextAt,
      };
    },
    convertSmallBalances: async ({ assets, least }, { actor, commandId }) => {
      const body = { assets: assets.split(','), least };
      const command = { type: 'convertSmallBalances', actor: actor.userId, body } as const;
      const reply = await realms[actor.realm].submit(
        commandId === undefined ? command : { ...command, id: commandId },
      );
      if (reply.ok) {
        const { balances, received } = reply.value;
        return { balances: [...balances], received, receipt: { seq: reply.seq, hash: reply.hash } };
      }
      const code = reply.refusal === 'commandIdReused' ? 'idempotencyConflict' : reply.refusal;
      return new Refusal(code as 'notSmall', reply.detail ?? {});
    },
  };
}
