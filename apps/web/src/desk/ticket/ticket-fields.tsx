import { priceText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { useTranslation } from 'react-i18next';
import { shortened } from '../../lib/format/amount.ts';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { Field } from './field.tsx';
import { hasLimitPrice, hasTrigger, mayGoByAmount } from './form.ts';
import { PriceField } from './price-field.tsx';
import { useProblemText } from './problem-text.ts';
import { Most } from './share.tsx';
import css from './ticket.module.css';
import { TriggerSource } from './trigger-source.tsx';
import { useForm } from './use-ticket.ts';

/** The numbers of the order, as many as its type needs. */
export function Fields({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { market, ticket } = useDesk();
  const form = useForm();
  const problemOf = useProblemText(problems);
  const { setQuantity, setTotal, setLead } = ticket.getState();
  const limited = hasLimitPrice(form.type);
  const byAmount = mayGoByAmount(form.type, form.side);
  const inQuote = byAmount && form.lead === 'total';
  return (
    <>
      {hasTrigger(form.type) ? (
        <PriceField
          name="trigger"
          label={t(($) => $.desk.ticket.trigger)}
          problems={problems}
          tools={<TriggerSource />}
        />
      ) : null}
      {limited ? (
        <PriceField
          name="price"
          label={t(($) => $.desk.ticket.price)}
          problems={problems}
          tools={<PriceTools />}
        />
      ) : null}
      {form.type === 'market' ? (
        <Field
          label={t(($) => $.desk.ticket.price)}
          unit={market.quote}
          value=""
          placeholder={t(($) => $.desk.ticket.marketPrice)}
          onChange={() => undefined}
          disabled
        />
      ) : null}
      <Field
        label={inQuote ? t(($) => $.desk.ticket.amount) : t(($) => $.desk.ticket.quantity)}
        unit={inQuote ? market.quote : market.base}
        value={inQuote ? form.total : form.quantity}
        onChange={inQuote ? setTotal : setQuantity}
        problem={problemOf('quantity') ?? (limited ? undefined : problemOf('total'))}
        tools={
          <span className={css.tools}>
            <Most />
            {byAmount ? (
              <UnitSwitch
                inQuote={inQuote}
                onChange={(quote) => setLead(quote ? 'total' : 'quantity')}
              />
            ) : null}
          </span>
        }
      />
      {limited ? (
        <Field
          label={t(($) => $.desk.ticket.total)}
          unit={market.quote}
          // What follows from the quantity is shown as amounts are.
          value={form.lead === 'total' ? form.total : shortened(form.total, market.quote)}
          onChange={setTotal}
          problem={problemOf('total')}
        />
      ) : null}
    </>
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
    <span className={css.tools}>
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
    </span>
  );
}

/** Quantity of the base asset, or an amount of the quote asset. */
function UnitSwitch(props: { inQuote: boolean; onChange(inQuote: boolean): void }) {
  const { market } = useDesk();
  const { inQuote, onChange } = props;
  return (
    <>
      {[false, true].map((quote) => (
        <button
          key={String(quote)}
          type="button"
          className={css.toolButton}
          aria-pressed={inQuote === quote}
          onClick={() => onChange(quote)}
        >
          {quote ? market.quote : market.base}
        </button>
      ))}
    </>
  );
}
