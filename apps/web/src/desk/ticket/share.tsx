import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { shareOf } from '@assay/core/order/cost';
import { quantityText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { walkLots } from '@assay/core/order/walk';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { PercentSlider } from '@assay/kit/input/percent-slider.tsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { lotsOf, mayGoByAmount, unitsOf } from './form.ts';
import { lotStep, lotsForPercent, mostLots, percentOf } from './funding.ts';
import { lotsText } from './lots.ts';
import css from './ticket.module.css';
import { useBookVersion, useForm, useFunding, useOwn } from './use-ticket.ts';

const PPM_OF_PERCENT = 10_000;

/** What the balance allows, fees included, and how much of it the order uses. */
function useShare() {
  const { market, rules, book, ticket } = useDesk();
  const form = useForm();
  const funding = useFunding();
  const own = useOwn();
  const version = useBookVersion(form.type === 'market');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is another book
  const most = useMemo(
    () =>
      mostLots(rules, form, funding, { bids: book.walkable(BUY), asks: book.walkable(SELL), own }),
    [rules, form, funding, book, own, version],
  );
  const byAmount = form.lead === 'total' && mayGoByAmount(form.type, form.side);
  // A purchase by amount spends a share of the balance itself; a sale by amount receives what the
  // book gives for its lots.
  const amountOf = (percent: number): number =>
    form.side === 'buy'
      ? shareOf(funding.available('buy') ?? 0, percent * PPM_OF_PERCENT)
      : walkLots(
          rules,
          SELL,
          book.walkable(BUY),
          1,
          lotsForPercent(most, percent, lotStep(rules, form)),
        ).notional;
  return {
    possible: most > 0,
    /** Decimal text of the most, in the unit that the order goes by. */
    most: byAmount ? formatSafe(amountOf(100), SCALE) : quantityText(rules, most),
    unit: byAmount ? market.quote : market.base,
    percent: byAmount
      ? percentOf(amountOf(100), unitsOf(form.total))
      : percentOf(most, lotsOf(rules, form.quantity)),
    take(percent: number) {
      if (byAmount) ticket.getState().setAmount(amountOf(percent));
      else ticket.getState().setLots(lotsForPercent(most, percent, lotStep(rules, form)));
    },
  };
}

/** The share of the balance that the order uses. */
export function Share() {
  const { t } = useTranslation();
  const { percent, take, possible } = useShare();
  return (
    <PercentSlider
      label={t(($) => $.desk.ticket.share)}
      typedLabel={t(($) => $.desk.ticket.shareTyped)}
      value={percent}
      onChange={take}
      disabled={!possible}
    />
  );
}

/** The most that can be ordered; a press takes all of it. */
export function Most({ inLots }: { inLots: boolean }) {
  const { t } = useTranslation();
  const { rules } = useDesk();
  const { most, unit, take, possible } = useShare();
  const format = useFormat();
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  if (!possible) return null;
  return (
    <button
      type="button"
      // Keys go from the price straight to the quantity; the end of the slider is the same.
      tabIndex={-1}
      className={css.toolButton}
      title={t(($) => $.desk.ticket.mostHint)}
      onClick={() => take(100)}
    >
      {t(($) => $.desk.ticket.most)}{' '}
      {hidden ? null : (
        <Ltr>{inLots ? format.plain(lotsText(rules, most)) : format.amount(most, unit)}</Ltr>
      )}
    </button>
  );
}
