import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { REFUSE_REASONS } from '@assay/modules/loans/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { SaidText, useSaid } from '../../ui/case-parts.tsx';
import type { LoanCase } from './use-loans.ts';

type Asked = 'approve' | 'refuse' | 'writeOff';
type Run = (work: () => Promise<unknown>, text?: string) => Promise<void>;

interface DecisionProps {
  one: LoanCase;
  done(): Promise<void>;
}

/** What this member of staff can do about it, as the first of two. */
export function Decision({ one, done }: DecisionProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Asked | null>(null);
  const { said, run } = useSaid(done);
  const isOpen = one.loan.stage === 'unreviewed';
  const isLate = one.loan.stage === 'overdue';
  if (!may('wallet.prepare') || !(isOpen || isLate || said.text !== '')) return null;
  return (
    <Panel title={t(($) => $.withdrawals.decision)}>
      <PanelBody>
        <Stack>
          <SaidText said={said} />
          {isOpen ? <Review one={one} run={run} ask={ask} /> : null}
          {isLate ? (
            <Buttons>
              <Button variant="default" onClick={() => ask('writeOff')}>
                {t(($) => $.loans.writeOff)}
              </Button>
            </Buttons>
          ) : null}
        </Stack>
      </PanelBody>
      {asked === null ? null : <Ask {...{ asked, one, run }} close={() => ask(null)} />}
    </Panel>
  );
}

interface ReviewProps {
  one: LoanCase;
  run: Run;
  ask(asked: Asked): void;
}

function Review({ one, run, ask }: ReviewProps) {
  const { t } = useTranslation();
  const { applicationId } = one.loan;
  if (!one.claimedByMe) {
    return (
      <Buttons>
        <Button onClick={() => void run(() => call('claimLoan', { applicationId }))}>
          {t(($) => $.withdrawals.claim)}
        </Button>
      </Buttons>
    );
  }
  return (
    <Buttons>
      <Button onClick={() => ask('approve')}>{t(($) => $.loans.approve)}</Button>
      <Button variant="default" onClick={() => ask('refuse')}>
        {t(($) => $.loans.refuse)}
      </Button>
      <Button
        variant="default"
        onClick={() => void run(() => call('unclaimLoan', { applicationId }))}
      >
        {t(($) => $.withdrawals.release)}
      </Button>
    </Buttons>
  );
}

interface AskProps {
  asked: Asked;
  one: LoanCase;
  run: Run;
  close(): void;
}

/** The question before it is sent to a second person. */
function Ask({ asked, one, run, close }: AskProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<(typeof REFUSE_REASONS)[number]>('documentsUnreadable');
  const { loan, digest, loanId } = one;
  const { applicationId, number, amount, asset } = loan;
  const propose = (type: string, body: Record<string, unknown>) =>
    run(
      () =>
        call('prepareProposal', {
          ...{ proposalId: crypto.randomUUID(), type, body },
          reason: `${number}: ${amount} ${asset}`,
        }),
      t(($) => $.withdrawals.prepared),
    );
  const acts = {
    approve: () => propose('approveLoan', { applicationId, digest, amount }),
    refuse: () => propose('refuseLoan', { applicationId, digest, reason }),
    writeOff: () => propose('writeOffLoan', { loanId, reason: number }),
  };
  const title = t(($) => $.loans[asked]);
  return (
    <Confirm
      danger={asked !== 'approve'}
      title={title}
      action={title}
      close={close}
      run={acts[asked]}
    >
      <p>{t(($) => $.loans.askTexts[asked])}</p>
      {asked === 'refuse' ? (
        <SelectField
          label={t(($) => $.withdrawals.reason)}
          options={REFUSE_REASONS.map((value) => ({
            value,
            text: t(($) => $.loans.reasons[value]),
          }))}
          value={reason}
          onChange={setReason}
        />
      ) : null}
    </Confirm>
  );
}
