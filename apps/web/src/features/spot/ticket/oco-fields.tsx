import { useTranslation } from 'react-i18next';
import { useDeal } from '../deal.tsx';
import type { Problem } from './check.ts';
import { Field } from './field.tsx';
import { useProblemText } from './problem-text.ts';
import { useForm } from './use-ticket.ts';

/**
 * The numbers of two orders of which one cancels the other: a limit price on the better side of the
 * last price, a trigger on its other side, and one quantity. Their value is a line of the preview:
 * a field for it would not fit above the button on a low screen.
 */
export function OcoFields({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { market, ticket } = useDeal();
  const form = useForm();
  const problemOf = useProblemText(problems);
  const { setPrice, setTrigger, setStopPrice, setQuantity, step } = ticket.getState();
  return (
    <>
      <Field
        label={t(($) => $.spot.ticket.limitPrice)}
        unit={market.quote}
        value={form.price}
        onChange={setPrice}
        onStep={(steps) => step('price', steps)}
        problem={problemOf('price')}
      />
      <Field
        label={t(($) => $.spot.ticket.trigger)}
        unit={market.quote}
        value={form.trigger}
        onChange={setTrigger}
        onStep={(steps) => step('trigger', steps)}
        problem={problemOf('trigger')}
      />
      <Field
        label={t(($) => $.spot.ticket.stopPrice)}
        unit={market.quote}
        value={form.stopPrice}
        onChange={setStopPrice}
        onStep={(steps) => step('stopPrice', steps)}
        problem={problemOf('stopPrice')}
        optional
        placeholder={t(($) => $.spot.ticket.stopAtMarket)}
      />
      <Field
        label={t(($) => $.spot.ticket.quantity)}
        unit={market.base}
        value={form.quantity}
        onChange={setQuantity}
        problem={problemOf('quantity') ?? problemOf('total')}
      />
    </>
  );
}
