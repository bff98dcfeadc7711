import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { useTranslation } from 'react-i18next';
import { verifyCollateral } from '../../../../../examples/verify-collateral.mjs';
import { api } from '../../lib/data/services.ts';
import { ProofCheck } from './proof-check.tsx';

interface CollateralCheckProps {
  readonly publicKey: string;
  /** An own receipt that is fetched; null: it is entered. */
  readonly asked: { readonly loanId: number; readonly seq: number } | null;
}

/** A receipt of coins that paid back a loan, by a program that shares nothing of ours. */
export function CollateralCheck({ publicKey, asked }: CollateralCheckProps) {
  const { t } = useTranslation();
  return (
    <ProofCheck
      program="collateral"
      title={t(($) => $.receipts.collateral.title)}
      receipt={t(($) => $.receipts.collateral.receipt)}
      right={t(($) => $.receipts.collateral.right)}
      publicKey={publicKey}
      fetch={asked === null ? null : () => api.call('getCollateralReceipt', asked, { quiet: true })}
      verify={verifyCollateral}
      said={({ kind, asset, collateral, paid, hasTick }) => (
        <>
          {t(($) => $.receipts.collateral.results[kind], {
            ...{ asset, coins: formatDecimal(collateral, SCALE) },
            paid: formatDecimal(paid, SCALE),
          })}{' '}
          {hasTick ? null : t(($) => $.receipts.collateral.noTick)}
        </>
      )}
    />
  );
}
