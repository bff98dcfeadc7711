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
import { useFeeRates } from './use-fee-rates.ts';

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
  useRates: useFeeRates,
  useFunding: () => useBalanceFunding(SPOT_COST),
  useTotals() {
    const { t } = useTranslation();
    const { market, rules } = useDesk();
    return (side, type, preview) => {
      const name =
        type === 'oco' ? t(($) => $.spot.total.receiveAtLimit) : t(($) => $.spot.total.receive);
      const asset = side === 'buy' ? market.base : market.quote;
      if (preview === null) return [{ name, units: undefined, asset }];
      const { lots, notional, fee } = preview;
      const bought = side === 'buy' ? lots * rules.basePerLot : notional;
      return [{ name, units: bought - fee, asset }];
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
