import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { mayGoByAmount } from './form.ts';
import { lotsText, quantityOfLots } from './lots.ts';
import { Most } from './share.tsx';
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
    <NumberField
      label={unit === 'quote' ? t(($) => $.desk.ticket.amount) : t(($) => $.desk.ticket.quantity)}
      unit={
        <Select
          bare
          label={t(($) => $.desk.ticket.unit)}
          title={t(($) => $.desk.ticket.lotHint, { size, base: market.base })}
          options={units.map((value) => ({ value, text: names[value] }))}
          value={unit}
          onChange={choose}
        />
      }
      {...fields[unit]}
      {...(other === '' ? {} : { note: other })}
      error={problem}
      beside={<Most inLots={unit === 'lots'} />}
    />
  );
}

/**
 * The quantity in the unit that the field does not show; empty while there is none. What a quantity
 * is worth stands below, by the book that it would meet.
 */
function useOther(unit: Unit): string {
  const { market } = useDesk();
  const { quantity } = useForm();
  const format = useFormat();
  if (unit === 'base' || Number(quantity) <= 0) return '';
  return `${unit === 'quote' ? '≈ ' : ''}${format.plain(quantity)} ${market.base}`;
}
