import type { SideName, TriggerDirection, TriggerSource } from '@assay/core/order/order';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';

/** What sets off a stop, in words: "mark price rises to 97,000", with the unit or without. */
export function useWaitWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const { quote } = useDesk().market;
  return (
    source: TriggerSource,
    direction: TriggerDirection,
    trigger: string,
    unit = ` ${quote}`,
  ): string =>
    t(($) => $.desk.wait[direction], {
      source: t(($) => $.desk.sourceName[source]),
      // Isolated: figures inside a sentence of any direction.
      price: `\u2066${format.plain(trigger)}${unit}\u2069`,
    });
}

/** What sets off a trailing stop, in words: "price falls 1% from its high". */
export function useTrailWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return (side: SideName, basisPoints: number): string =>
    t(($) => $.desk.trail[side], { percent: `\u2066${format.ppm(basisPoints * 100)}\u2069` });
}
