import { Progress } from '@assay/kit/display/progress.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { shareOf } from './use-assets.ts';

interface Turnover {
  readonly mode: string;
  readonly done: string;
  readonly required: string;
}

/** Whether deposits ask for any turnover. */
export const isAsked = ({ mode, required }: Turnover) => mode !== 'off' && required !== '0';

/** How far the turnover is that deposits ask for; nothing where they ask for none. */
export function TurnoverProgress({ turnover }: { turnover: Turnover }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!isAsked(turnover)) return null;
  return (
    <Progress
      label={t(($) => $.wallet.out.turnover)}
      share={shareOf(turnover.done, turnover.required)}
      text={t(($) => $.wallet.out.turnoverOf, {
        done: format.amount(turnover.done, 'USDT'),
        required: format.amount(turnover.required, 'USDT'),
      })}
    />
  );
}
