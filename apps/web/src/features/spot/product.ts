import { SPOT_COST } from '@assay/modules/spot/rules';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../desk/context.tsx';
import { orderCalls } from '../../desk/order-calls.ts';
import type { DeskProduct } from '../../desk/product.ts';
import { useRefusalWords } from '../../desk/refusals.ts';
import { BALANCES, FILLS, OPEN_ORDERS, ORDER_HISTORY } from '../../desk/tables/tables.tsx';
import { checkTicket } from '../../desk/ticket/check-oco.ts';
import { useBalanceFunding } from '../../desk/ticket/use-balance-funding.ts';
import { SpotTicket } from './ticket.tsx';

const NAME = 'spot';

/** Spot on the desk: one asset for another, each paid in full. */
export const SPOT: DeskProduct = {
  name: NAME,
  types: ['limit', 'market', 'stopLimit', 'stopMarket', 'oco'],
  wallet: 'currency',
  Ticket: SpotTicket,
  tables: [OPEN_ORDERS, ORDER_HISTORY, FILLS, BALANCES],
  calls: orderCalls(NAME),
  heldIn: (market, side) => (side === 'buy' ? market.quote : market.base),
  check: checkTicket,
  useFunding: () => useBalanceFunding(SPOT_COST),
  useTotals() {
    const { t } = useTranslation();
    const { quote } = useDesk().market;
    return (side, type, preview) => {
      const atLimit = type === 'oco';
      const name = {
        buy: atLimit ? t(($) => $.spot.total.payAtLimit) : t(($) => $.spot.total.pay),
        sell: atLimit ? t(($) => $.spot.total.receiveAtLimit) : t(($) => $.spot.total.receive),
      }[side];
      // A buyer pays the fee on top of the value, a seller out of it.
      const sign = side === 'buy' ? 1 : -1;
      const units = preview === null ? undefined : preview.notional + sign * preview.fee;
      return [{ name, units, asset: quote }];
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
      note: t(($) => $.spot.note),
    };
  },
};
