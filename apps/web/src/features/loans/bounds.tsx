import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useTranslation } from 'react-i18next';

/** What can be asked for, at least and at most. */
export function Bounds({ least, most, asset }: { least: string; most: string; asset: string }) {
  const { t } = useTranslation();
  const parts = {
    least: <Amount value={least} asset={asset} />,
    most: <Amount value={most} asset={asset} named />,
  };
  return <Sentence parts={parts}>{(put) => t(($) => $.loans.bounds, put)}</Sentence>;
}
