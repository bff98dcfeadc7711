import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api, queries } from '../../lib/data/services.ts';
import { REWARDS, useTrialFunds } from '../../lib/data/trial-funds.ts';
import { CASH, CHANGING, useCfdAccount } from './use-cfd.ts';
import { TRIAL, useTrial } from './use-trial.ts';

/** Own money or trial funds, each an account of its own: shown only to those who have some. */
export function TrialChoice() {
  const { t } = useTranslation();
  const format = useFormat();
  const [, setParams] = useSearchParams();
  const { voucherId } = useTrial();
  const trials = useTrialFunds('contracts', CASH);
  if (trials.length === 0 && voucherId === undefined) return null;
  const choose = (value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(TRIAL);
        else before.set(TRIAL, value);
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <SelectField
        label={t(($) => $.cfd.trial.by)}
        hint={t(($) => $.cfd.trial.hint)}
        options={[
          { value: '', text: t(($) => $.cfd.trial.own) },
          ...trials.map(({ voucherId: id, amount, asset, lastDay }) => ({
            value: `${id}`,
            text: t(($) => $.cfd.trial.of, { amount: format.plain(amount), asset, day: lastDay }),
          })),
        ]}
        value={trials.some((one) => one.voucherId === voucherId) ? `${voucherId}` : ''}
        onChange={choose}
      />
      {voucherId === undefined ? null : <Trial voucherId={voucherId} leave={() => choose('')} />}
    </>
  );
}

/** Says of what everything below is, and ends it. */
function Trial({ voucherId, leave }: { voucherId: number; leave(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useCfdAccount();
  const [busy, setBusy] = useState(false);
  const isOpen = data === undefined || data.positions.length + data.orders.length > 0;
  const end = async () => {
    setBusy(true);
    try {
      const { gained, asset } = await api.call('endTrialFunds', { voucherId });
      toastSuccess(t(($) => $.cfd.trial.ended, { amount: format.amount(gained, asset), asset }));
      leave();
    } catch {
      // The API client has already shown why the call failed.
    }
    for (const key of [...CHANGING, REWARDS]) void queries.invalidateQueries({ queryKey: [key] });
    setBusy(false);
  };
  return (
    <Callout
      tone="warning"
      title={t(($) => $.cfd.trial.title)}
      action={
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={isOpen}
          onClick={() => void end()}
        >
          {t(($) => $.cfd.trial.end)}
        </Button>
      }
    >
      {t(($) => $.cfd.trial.text)}
    </Callout>
  );
}
