import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import field from '../../ui/number-field.module.css';
import { NumberInput } from '../../ui/number-input.tsx';
import type { IndicatorName } from './catalogue.ts';
import type { ChartStore } from './chart-store.ts';
import css from './dialog.module.css';
import { defaultParams, PARAMETERS, type ParameterMeaning } from './parameters.ts';
import { isUsable, type SavedIndicator } from './settings.ts';

interface ParametersProps {
  indicator: SavedIndicator;
  store: ChartStore;
  close(): void;
}

/** The parameters of one indicator on the chart. */
export default function ParametersDialog({ indicator, store, close }: ParametersProps) {
  const { t } = useTranslation();
  const { id, name, params } = indicator;
  const [texts, setTexts] = useState(params.map(String));
  const meanings = t(($) => $.chart.parameters, { returnObjects: true });
  const values = texts.map(Number);
  const usable = values.every(isUsable);
  const save = () => {
    if (!usable) return;
    store.getState().editIndicator(id, { params: values });
    close();
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={`${name} · ${t(($) => $.chart.indicators[name])}`}
      size="24rem"
    >
      <form
        className={css.parameters}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {texts.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a parameter
          <label key={i} className={css.parameter}>
            {labelOf(name, i, meanings)}
            <NumberInput
              className={`${field.number} ${css.number}`}
              value={text}
              aria-invalid={!isUsable(Number(text))}
              onChange={(typed) => setTexts(texts.map((each, j) => (j === i ? typed : each)))}
            />
          </label>
        ))}
        <p className={css.problem} role="status">
          {usable ? '' : t(($) => $.chart.dialog.wrong)}
        </p>
        <div className={css.buttons}>
          <Button variant="default" onClick={() => setTexts(defaultParams(name).map(String))}>
            {t(($) => $.chart.dialog.usual)}
          </Button>
          <Button type="submit" disabled={!usable}>
            {t(($) => $.chart.dialog.apply)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The label of a parameter, numbered if several have the same meaning. */
function labelOf(
  name: IndicatorName,
  index: number,
  meanings: Readonly<Record<ParameterMeaning, string>>,
): string {
  const list = PARAMETERS[name].map(([meaning]) => meaning);
  const meaning = list[index] ?? 'length';
  const same = list.filter((each) => each === meaning).length;
  const before = list.slice(0, index + 1).filter((each) => each === meaning).length;
  return same > 1 ? `${meanings[meaning]} ${before}` : meanings[meaning];
}
