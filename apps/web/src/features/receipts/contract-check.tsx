import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { useTranslation } from 'react-i18next';
import { verifyContract } from '../../../../../examples/verify-contract.mjs';
import { api } from '../../lib/data/services.ts';
import { ProofCheck } from './proof-check.tsx';

interface ContractCheckProps {
  readonly publicKey: string;
  /** An own receipt that is fetched: its command, and its number in that; null: it is entered. */
  readonly asked: { readonly seq: number; readonly n: number } | null;
}

/** A receipt of a contract, by a program that shares nothing of ours. */
export function ContractCheck({ publicKey, asked }: ContractCheckProps) {
  const { t } = useTranslation();
  return (
    <ProofCheck
      program="contract"
      title={t(($) => $.receipts.contract.title)}
      receipt={t(($) => $.receipts.contract.receipt)}
      right={t(($) => $.receipts.contract.right)}
      publicKey={publicKey}
      fetch={asked === null ? null : () => api.call('getCfdReceipt', asked, { quiet: true })}
      verify={verifyContract}
      said={({ kind, amount }) =>
        t(($) => $.receipts.contract.results[kind], { amount: formatDecimal(amount, SCALE) })
      }
    />
  );
}
