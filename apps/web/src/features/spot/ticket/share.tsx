import { SELL } from '@assay/core/order/side';
import { useMemo } from 'react';
import { useDeal } from '../deal.tsx';
import { hasLimitPrice, lotsOf, unitsOf } from './form.ts';
import { lotStep, lotsForPercent, mostLots, percentOf } from './funds.ts';
import { Percent } from './percent.tsx';
import { useForm, useFunds, useOwn } from './use-ticket.ts';

/** The share of the balance that the order uses, fees included. */
export function Share() {
  const { rules, book, ticket } = useDeal();
  const form = useForm();
  const funds = useFunds();
  const own = useOwn();
  const most = useMemo(
    () => (funds === null ? 0 : mostLots(rules, form, funds, { asks: book.walkable(SELL), own })),
    [rules, form, funds, book, own],
  );
  // A purchase by amount spends a share of the balance itself; the fee is within it.
  const spends = form.side === 'buy' && form.lead === 'total' && !hasLimitPrice(form.type);
  const quote = funds?.quote ?? 0;
  const change = (percent: number) => {
    if (spends) ticket.getState().setAmount(Math.floor((quote * percent) / 100));
    else ticket.getState().setLots(lotsForPercent(most, percent, lotStep(rules, form)));
  };
  const value = spends
    ? percentOf(quote, unitsOf(form.total))
    : percentOf(most, lotsOf(rules, form.quantity));
  return <Percent value={value} onChange={change} disabled={most <= 0} />;
}
