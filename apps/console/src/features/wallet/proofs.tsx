import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, openPicture, refusalOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useClaimNext } from '../../lib/use-claim-next.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Claimed, Deadline } from '../../ui/case-parts.tsx';
import { CreditForm, RefuseForm } from './proof-forms.tsx';
import css from './proofs.module.css';
import { PROOFS, type Proof, useProofs } from './use-proofs.ts';

/** Pictures of transfers that customers miss, the first first. */
export function Proofs() {
  const { t } = useTranslation();
  const query = useProofs();
  const { may } = useOperator();
  const rows = may('wallet.prepare') ? query.data?.proofs : undefined;
  useClaimNext(PROOFS, rows, ({ proofId }) => call('claimProof', { proofId }));
  return (
    <Page>
      <PageHead title={t(($) => $.proofs.title)} lead={t(($) => $.proofs.lead)} />
      <Loaded query={query}>
        {({ proofs }) =>
          proofs.length === 0 ? (
            <EmptyState compact title={t(($) => $.proofs.nothing)} />
          ) : (
            <Stack>
              {proofs.map((proof) => (
                <One key={proof.proofId} proof={proof} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function One({ proof }: { proof: Proof }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const { proofId, asset, amount, chain, userId, claimedByMe, dueAt } = proof;
  return (
    <Panel
      title={t(($) => $.proofs.one, { id: proofId })}
      tools={
        <>
          <Deadline
            label={t(($) => $.withdrawals.until)}
            until={dueAt}
            late={dueAt <= Date.now() ? t(($) => $.recoveries.late) : ''}
          />{' '}
          <Claimed {...proof} />
        </>
      }
    >
      <PanelBody>
        <Stack>
          <KeyValues
            columns={3}
            items={[
              { label: t(($) => $.proofs.customer), value: <Ltr>{`#${userId}`}</Ltr> },
              {
                label: t(($) => $.proofs.amount),
                value: <Amount value={amount} asset={asset} named />,
              },
              { label: t(($) => $.proofs.network), value: chain },
              { label: t(($) => $.proofs.sent), value: <Instant at={proof.sentAt} /> },
              { label: t(($) => $.proofs.description), value: proof.description || '—' },
            ]}
          />
          <Picture proofId={proofId} />
          {may('wallet.prepare') ? <Work proof={proof} isMine={claimedByMe} /> : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

/** What one member of staff can do about it, and what takes a second. */
function Work({ proof, isMine }: { proof: Proof; isMine: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [failed, setFailed] = useState('');
  const [asked, ask] = useState<'' | 'credit' | 'refuse'>('');
  const { proofId } = proof;
  useKeys(isMine ? { a: () => ask('credit'), r: () => ask('refuse') } : {});
  const run = async (work: Promise<unknown>) => {
    const refused = await refusalOf(
      work,
      t(($) => $.withdrawals.failed),
    );
    setFailed(refused?.form ?? '');
    await queries.invalidateQueries({ queryKey: [PROOFS] });
  };
  return (
    <>
      {failed === '' ? null : (
        <Callout live tone="danger">
          {failed}
        </Callout>
      )}
      {isMine ? (
        <>
          <Found proof={proof} run={run} />
          <Buttons>
            <Button variant="default" onClick={() => void run(call('unclaimProof', { proofId }))}>
              {t(($) => $.withdrawals.release)}
            </Button>
            <Button variant="default" onClick={() => ask('refuse')}>
              {t(($) => $.proofs.refuse)}
            </Button>
            <Button onClick={() => ask('credit')}>{t(($) => $.proofs.credit)}</Button>
          </Buttons>
        </>
      ) : (
        <Buttons>
          <Button onClick={() => void run(call('claimProof', { proofId }))}>
            {t(($) => $.withdrawals.claim)}
          </Button>
        </Buttons>
      )}
      {asked === 'credit' ? <CreditForm proof={proof} close={() => ask('')} /> : null}
      {asked === 'refuse' ? <RefuseForm proof={proof} close={() => ask('')} /> : null}
    </>
  );
}

interface FoundProps {
  proof: Proof;
  run(work: Promise<unknown>): Promise<void>;
}

/** What the network has brought to the customer, to which the proof may belong. */
function Found({ proof, run }: FoundProps) {
  const { t } = useTranslation();
  const { found, asset, proofId } = proof;
  return (
    <KeyValues
      items={
        found.length === 0
          ? [{ label: t(($) => $.proofs.found), value: t(($) => $.proofs.noneFound) }]
          : found.map(({ transaction, amount, at }) => ({
              label: t(($) => $.proofs.found),
              value: (
                <>
                  <Amount value={amount} asset={asset} named /> <Instant at={at} />{' '}
                  <Ltr>{`${transaction.slice(0, 10)}…`}</Ltr>{' '}
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => void run(call('linkProof', { proofId, transaction }))}
                  >
                    {t(($) => $.proofs.link)}
                  </Button>
                </>
              ),
            }))
      }
    />
  );
}

/** It is opened on demand, because each look is recorded. */
function Picture({ proofId }: { proofId: number }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (url !== '') return <img className={css.proof} src={url} alt={t(($) => $.proofs.picture)} />;
  const open = () =>
    openPicture('openDepositProof', { proofId }).then(setUrl, (error: Error) =>
      setFailed(error.message || t(($) => $.withdrawals.failed)),
    );
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => void open()}>
        {t(($) => $.proofs.open)}
      </Button>
      {failed === '' ? null : <p>{failed}</p>}
    </div>
  );
}
