import type { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import type { TFunction } from 'i18next';
import type { ComponentProps } from 'react';
import type { Withdrawal } from '../withdrawals/use-withdrawals.ts';

type Bank = NonNullable<Withdrawal['bank']>;
type Items = ComponentProps<typeof KeyValues>['items'];

/** Where a bank carries a withdrawal, at which locked rate, and what has come back. */
export function bankValues(t: TFunction, bank: Bank, asset: string): Items {
  const { currency, proceeds, rate, rateAt, back } = bank;
  const names = ['payeeName', 'bankName', 'bankAddress', 'payeePhone', 'payeeAddress'] as const;
  return [
    {
      label: t(($) => $.wallet.bank.proceeds),
      value: <Amount value={proceeds} asset={currency} named />,
    },
    {
      label: t(($) => $.wallet.bank.lockedRate),
      value: (
        <Ltr>
          1 {currency} = {rate} {asset}
        </Ltr>
      ),
    },
    { label: t(($) => $.wallet.bank.rateAt), value: <Instant at={rateAt} /> },
    { label: t(($) => $.wallet.bank.reference), value: <Ltr>{bank.reference}</Ltr> },
    { label: t(($) => $.wallet.bank.fields.account), value: <Ltr>{bank.account}</Ltr> },
    { label: t(($) => $.wallet.bank.fields.bic), value: <Ltr>{bank.bic}</Ltr> },
    ...names.map((name) => ({ label: t(($) => $.wallet.bank.fields[name]), value: bank[name] })),
    ...(back === null
      ? []
      : [
          {
            label: t(($) => $.wallet.bank.cameBack),
            value: <Amount value={back.returned} asset={currency} named />,
          },
          {
            label: t(($) => $.wallet.bank.gotBack),
            value: <Amount value={back.amount} asset={asset} named />,
          },
        ]),
  ];
}
