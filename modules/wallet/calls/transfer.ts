import { WALLET, WALLET_NAMES } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { lesser } from '@assay/core/num/integer';
import { Refusal } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Transferable, transferCalls } from '../schema/transfer.ts';
import type { WalletRealm } from './realm.ts';

/** Handlers of transfers between the two wallets. The session determines the realm. */
export function transferHandlers(
  realms: Readonly<Record<Realm, WalletRealm>>,
): Handlers<typeof transferCalls> {
  return {
    transferFunds: async (body, { actor, commandId }) => {
      const command = { type: 'transferFunds', actor: actor.userId, body } as const;
      const reply = await realms[actor.realm].submit(
        commandId === undefined ? command : { ...command, id: commandId },
      );
      if (reply.ok) return { ...reply.value, receipt: { seq: reply.seq, hash: reply.hash } };
      // The engine's name for a refusal that has one name on the wire for all modules.
      const code = reply.refusal === 'commandIdReused' ? 'idempotencyConflict' : reply.refusal;
      return new Refusal(code as 'unknownAsset', { asset: body.asset });
    },
    getTransferable: (_input, { actor }) => ({
      balances: transferableOf(realms[actor.realm], actor.userId),
    }),
  };
}

const NOTHING = { held: 0n, claimed: 0n };

/**
 * Every asset of which a wallet has something: what transferFunds takes at this moment, and who has
 * the rest. What neither withdrawals nor contracts hold, orders do.
 */
function transferableOf(realm: WalletRealm, userId: number): Transferable[] {
  return [...realm.assets()].flatMap(({ id, symbol }) =>
    WALLET_NAMES.flatMap((wallet): Transferable[] => {
      const { available, held } = realm.amounts(userId, WALLET[wallet], id);
      if (available + held === 0n) return [];
      const inCurrency = wallet === 'currency';
      const withdrawn = inCurrency ? realm.heldByWithdrawals(userId, id) : 0n;
      const contracts = inCurrency ? NOTHING : realm.neededByContracts(userId, id);
      const claimed = lesser(contracts.claimed, available);
      const holds = [
        { by: 'orders', units: held - withdrawn - contracts.held },
        { by: 'contracts', units: contracts.held + claimed },
        { by: 'withdrawals', units: withdrawn },
      ] as const;
      return [
        {
          ...{ asset: symbol, wallet, transferable: formatDecimal(available - claimed, SCALE) },
          held: holds
            .filter(({ units }) => units > 0n)
            .map(({ by, units }) => ({ by, amount: formatDecimal(units, SCALE) })),
        },
      ];
    }),
  );
}
