import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { CHAINS, type Chain } from './use-deposits.ts';

interface TestMoneyProps {
  chainId: number;
  testMoney: NonNullable<Chain['testMoney']>;
}

/** Asks the trial's own chain for money that is worth nothing; a refusal is shown as it comes. */
export function TestMoney({ chainId, testMoney: { asset, amount, left } }: TestMoneyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      await api.call('askTestMoney', { chainId });
      toastSuccess(t(($) => $.deposits.test.sent));
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: [CHAINS] });
    }
  };
  return (
    <Callout
      tone="demo"
      title={t(($) => $.deposits.test.title)}
      action={
        <Button loading={isBusy} disabled={left === 0} onClick={() => void ask()}>
          {t(($) => $.deposits.test.ask, { amount: format.plain(amount), asset })}
        </Button>
      }
    >
      {t(($) => $.deposits.test.text)}{' '}
      {left === 0
        ? t(($) => $.deposits.test.noneLeft)
        : t(($) => $.deposits.test.left, { count: left })}
    </Callout>
  );
}
