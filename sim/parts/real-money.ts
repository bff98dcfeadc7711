import { BankWithdrawalsMachine, PurchasesMachine } from '@assay/modules/purchases';
import { WalletMachine } from '@assay/modules/wallet';
import type { RealmPart } from '../../apps/server/realm.ts';

/**
 * Virtual accounts are what the simulated realm begins with, and its wallets and purchases are
 * those of the real one, so that money also comes in and leaves.
 */
export const realMoney: RealmPart = {
  products: [],
  machines: ({ ledger, markets, cfd }) => {
    const wallet = new WalletMachine({ realm: 'real', ledger, assets: markets });
    wallet.addClaim(cfd);
    const ofBanks = { realm: 'real', ledger, assets: markets, wallet } as const;
    const purchases = new PurchasesMachine(ofBanks);
    return { wallet, purchases, bankWithdrawals: new BankWithdrawalsMachine(ofBanks) };
  },
  migrations: () => [],
};
