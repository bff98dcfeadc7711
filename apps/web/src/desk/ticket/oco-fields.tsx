import { useTranslation } from 'react-i18next';
import type { Problem } from './check.ts';
import { PriceField } from './price-field.tsx';
import { useProblemText } from './problem-text.ts';
import { QuantityField } from './quantity-field.tsx';
import { TriggerSource } from './trigger-source.tsx';

/**
 * The numbers of two orders of which one cancels the other: a limit price on the better side of the
 * last price, a trigger on its other side, and one quantity. Their value is a line of the preview:
 * a field for it would not fit above the button on a low screen.
 */
export function OcoFields({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const problemOf = useProblemText(problems);
  return (
    <>
      <PriceField name="price" label={t(($) => $.desk.ticket.limitPrice)} problems={problems} />
      <PriceField
        name="trigger"
        label={t(($) => $.desk.ticket.trigger)}
        problems={problems}
        beside={<TriggerSource />}
      />
      <PriceField
        name="stopPrice"
        label={t(($) => $.desk.ticket.stopPrice)}
        problems={problems}
        optional
        placeholder={t(($) => $.desk.ticket.stopAtMarket)}
      />
      <QuantityField problem={problemOf('quantity') ?? problemOf('total')} />
    </>
  );
}
