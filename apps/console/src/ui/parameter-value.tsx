import { formatSafe, parseSafe } from '@assay/core/num/decimal';
import { Plain } from '@assay/kit/display/figures.tsx';
import { STAGES } from '@assay/modules/parameters/rules';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { useTranslation } from 'react-i18next';

type Unit = ParameterView['unit'];

/** Decimals of what people read and type: a millionth is 0.0001 %, an amount has eight. */
const SCALE: Readonly<Record<Unit, number>> = {
  ...{ ppm: 4, quote: 8, hours: 0, days: 0, count: 0 },
  ...{ minutes: 0, mode: 0, stage: 0, times: 0, switch: 0 },
};

export const valueText = (value: number, unit: Unit) => formatSafe(value, SCALE[unit]);

/** What somebody typed; -1 where it is no such number. */
export const readValue = (text: string, unit: Unit) => parseSafe(text.trim(), SCALE[unit]);

interface ParameterProps {
  value: number;
  unit: Unit;
}

/** A value of a parameter where its unit stands beside it already. */
export function ParameterFigure({ value, unit }: ParameterProps) {
  const { t } = useTranslation();
  const stage = unit === 'stage' ? STAGES[value] : undefined;
  if (stage !== undefined) return t(($) => $.parameters.stages[stage]);
  return <Plain value={valueText(value, unit)} />;
}

/** A value of a parameter with its unit. */
export function ParameterValue({ value, unit }: ParameterProps) {
  const { t } = useTranslation();
  return (
    <>
      <ParameterFigure value={value} unit={unit} /> {t(($) => $.parameters.units[unit])}
    </>
  );
}
