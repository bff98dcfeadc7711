import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import css from './cfd.module.css';
import { CHANGING, useCfdAccount } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

const SIDES = ['buy', 'sell', 'all'] as const;

/** The ways to close one side or all at once, where there is any. */
export function CloseMany() {
  const { t } = useTranslation();
  const trial = useTrial();
  const positions = useCfdAccount().data?.positions ?? [];
  const [asked, ask] = useState<(typeof SIDES)[number] | null>(null);
  const names = {
    buy: t(($) => $.cfd.close.longs),
    sell: t(($) => $.cfd.close.shorts),
    all: t(($) => $.cfd.close.all),
  };
  const run = async () => {
    const input = asked === 'buy' || asked === 'sell' ? { side: asked } : {};
    await closePositions(
      { ...input, ...trial },
      t(($) => $.cfd.close.sent),
    );
  };
  const offered = SIDES.filter(
    (side) => side === 'all' || positions.some((one) => one.side === side),
  );
  if (positions.length === 0) return null;
  return (
    <span className={css.tools}>
      {offered.map((side) => (
        <Button key={side} size="xs" variant="default" onClick={() => ask(side)}>
          {names[side]}
        </Button>
      ))}
      {asked === null ? null : (
        <Confirm
          title={names[asked]}
          action={t(($) => $.cfd.close.do)}
          run={run}
          close={() => ask(null)}
        >
          <p>{t(($) => $.cfd.close.text)}</p>
        </Confirm>
      )}
    </span>
  );
}

/** Closes what the input names; the API client shows why where it fails. */
async function closePositions(input: CallInput<'closeCfdPositions'>, done: string): Promise<void> {
  try {
    await api.call('closeCfdPositions', input);
    toastSuccess(done);
  } catch {
    // Shown already.
  }
  for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
}
