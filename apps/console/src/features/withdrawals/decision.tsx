import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import type { Reason } from '@assay/modules/wallet/schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { SaidText, useSaid } from '../../ui/case-parts.tsx';
import type { WithdrawalCase } from './use-withdrawals.ts';

interface DecisionProps {
  one: WithdrawalCase;
  done(): Promise<void>;
}

type Step = 'approve' | 'approveByTwo' | 'refuse' | 'return' | 'settle';
/** Why staff refuse one or give it back, as its owner reads it. */
const REASONS: readonly Reason[] = [
  ...(['addressAtRisk', 'sourceUnclear', 'turnoverOpen', 'accountAtRisk'] as const),
  ...(['identityOpen', 'requiredByLaw', 'notSent'] as const),
];
const TRANSACTION = /^0x[0-9a-fA-F]{64}$/;

/** What this member of staff can do about it: alone, or as the first of two. */
export function Decision({ one, done }: DecisionProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Step | null>(null);
  const { withdrawalId, stage } = one.withdrawal;
  const { said, run } = useSaid(done);
  const steps = stepsOf(one);
  if (!may('wallet.prepare') || (steps.length === 0 && said.text === '')) return null;
  return (
    <Panel title={t(($) => $.withdrawals.decision)}>
      <PanelBody>
        <SaidText said={said} />
        <p>{t(($) => $.withdrawals.takesText[one.ground])}</p>
        <Buttons>
          {one.claimedByMe ? (
            <>
              <Button
                variant="default"
                onClick={() => void run(() => call('releaseWithdrawal', { withdrawalId }))}
              >
                {t(($) => $.withdrawals.release)}
              </Button>
              {steps.map((step) => (
                <Button
                  key={step}
                  variant={step === 'refuse' || step === 'return' ? 'default' : 'filled'}
                  onClick={() => ask(step)}
                >
                  {t(($) => $.withdrawals.steps[step])}
                </Button>
              ))}
            </>
          ) : (
            <Button onClick={() => void run(() => call('claimWithdrawal', { withdrawalId }))}>
              {t(($) => $.withdrawals.claim)}
            </Button>
          )}
        </Buttons>
      </PanelBody>
      {asked === null ? null : (
        <Asked
          key={`${asked} ${stage}`}
          step={asked}
          close={() => ask(null)}
          send={(more) =>
            run(
              () => send(one, asked, more),
              asked === 'approve'
                ? t(($) => $.withdrawals.approved)
                : t(($) => $.withdrawals.prepared),
            )
          }
        />
      )}
    </Panel>
  );
}

/** What can be done with it in its state. */
function stepsOf({ withdrawal, ground, payer, byHand }: WithdrawalCase): Step[] {
  const { state, transaction } = withdrawal;
  if (state === 'requested') {
    return ['refuse', ground === 'twoPeople' ? 'approveByTwo' : 'approve'];
  }
  if (state === 'approved') return ['refuse'];
  // What was entered is the chain's to confirm.
  const isAsked = byHand?.outcome === '';
  if (state !== 'paying' || transaction !== '' || isAsked) return [];
  // What a bank carries is settled by a line of its statement.
  return payer === 'hand' && withdrawal.bank === null ? ['return', 'settle'] : ['return'];
}

interface More {
  readonly reason: Reason;
  readonly transaction: string;
}

/** Alone by its own call; everything else as a proposal for a second person. */
async function send(one: WithdrawalCase, step: Step, more: More): Promise<void> {
  const { digest, withdrawal } = one;
  const { withdrawalId, amount, asset } = withdrawal;
  if (step === 'approve') {
    await call('approveWithdrawalAlone', { withdrawalId });
    return;
  }
  const about = { withdrawalId, digest };
  const [type, body] = {
    approveByTwo: ['approveWithdrawal', { ...about, ground: 'twoPeople' }],
    refuse: ['refuseWithdrawal', { ...about, reason: more.reason }],
    return: ['returnWithdrawal', { ...about, reason: more.reason }],
    settle: ['settleByHand', { ...about, transaction: more.transaction.toLowerCase() }],
  }[step] as [string, Record<string, unknown>];
  const reason = `#${withdrawalId}: ${amount} ${asset}`;
  const proposalId = crypto.randomUUID();
  await call('prepareProposal', { proposalId, type, body, reason });
}

interface AskedProps {
  step: Step;
  close(): void;
  send(more: More): Promise<void>;
}

/** The question before it is sent, with what it needs. */
function Asked({ step, close, send }: AskedProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<Reason>('addressAtRisk');
  const [transaction, setTransaction] = useState('');
  const isWrong = step === 'settle' && !TRANSACTION.test(transaction.trim());
  return (
    <Confirm
      title={t(($) => $.withdrawals.steps[step])}
      action={t(($) => $.withdrawals.steps[step])}
      danger={step === 'refuse' || step === 'return'}
      close={close}
      run={async () => {
        if (!isWrong) await send({ reason, transaction: transaction.trim() });
      }}
    >
      <p>{t(($) => $.withdrawals.stepTexts[step])}</p>
      {step === 'refuse' || step === 'return' ? (
        <SelectField
          label={t(($) => $.withdrawals.reason)}
          options={REASONS.map((value) => ({
            value,
            text: t(($) => $.withdrawals.reasons[value]),
          }))}
          value={reason}
          onChange={setReason}
        />
      ) : null}
      {step === 'settle' ? (
        <TextField
          label={t(($) => $.withdrawals.transaction)}
          error={
            transaction !== '' && isWrong ? t(($) => $.withdrawals.transactionWrong) : undefined
          }
          autoComplete="off"
          spellCheck={false}
          value={transaction}
          onChange={setTransaction}
        />
      ) : null}
    </Confirm>
  );
}
