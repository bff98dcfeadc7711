import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues, Timeline, type TimelineEvent } from '@assay/kit/data/key-values.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { bankValues } from '../bank/bank-values.tsx';
import { TRANSFERABLE } from '../use-assets.ts';
import { STAGES } from './stages.ts';
import { type Event, useWithdrawal, WITHDRAWALS, type Withdrawal } from './use-withdrawals.ts';

interface OneWithdrawalProps {
  withdrawalId: number | null;
  close(): void;
}

/** One withdrawal beside the list: its values, what happened to it, and taking it back. */
export function OneWithdrawal({ withdrawalId, close }: OneWithdrawalProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useWithdrawal(withdrawalId);
  const [asking, setAsking] = useState<'one' | 'plan' | null>(null);
  const withdrawal = data?.withdrawal;
  return (
    <>
      <RecordDrawer
        opened={withdrawalId !== null}
        title={t(($) => $.wallet.out.one, { id: withdrawalId ?? '' })}
        onClose={close}
        actions={
          withdrawal?.canCancel ? (
            <>
              <Button variant="default" onClick={() => setAsking('one')}>
                {t(($) => $.wallet.out.cancel)}
              </Button>
              {withdrawal.planId === null ? null : (
                <Button variant="default" onClick={() => setAsking('plan')}>
                  {t(($) => $.wallet.out.plan.cancel)}
                </Button>
              )}
            </>
          ) : undefined
        }
      >
        {isError && data === undefined ? (
          <Failure onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton />
        ) : (
          <Stack>
            <Values withdrawal={data.withdrawal} />
            <Timeline
              label={t(($) => $.wallet.out.timeline)}
              events={data.timeline.map((event, at) =>
                shown(t, event, at, at === data.timeline.length - 1 && data.withdrawal.canCancel),
              )}
            />
          </Stack>
        )}
      </RecordDrawer>
      {asking === 'one' && withdrawal !== undefined ? (
        <Cancel withdrawal={withdrawal} close={() => setAsking(null)} />
      ) : null}
      {asking === 'plan' && withdrawal?.planId ? (
        <CancelPlan planId={withdrawal.planId} close={() => setAsking(null)} />
      ) : null}
    </>
  );
}

function Values({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation();
  const { asset, amount, fee, arrives, address, chain, memo, stage, reason } = withdrawal;
  const { transaction, transactionLink, bank } = withdrawal;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  const items = [
    { label: t(($) => $.wallet.out.state), value: <StatusBadge map={STAGES} state={stage} /> },
    { label: t(($) => $.wallet.amount), value: figure(amount) },
    { label: t(($) => $.wallet.out.feeShort), value: figure(fee) },
    {
      label: bank === null ? t(($) => $.wallet.out.arrives) : t(($) => $.wallet.bank.exchanged),
      value: figure(arrives),
    },
    ...(bank === null
      ? [
          { label: t(($) => $.wallet.out.network), value: chain },
          { label: t(($) => $.wallet.out.address), value: <AddressText address={address} /> },
        ]
      : bankValues(t, bank, asset)),
    ...(memo === '' ? [] : [{ label: t(($) => $.wallet.out.memo), value: memo }]),
    ...(reason === ''
      ? []
      : [
          { label: t(($) => $.wallet.out.reason), value: t(($) => $.wallet.out.reasons[reason]) },
          {
            label: t(($) => $.wallet.out.appeal),
            value: <Link to="/service">{t(($) => $.wallet.out.askSupport)}</Link>,
          },
        ]),
    ...(transaction === ''
      ? []
      : [
          {
            label:
              bank === null ? t(($) => $.wallet.out.transaction) : t(($) => $.wallet.bank.entry),
            value:
              transactionLink === '' ? (
                <AddressText address={transaction} />
              ) : (
                <a href={transactionLink} target="_blank" rel="noopener noreferrer">
                  <AddressText address={transaction} />
                </a>
              ),
          },
        ]),
  ];
  return <KeyValues items={items} />;
}

/** An event as a line; `isLast`: what it waits for now. */
function shown(t: TFunction, event: Event, at: number, isLast: boolean): TimelineEvent {
  const { what, until, reason, by } = event;
  const isBad = ['refused', 'returned', 'cancelled', 'sentBack'].includes(what);
  const said =
    what === 'refused' || what === 'returned'
      ? t(($) => $.wallet.out.reasons[reason as 'notSent'])
      : reason === ''
        ? ''
        : t(($) => $.wallet.out.holds[reason as 'amount']);
  return {
    id: String(at),
    title: by === 'people' ? t(($) => $.wallet.out.byPeople) : t(($) => $.wallet.out.events[what]),
    when: <Instant at={event.at} />,
    text:
      said === '' && until === null ? undefined : (
        <>
          {said}{' '}
          {until === null ? null : (
            <Sentence parts={{ at: <Instant at={until} /> }}>
              {(put) => t(($) => $.wallet.out.until, put)}
            </Sentence>
          )}
        </>
      ),
    state: isBad ? 'failed' : isLast ? 'current' : 'done',
  };
}

/** What was refused, a toast has said; the list shows how it stands. */
function useCancelling(cancel: () => Promise<unknown>) {
  const queries = useQueryClient();
  return async () => {
    await cancel().catch(() => null);
    await queries.invalidateQueries({ queryKey: [WITHDRAWALS] });
    await queries.invalidateQueries({ queryKey: [TRANSFERABLE] });
  };
}

function Cancel({ withdrawal, close }: { withdrawal: Withdrawal; close(): void }) {
  const { t } = useTranslation();
  const { withdrawalId, amount, asset } = withdrawal;
  const run = useCancelling(() => api.call('cancelWithdrawal', { withdrawalId }));
  return (
    <Confirm
      title={t(($) => $.wallet.out.cancelAsk)}
      action={t(($) => $.wallet.out.cancel)}
      run={run}
      close={close}
    >
      <p>
        <Sentence parts={{ amount: <Amount value={amount} asset={asset} named /> }}>
          {(put) => t(($) => $.wallet.out.cancelText, put)}
        </Sentence>
      </p>
    </Confirm>
  );
}

function CancelPlan({ planId, close }: { planId: number; close(): void }) {
  const { t } = useTranslation();
  const run = useCancelling(() => api.call('cancelExitPlan', { planId }));
  return (
    <Confirm
      title={t(($) => $.wallet.out.plan.cancelAsk)}
      action={t(($) => $.wallet.out.plan.cancel)}
      run={run}
      close={close}
    >
      <p>{t(($) => $.wallet.out.plan.cancelText)}</p>
    </Confirm>
  );
}
