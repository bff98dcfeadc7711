import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import type { ContractListing } from '@assay/modules/cfd/rules';
import { useTranslation } from 'react-i18next';

interface ConvertedProps {
  conversionIndex?: string | undefined;
  conversionWay?: ContractListing['conversionWay'] | undefined;
}

/** By which index what a contract's price is in becomes USDT, and how. */
export function Converted({ conversionIndex, conversionWay }: ConvertedProps) {
  const { t } = useTranslation();
  if (conversionIndex === undefined || conversionWay === undefined) {
    return t(($) => $.contracts.conversions.none);
  }
  return (
    <Sentence parts={{ index: <Ltr>{conversionIndex}</Ltr> }}>
      {(put) => t(($) => $.contracts.conversions[conversionWay], put)}
    </Sentence>
  );
}
