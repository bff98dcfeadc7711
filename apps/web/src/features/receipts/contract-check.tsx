import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant, Plain } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { VerifiedContract } from '../../../../../examples/verify-contract.mjs';
import { verifyContract } from '../../../../../examples/verify-contract.mjs';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { ProofCheck } from './proof-check.tsx';

type Proof = CallOutput<'getCfdReceipt'>;

interface ContractCheckProps {
  readonly publicKey: string;
  /**
   * An own receipt that is fetched: its command, its number in that, and of which trial funds,
   * if of any; null: it is entered.
   */
  readonly asked: CallInput<'getCfdReceipt'> | null;
}

/** Contracts are settled in it. */
const CASH = 'USDT';
/** Millionths in a percent. */
const PERCENT = 10_000;

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
      verify={async (proof, key) => ({ ...(await verifyContract(proof, key)), proof })}
      said={({ kind, amount }) =>
        t(($) => $.receipts.contract.results[kind], { amount: formatDecimal(amount, SCALE) })
      }
      figures={(made) => (
        <>
          <Converted proof={made.proof as Proof} />
          {made.why === 'closeOut' ? <ClosedOut {...made} /> : null}
        </>
      )}
    />
  );
}

/** Of a receipt that the program has found right: by what its amounts became USDT. */
function Converted({ proof: { receipt, terms } }: { proof: Proof }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { conversionTick: tick, conversionTickAt: at, conversionPrice: price } = receipt;
  if (tick === undefined || at === undefined) return null;
  return (
    <KeyValues
      items={[
        {
          label: t(($) => $.receipts.contract.converted.price, {
            pair: (terms.conversionIndex ?? '').replace('-', '/'),
          }),
          value: <Plain value={price} />,
        },
        {
          label: t(($) => $.receipts.contract.converted.tick, { n: format.integer(tick) }),
          value: <Instant at={at} />,
        },
      ]}
    />
  );
}

/** The account that was closed out, by whose figures it was due. */
function ClosedOut({ account }: VerifiedContract) {
  const { t } = useTranslation();
  const format = useFormat();
  if (account === null) return <p>{t(($) => $.receipts.contract.account.none)}</p>;
  const { wallet, deficit, equity, used, closeOutPercent, riskRatePpm, positions } = account;
  const amount = (value: string) => <Amount value={value} asset={CASH} named />;
  // In hundredths of a percent, rounded up: no rate looks lower than it is.
  const rate = Math.ceil(Number(riskRatePpm) / 100) * 100;
  return (
    <>
      <p>{t(($) => $.receipts.contract.account.due)}</p>
      <KeyValues
        items={[
          { label: t(($) => $.receipts.contract.account.wallet), value: amount(wallet) },
          { label: t(($) => $.receipts.contract.account.deficit), value: amount(deficit) },
          {
            label: t(($) => $.receipts.contract.account.positions),
            value: format.integer(positions.length),
          },
          { label: t(($) => $.receipts.contract.account.equity), value: amount(equity) },
          { label: t(($) => $.receipts.contract.account.used), value: amount(used) },
          {
            label: t(($) => $.receipts.contract.account.share),
            value: format.ppm(closeOutPercent * PERCENT),
          },
          {
            label: t(($) => $.receipts.contract.account.riskRate),
            value: riskRatePpm === '' ? NO_VALUE : format.ppm(rate),
          },
        ]}
      />
    </>
  );
}
