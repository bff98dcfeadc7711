import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';
import type { Benefits } from './use-rewards.ts';

/** What each of the seven days pays. */
export function SignAmounts({ signIn: { amounts, fund } }: { signIn: Benefits['signIn'] }) {
  const { t } = useTranslation();
  return (
    <FigureLines
      lines={amounts.map((amount, at) => ({
        label: t(($) => $.rewards.sign.slot, { slot: at + 1 }),
        value: <Amount value={amount} asset={fund.asset} named />,
      }))}
    />
  );
}
