import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { useTranslation } from 'react-i18next';
import { verifyOption } from '../../../../../examples/verify-option.mjs';
import { useLessons } from '../../lib/data/lessons.ts';
import { api } from '../../lib/data/services.ts';
import { ProofCheck } from './proof-check.tsx';

interface OptionCheckProps {
  readonly realm: Realm;
  readonly publicKey: string;
  /** An own contract whose receipt is fetched; null: it is entered. */
  readonly optionId: number | null;
}

/** A receipt of a delivery contract, by a program that shares nothing of ours. */
export function OptionCheck({ realm, publicKey, optionId }: OptionCheckProps) {
  const { t } = useTranslation();
  const reach = useLessons((lessons) => lessons.reach);
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
      verify={async (proof, key) => {
        const made = await verifyOption(proof, key);
        if (realm === 'demo' && optionId !== null) reach('options', 'receipt');
        return made;
      }}
      said={({ result, exit, paid, madeGood = 0 }) => {
        const text = t(($) => $.receipts.option.results[result], {
          exit: formatDecimal(exit, SCALE),
          paid: formatDecimal(BigInt(paid), SCALE),
        });
        if (madeGood === 0) return text;
        const amount = formatDecimal(BigInt(madeGood), SCALE);
        return `${text} ${t(($) => $.receipts.option.madeGood, { amount })}`;
      }}
    />
  );
}
