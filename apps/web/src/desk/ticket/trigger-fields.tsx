import { formatSafe } from '@assay/core/num/decimal';
import { MAX_TRAILING_DELTA, MIN_TRAILING_DELTA } from '@assay/core/order/trailing';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { distanceOf, isTrailing } from './form.ts';
import { PriceField } from './price-field.tsx';
import { useProblemText } from './problem-text.ts';
import css from './ticket.module.css';
import { TriggerSource } from './trigger-source.tsx';
import { useForm } from './use-ticket.ts';

/** A step of the distance, in basis points. */
const STEP = 10;

/** What a stop waits for: a price, or a distance from the best price. */
export function TriggerFields({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  if (!isTrailing(useForm())) {
    return (
      <PriceField
        name="trigger"
        label={t(($) => $.desk.ticket.trigger)}
        problems={problems}
        beside={
          <>
            <TriggerSource />
            <Trails />
          </>
        }
      />
    );
  }
  return (
    <>
      <Distance problems={problems} />
      <PriceField
        name="trigger"
        label={t(($) => $.desk.ticket.activation)}
        placeholder={t(($) => $.desk.ticket.activationNone)}
        problems={problems}
        optional
      />
    </>
  );
}

function Distance({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { distance } = useForm();
  const problemOf = useProblemText(problems);
  const set = (text: string) => ticket.getState().setOptions({ distance: text });
  const step = (steps: number) => {
    const moved = (distanceOf(distance) ?? 0) + steps * STEP;
    const within = Math.min(MAX_TRAILING_DELTA, Math.max(MIN_TRAILING_DELTA, moved));
    set(formatSafe(within, 2));
  };
  return (
    <NumberField
      label={t(($) => $.desk.ticket.distance)}
      unit="%"
      value={distance}
      onChange={set}
      onStep={step}
      error={problemOf('distance')}
      beside={<Trails />}
    />
  );
}

/** Makes a stop a trailing one, and back. */
function Trails() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { trails } = useForm();
  return (
    <button
      type="button"
      className={css.toolButton}
      aria-pressed={trails}
      title={t(($) => $.desk.ticket.trailingHint)}
      onClick={() => ticket.getState().setOptions({ trails: !trails })}
    >
      {t(($) => $.desk.ticket.trailing)}
    </button>
  );
}
