import { IconArrowDown } from '@assay/kit/icons/arrow-down.ts';
import { IconArrowUp } from '@assay/kit/icons/arrow-up.ts';
import { useTranslation } from 'react-i18next';
import css from './options.module.css';

export type Direction = 'up' | 'down';

const ICONS = { up: IconArrowUp, down: IconArrowDown };

interface DirectionWordProps {
  direction: Direction;
  /** In the colour of the text around it. */
  plain?: boolean;
}

/** An arrow and a word: colour only repeats them. */
export function DirectionWord({ direction, plain = false }: DirectionWordProps) {
  const { t } = useTranslation();
  const Icon = ICONS[direction];
  return (
    <span className={css.direction} data-direction={plain ? undefined : direction}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {t(($) => $.options.directions[direction])}
    </span>
  );
}
