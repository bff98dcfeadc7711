import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { budgetOf, notional, type OrderCost } from '@assay/core/order/cost';
import type { SideName } from '@assay/core/order/order';
import { BUY, SELL } from '@assay/core/order/side';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { orderHold, stakeOf } from '@assay/modules/orders/testing/prepaid/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../desk/context.tsx';
import { orderCalls } from '../../desk/order-calls.ts';
import type { DeskProduct } from '../../desk/product.ts';
import { useRefusalWords } from '../../desk/refusals.ts';
import { BALANCES, FILLS, OPEN_ORDERS, ORDER_HISTORY } from '../../desk/tables/tables.tsx';
import { checkTicket } from '../../desk/ticket/check-oco.ts';
import { lotsOf, ticksOf, unitsOf } from '../../desk/ticket/form.ts';
import { Options } from '../../desk/ticket/options.tsx';
import { PreviewLines } from '../../desk/ticket/preview-lines.tsx';
import { Share } from '../../desk/ticket/share.tsx';
import { Numbers, SideBalance, Sides, TicketForm, Types } from '../../desk/ticket/ticket-form.tsx';
import { useBalanceFunding } from '../../desk/ticket/use-balance-funding.ts';
import { useCheck, useForm } from '../../desk/ticket/use-ticket.ts';

const NAME = 'prepaid';
const COST: OrderCost = { feeFromReceived: false, required: orderHold, budget: budgetOf };
const sideOf = (side: SideName) => (side === 'buy' ? BUY : SELL);

/** The prepaid contract on the desk. */
export const PREPAID: DeskProduct = {
  name: NAME,
  types: ['limit', 'market', 'stopLimit', 'stopMarket', 'oco'],
  wallet: 'currency',
  Ticket,
  tables: [OPEN_ORDERS, ORDER_HISTORY, FILLS, BALANCES],
  calls: orderCalls(NAME),
  heldIn: ({ quote }) => quote,
  check: checkTicket,
  useRates: () => null,
  useFunding: () => useBalanceFunding(COST),
  useTotals() {
    const { t } = useTranslation();
    const { market, rules } = useDesk();
    const [lose, pay] = [t(($) => $.prepaid.total.lose), t(($) => $.prepaid.total.pay)];
    const asset = market.quote;
    return (side, _type, preview) => {
      if (preview === null) return [lose, pay].map((name) => ({ name, units: undefined, asset }));
      const { notional: value, fee, takes, rests } = preview;
      const stake = stakeOf(rules, sideOf(side), value, takes + rests);
      return [
        { name: lose, units: stake, asset },
        { name: pay, units: stake + fee, asset },
      ];
    };
  },
  useWords() {
    const { t } = useTranslation();
    return {
      send: (side) => t(($) => $.prepaid.send[side]),
      confirm: (side) => t(($) => $.prepaid.confirm[side]),
      refusal: useRefusalWords(),
    };
  },
};

function Ticket() {
  const check = useCheck();
  const { type } = useForm();
  return (
    <TicketForm check={check}>
      <Sides />
      <Types />
      <SideBalance />
      <Numbers problems={check.problems} />
      {type === 'limit' ? <Stake /> : null}
      <Share />
      <Options problems={check.problems} />
      <PreviewLines check={check} />
    </TicketForm>
  );
}

/** What the order as typed can lose; a stake that is typed becomes the lots that it pays for. */
function Stake() {
  const { t } = useTranslation();
  const { market, rules, ticket } = useDesk();
  const { side, price, quantity } = useForm();
  const [typed, setTyped] = useState('');
  const ticks = ticksOf(rules, price);
  const perLot = ticks === null ? 0 : stakeOf(rules, sideOf(side), notional(rules, ticks, 1), 1);
  const paidBy = (text: string) => (perLot > 0 ? Math.floor((unitsOf(text) ?? 0) / perLot) : 0);
  const lots = lotsOf(rules, quantity) ?? 0;
  const stake = lots * perLot === 0 ? '' : formatSafe(lots * perLot, SCALE);
  return (
    <NumberField
      label={t(($) => $.prepaid.stake)}
      unit={market.quote}
      value={paidBy(typed) === lots ? typed : stake}
      onChange={(text) => {
        setTyped(text);
        ticket.getState().setLots(paidBy(text));
      }}
    />
  );
}
