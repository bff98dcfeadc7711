import css from '@assay/kit/display/figures.module.css';
import { Compact, type FigureProps } from '@assay/kit/display/figures.tsx';
import { signOf } from '@assay/kit/format/compare.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';

/** A volume of trades here; where nothing was traded, no figure and the reason for it. */
export function Traded(props: FigureProps) {
  const { t } = useTranslation();
  if (signOf(`${props.value ?? ''}`) > 0) return <Compact {...props} />;
  const none = t(($) => $.ui.notTraded);
  return (
    <span className={`${css.figure} ${css.flat} ${props.className ?? ''}`} title={none}>
      <span aria-hidden="true">{NO_VALUE}</span>
      <span className="seen-by-ear">{none}</span>
    </span>
  );
}
