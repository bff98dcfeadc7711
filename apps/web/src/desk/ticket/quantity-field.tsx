import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { Field } from './field.tsx';
import { hasLimitPrice, mayGoByAmount } from './form.ts';
import { lotsText, quantityOfLots } from './lots.ts';
import { Most } from './share.tsx';
import css from './ticket.module.css';
import { useForm } from './use-ticket.ts';

/** What a quantity can be given in: the base asset, an amount of the quote asset, or lots. */
type Unit = 'base' | 'quote' | 'lots';

/** The unit that the person gives this order's quantity in. */
function useUnit(): { unit: Unit; units: readonly Unit[]; choose(unit: Unit): void } {
  const { ticket } = useDesk();
  const { type, side, lead } = useForm();
  const inLots = useDeskPreferences((preferences) => preferences.quantityIn === 'lots');
  const change = useDeskPreferences((preferences) => preferences.change);
  const byAmount = mayGoByAmount(type, side);
  const byQuantity = inLots ? 'lots' : 'base';
  return {
    unit: byAmount && lead === 'total' ? 'quote' : byQuantity,
    units: byAmount ? ['base', 'quote', 'lots'] : ['base', 'lots'],
    choose(unit) {
      if (unit !== 'quote') change({ quantityIn: unit === 'lots' ? 'lots' : 'asset' });
      if (byAmount) ticket.getState().setLead(unit === 'quote' ? 'total' : 'quantity');
    },
  };
}

/** How much to buy or sell, in a unit of one's choice, with what it is in another one. */
export function QuantityField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation();
  const { market, rules, ticket } = useDesk();
  const form = useForm();
  const { unit, units, choose } = useUnit();
  const { setQuantity, setTotal } = ticket.getState();
  const other = useOther(unit);
  const size = useFormat().plain(formatSafe(rules.basePerLot, SCALE));
  const names = { base: market.base, quote: market.quote, lots: t(($) => $.desk.ticket.lots) };
  const fields = {
    base: { value: form.quantity, onChange: setQuantity },
    quote: { value: form.total, onChange: setTotal },
    lots: {
      value: lotsText(rules, form.quantity),
      onChange: (lots: string) => setQuantity(quantityOfLots(rules, lots)),
    },
  };
  return (
    <Field
      label={unit === 'quote' ? t(($) => $.desk.ticket.amount) : t(($) => $.desk.ticket.quantity)}
      unit={
        <select
          className={css.unitSelect}
          aria-label={t(($) => $.desk.ticket.unit)}
          title={t(($) => $.desk.ticket.lotHint, { size, base: market.base })}
          value={unit}
          onChange={(event) => choose(units.find((each) => each === event.target.value) ?? 'base')}
        >
          {units.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </select>
      }
      {...fields[unit]}
      {...(other === '' ? {} : { note: other })}
      problem={problem}
      tools={
        <span className={css.tools}>
          <Most inLots={unit === 'lots'} />
        </span>
      }
    />
  );
}

/**
 * The quantity in the unit that the field does not show; empty while there is none. A limit order
 * has a field for its value.
 */
function useOther(unit: Unit): string {
  const { market } = useDesk();
  const { type, quantity, total } = useForm();
  const format = useFormat();
  const about = (value: string, asset: string) =>
    Number(value) > 0 ? `≈ ${format.plain(value)} ${asset}` : '';
  if (unit === 'base') return hasLimitPrice(type) ? '' : about(total, market.quote);
  if (unit === 'quote') return about(quantity, market.base);
  return Number(quantity) > 0 ? `${format.plain(quantity)} ${market.base}` : '';
}
