import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { useTranslation } from 'react-i18next';
import { verifyOption } from '../../../../../examples/verify-option.mjs';
import { api } from '../../lib/data/services.ts';
import { ProofCheck } from './proof-check.tsx';

interface OptionCheckProps {
  readonly publicKey: string;
  /** An own contract whose receipt is fetched; null: it is entered. */
  readonly optionId: number | null;
}

/** A receipt of a delivery contract, by a program that shares nothing of ours. */
export function OptionCheck({ publicKey, optionId }: OptionCheckProps) {
  const { t } = useTranslation();
  return (
    <ProofCheck
      program="option"
      title={t(($) => $.receipts.option.title)}
      receipt={t(($) => $.receipts.option.receipt)}
      right={t(($) => $.receipts.option.right)}
      publicKey={publicKey}
      fetch={
        optionId === null ? null : () => api.call('getOptionReceipt', { optionId }, { quiet: true })
      }
      verify={verifyOption}
      said={({ result, exit, paid }) =>
        t(($) => $.receipts.option.results[result], {
          exit: formatDecimal(exit, SCALE),
          paid: formatDecimal(BigInt(paid), SCALE),
        })
      }
    />
  );
}
