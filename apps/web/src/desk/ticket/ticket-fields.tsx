import { priceText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { shortened } from '@assay/kit/format/amount.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { hasLimitPrice, hasTrigger } from './form.ts';
import { roundedTotal } from './lots.ts';
import { PriceField } from './price-field.tsx';
import { useProblemText } from './problem-text.ts';
import { QuantityField } from './quantity-field.tsx';
import css from './ticket.module.css';
import { TriggerFields } from './trigger-fields.tsx';
import { useForm } from './use-ticket.ts';

/** The numbers of the order, as many as its type needs. */
export function Fields({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const problemOf = useProblemText(problems);
  const limited = hasLimitPrice(form.type);
  return (
    <>
      {hasTrigger(form.type) ? <TriggerFields problems={problems} /> : null}
      {limited ? (
        <PriceField
          name="price"
          label={t(($) => $.desk.ticket.price)}
          problems={problems}
          beside={<PriceTools />}
        />
      ) : null}
      <QuantityField
        problem={problemOf('quantity') ?? (limited ? undefined : problemOf('total'))}
      />
      {limited ? <TotalField problem={problemOf('total')} /> : null}
    </>
  );
}

/** The order's value; one that is typed becomes the quantity, in whole lots. */
function TotalField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation();
  const { market, rules, ticket } = useDesk();
  const form = useForm();
  const format = useFormat();
  const rounded = roundedTotal(rules, form);
  return (
    <NumberField
      label={t(($) => $.desk.ticket.total)}
      unit={market.quote}
      // What follows from the quantity is shown as amounts are.
      value={form.lead === 'total' ? form.total : shortened(form.total, market.quote)}
      onChange={ticket.getState().setTotal}
      error={problem}
      {...(rounded === ''
        ? {}
        : {
            note: t(($) => $.desk.ticket.rounded, { total: format.amount(rounded, market.quote) }),
          })}
    />
  );
}

/** Prices that the book offers: the best on one's own side, the middle, the best on the other. */
function PriceTools() {
  const { t } = useTranslation();
  const { book, rules, ticket } = useDesk();
  const { side } = useForm();
  const take = (pick: (bid: number, ask: number) => number) => {
    const [bid, ask] = [book.best(BUY), book.best(SELL)];
    if (bid > 0 && ask > 0) ticket.getState().setPrice(priceText(rules, pick(bid, ask)));
  };
  const middle = (bid: number, ask: number) =>
    side === 'buy' ? Math.floor((bid + ask) / 2) : Math.ceil((bid + ask) / 2);
  return (
    <>
      <button
        type="button"
        className={css.toolButton}
        title={t(($) => $.desk.ticket.bboHint)}
        onClick={() => take((bid, ask) => (side === 'buy' ? bid : ask))}
      >
        {t(($) => $.desk.ticket.bbo)}
      </button>
      <button
        type="button"
        className={css.toolButton}
        title={t(($) => $.desk.ticket.midHint)}
        onClick={() => take(middle)}
      >
        {t(($) => $.desk.ticket.mid)}
      </button>
    </>
  );
}
