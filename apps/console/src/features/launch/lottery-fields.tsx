import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import type { FormState } from '@assay/kit/input/use-form.ts';
import { BEACONS, roundAt } from '@assay/modules/launch/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BOUNDS, lotteryOf, TICKETS, type Typed } from './terms.ts';

interface LotteryFieldsProps {
  form: FormState<Typed>;
  field(name: (typeof BOUNDS)[number] | (typeof TICKETS)[number]): ReactNode;
}

/** How a project is shared out; of a lottery its tickets, and the round that follows from it. */
export function LotteryFields({ form, field }: LotteryFieldsProps) {
  const { t } = useTranslation();
  const { values } = form;
  const lottery = lotteryOf(values);
  const [quicknet] = BEACONS;
  const isKnown = lottery !== null && quicknet !== undefined && Number.isSafeInteger(lottery.round);
  const choose = (mode: 'proRata' | 'lottery') => {
    form.set('mode', mode);
    // Whoever has many accounts would have many tickets.
    if (mode === 'lottery' && values.tier === 'none') form.set('tier', 'junior');
  };
  return (
    <>
      <SelectField
        label={t(($) => $.launches.mode)}
        options={(['proRata', 'lottery'] as const).map((value) => ({
          value,
          text: t(($) => $.launches.modes[value]),
        }))}
        value={values.mode as 'proRata'}
        onChange={choose}
      />
      {lottery === null ? BOUNDS.map(field) : TICKETS.map(field)}
      {lottery === null ? null : (
        <Callout tone="information">
          {t(($) => $.launches.lotteryText)}{' '}
          {isKnown ? (
            <Sentence
              parts={{
                round: `${lottery.round}`,
                at: <Instant at={roundAt(quicknet, lottery.round)} />,
              }}
            >
              {(put) => t(($) => $.launches.roundIs, put)}
            </Sentence>
          ) : null}
        </Callout>
      )}
    </>
  );
}
