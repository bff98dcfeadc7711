import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceOf, useAccount } from '../../desk/account/account-store.ts';
import { useDesk } from '../../desk/context.tsx';
import { orderCalls } from '../../desk/order-calls.ts';
import type { DeskProduct } from '../../desk/product.ts';
import { useRefusalWords } from '../../desk/refusals.ts';
import { BALANCES, FILLS, OPEN_ORDERS, ORDER_HISTORY } from '../../desk/tables/tables.tsx';
import { checkTicket } from '../../desk/ticket/check-oco.ts';
import { unitsOf } from '../../desk/ticket/form.ts';
import { spotFunding } from './funding.ts';
import { SpotTicket } from './ticket.tsx';

const NAME = 'spot';
const WALLET = 'currency';

/** Spot on the desk: one asset for another, each paid in full. */
export const SPOT: DeskProduct = {
  name: NAME,
  types: ['limit', 'market', 'stopLimit', 'stopMarket', 'oco'],
  wallet: WALLET,
  Ticket: SpotTicket,
  tables: [OPEN_ORDERS, ORDER_HISTORY, FILLS, BALANCES],
  calls: orderCalls(NAME),
  heldIn: (market, side) => (side === 'buy' ? market.quote : market.base),
  check: checkTicket,
  useFunding() {
    const { market, rules } = useDesk();
    const ready = useAccount((account) => account.ready);
    const balances = useAccount((account) => account.balances);
    return useMemo(() => {
      const free = (asset: string) => unitsOf(balanceOf(balances, WALLET, asset).available) ?? 0;
      const funds = { base: free(market.base), quote: free(market.quote) };
      return spotFunding(rules, ready ? funds : null);
    }, [ready, balances, market, rules]);
  },
  useTotals() {
    const { t } = useTranslation();
    const { quote } = useDesk().market;
    return (side, type, preview) => {
      const atLimit = type === 'oco';
      const name = {
        buy: atLimit ? t(($) => $.spot.total.payAtLimit) : t(($) => $.spot.total.pay),
        sell: atLimit ? t(($) => $.spot.total.receiveAtLimit) : t(($) => $.spot.total.receive),
      }[side];
      return [{ name, units: preview?.total, asset: quote }];
    };
  },
  useWords() {
    const { t } = useTranslation();
    const { base: asset } = useDesk().market;
    const refusal = useRefusalWords();
    return {
      send: (side) => t(($) => $.spot.send[side], { asset }),
      confirm: (side) => t(($) => $.spot.confirm[side]),
      refusal,
    };
  },
};
