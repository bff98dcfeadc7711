import { accountId, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Funds, VirtualAccounts } from '@assay/modules/identity';
import type { Engine } from '@assay/platform/engine/engine';
import { machinesOf } from './realm.ts';

/** Fills the interfaces that modules declare for what lies against the graph. */

const CASH = 'USDT';

/** `balance` in whole USDT: what a virtual account begins with. */
export function virtualAccountsOf(demo: Engine, balance: bigint): VirtualAccounts {
  const grants = [{ asset: CASH, amount: String(balance) }];
  return {
    open: async (userId) => {
      const body = { userId, grants };
      const reply = await demo.submit({ type: 'openVirtualAccount', actor: userId, body });
      if (!reply.ok && reply.refusal !== 'alreadyOpen') {
        throw new Error(`a virtual account was refused: ${reply.refusal}`);
      }
    },
    reset: (userId, id) =>
      demo.submit({
        type: 'resetVirtualAccount',
        actor: userId,
        body: { userId, grants },
        ...(id === undefined ? {} : { id }),
      }),
  };
}

/** Available USDT of the currency account, as decided now. */
export function fundsOf(engines: Readonly<Record<Realm, Engine>>): Funds {
  return {
    usdt: (userId, realm) => {
      const { ledger, markets } = machinesOf(engines[realm]);
      const asset = markets.assetId(CASH);
      if (asset === undefined) return '0';
      const slot = ledger.ledger.find(accountId(userId, WALLET.currency, asset));
      return formatDecimal(ledger.ledger.available(slot), SCALE);
    },
  };
}
