import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useClaimNext } from '../../lib/use-claim-next.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Claimed, Deadline, SaidText, useSaid } from '../../ui/case-parts.tsx';
import { BackForm, CreditForm, RefuseForm } from './recovery-forms.tsx';
import { RECOVERIES, type Recovery, useRecoveries } from './use-recoveries.ts';

/** What came on a wrong network or of an unknown token, by deadline. */
export function Recoveries() {
  const { t } = useTranslation();
  const query = useRecoveries();
  const { may } = useOperator();
  const rows = may('wallet.prepare') ? query.data?.recoveries : undefined;
  useClaimNext(RECOVERIES, rows, ({ recoveryId }) => call('claimRecovery', { recoveryId }));
  return (
    <Page>
      <PageHead title={t(($) => $.recoveries.title)} lead={t(($) => $.recoveries.lead)} />
      <Loaded query={query}>
        {({ recoveries }) =>
          recoveries.length === 0 ? (
            <EmptyState compact title={t(($) => $.recoveries.nothing)} />
          ) : (
            <Stack>
              {recoveries.map((recovery) => (
                <One key={recovery.recoveryId} recovery={recovery} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function One({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const { recoveryId, dueAt, isLate } = recovery;
  return (
    <Panel
      title={t(($) => $.recoveries.one, { id: recoveryId })}
      tools={
        <>
          {dueAt === null ? (
            t(($) => $.recoveries.notAsked)
          ) : (
            <Deadline
              label={t(($) => $.recoveries.due)}
              until={dueAt}
              late={isLate ? t(($) => $.recoveries.late) : ''}
            />
          )}{' '}
          <Claimed {...recovery} />
        </>
      }
    >
      <PanelBody>
        <Stack>
          <KeyValues columns={3} items={useItems(recovery)} />
          {may('wallet.prepare') ? <Work recovery={recovery} /> : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function useItems(recovery: Recovery) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { userId, network, transaction, asset, amount, feePpm, least, depositId } = recovery;
  const text = (label: string, value: string) =>
    value === '' ? [] : [{ label, value: <Ltr>{value}</Ltr> }];
  return [
    { label: t(($) => $.recoveries.customer), value: <Ltr>{`#${userId}`}</Ltr> },
    { label: t(($) => $.recoveries.network), value: network },
    { label: t(($) => $.recoveries.transaction), value: <Ltr>{transaction}</Ltr> },
    ...(asset === ''
      ? []
      : [
          {
            label: t(($) => $.recoveries.says),
            value: <Amount value={amount} asset={asset} named />,
          },
        ]),
    ...(depositId === null
      ? []
      : [
          {
            label: t(($) => $.recoveries.brought),
            value: t(($) => $.recoveries.parts, { parts: recovery.parts }),
          },
        ]),
    ...text(
      t(($) => $.recoveries.token),
      recovery.token,
    ),
    ...text(
      t(($) => $.recoveries.sender),
      recovery.sender,
    ),
    ...text(
      t(($) => $.recoveries.address),
      recovery.address,
    ),
    ...text(
      t(($) => $.recoveries.returnTo),
      recovery.returnTo,
    ),
    ...(feePpm === null
      ? []
      : [
          {
            label: t(($) => $.recoveries.terms),
            value: t(($) => $.recoveries.held, { least, fee: ppm(feePpm) }),
          },
        ]),
    ...text(
      t(($) => $.recoveries.description),
      recovery.description,
    ),
  ];
}

const FORMS = { credit: CreditForm, back: BackForm, refuse: RefuseForm } as const;

/** What one member of staff can do about it, and what takes a second. */
function Work({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { said, run } = useSaid(() => queries.invalidateQueries({ queryKey: [RECOVERIES] }));
  const [asked, ask] = useState<keyof typeof FORMS | null>(null);
  const { recoveryId, claimedByMe, state } = recovery;
  const Form = asked === null ? null : FORMS[asked];
  const decides = claimedByMe && state === 'review';
  useKeys(decides ? { a: () => ask('credit'), b: () => ask('back'), r: () => ask('refuse') } : {});
  return (
    <>
      <SaidText said={said} />
      <Buttons>
        {claimedByMe ? (
          <>
            <Button
              variant="default"
              onClick={() => void run(() => call('unclaimRecovery', { recoveryId }))}
            >
              {t(($) => $.withdrawals.release)}
            </Button>
            {state === 'review' ? (
              <>
                <Button variant="default" onClick={() => ask('refuse')}>
                  {t(($) => $.recoveries.refuse)}
                </Button>
                <Button variant="default" onClick={() => ask('back')}>
                  {t(($) => $.recoveries.back)}
                </Button>
                <Button onClick={() => ask('credit')}>{t(($) => $.recoveries.credit)}</Button>
              </>
            ) : null}
          </>
        ) : (
          <Button onClick={() => void run(() => call('claimRecovery', { recoveryId }))}>
            {t(($) => $.withdrawals.claim)}
          </Button>
        )}
      </Buttons>
      {Form === null ? null : <Form recovery={recovery} close={() => ask(null)} />}
    </>
  );
}
