import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { StatusCallout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Contract } from './contract.tsx';
import { Lender } from './lender.tsx';
import { LoansPage, TheLoan } from './loans-page.tsx';
import { Payments, Shown } from './payments.tsx';
import { Schedule } from './schedule.tsx';
import { SecuredScreen } from './secured-screen.tsx';
import { STAGES } from './stages.ts';
import { Steps } from './steps.tsx';
import type { Detail, Loan } from './use-loans.ts';

/** /repayment: the loan that the address names, against documents (id) or coins (loan). */
export default function LoanScreen() {
  const [params] = useSearchParams();
  const loanId = params.get('loan');
  return loanId === null ? <OfDocuments /> : <SecuredScreen loanId={Number(loanId)} />;
}

/** One loan: where it stands, what is owed by when, and its contract. */
function OfDocuments() {
  const { t } = useTranslation();
  return (
    <LoansPage title={t(($) => $.loans.one)} lead={t(($) => $.loans.oneLead)}>
      <TheLoan>
        {(detail) => (
          <TwoColumns aside={<Story detail={detail} />}>
            <Stack>
              <Standing loan={detail.loan} />
              <Steps detail={detail} />
              <Values loan={detail.loan} />
              <Panel title={t(($) => $.loans.schedule)}>
                <Schedule rows={detail.schedule} asset={detail.loan.asset} />
              </Panel>
              <Payments detail={detail} />
              <Shown detail={detail} />
              <Panel title={t(($) => $.loans.contract)}>
                <PanelBody>
                  <Contract text={detail.contract} />
                </PanelBody>
              </Panel>
            </Stack>
          </TwoColumns>
        )}
      </TheLoan>
    </LoansPage>
  );
}

/** What it waits for, or how it ended. */
function Standing({ loan }: { loan: Loan }) {
  const { t } = useTranslation();
  const { stage, reason, canRepay, applicationId } = loan;
  const known = reason as 'incomeShort' | '';
  return (
    <StatusCallout
      live
      map={STAGES}
      state={stage}
      action={
        canRepay ? (
          <TextLink to={`/repayment2?id=${applicationId}`}>{t(($) => $.loans.repay)}</TextLink>
        ) : undefined
      }
    >
      {t(($) => $.loans.stageTexts[stage])} {known === '' ? null : t(($) => $.loans.reasons[known])}
      {stage === 'unreviewed' ? (
        <Sentence parts={{ at: <Instant at={loan.deadline} /> }}>
          {(put) => t(($) => $.loans.decidedBy, put)}
        </Sentence>
      ) : null}
    </StatusCallout>
  );
}

function Values({ loan }: { loan: Loan }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { asset, owed } = loan;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  const at = (value: number) => (value === 0 ? '—' : <Instant at={value} />);
  return (
    <Panel title={t(($) => $.loans.values)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.loans.number), value: <Ltr>{loan.number}</Ltr> },
            {
              label: t(($) => $.loans.state),
              value: <StatusBadge map={STAGES} state={loan.stage} />,
            },
            { label: t(($) => $.loans.amountUsd), value: figure(loan.amount) },
            {
              label: t(($) => $.loans.period),
              value: t(($) => $.loans.days, { count: loan.periodDays }),
            },
            { label: t(($) => $.loans.dailyRate), value: ppm(loan.dailyPpm) },
            { label: t(($) => $.loans.apr), value: <Ltr>{`${loan.apr}%`}</Ltr> },
            { label: t(($) => $.loans.method), value: t(($) => $.loans.methods[loan.method]) },
            { label: t(($) => $.loans.lender), value: <Lender name={loan.lender} /> },
            { label: t(($) => $.loans.appliedAt), value: at(loan.appliedAt) },
            { label: t(($) => $.loans.issuedAt), value: at(loan.issuedAt) },
            { label: t(($) => $.loans.interestTotal), value: figure(loan.interestTotal) },
            { label: t(($) => $.loans.totalRepayable), value: figure(loan.totalRepayable) },
            { label: t(($) => $.loans.principalOwed), value: figure(owed.principal) },
            { label: t(($) => $.loans.interestOwed), value: figure(owed.interest) },
            { label: t(($) => $.loans.penaltyOwed), value: figure(owed.penalty) },
            { label: t(($) => $.loans.overdueDays), value: loan.overdueDays },
            { label: t(($) => $.loans.owed), value: figure(loan.owedTotal) },
            { label: t(($) => $.loans.paid), value: figure(loan.paidTotal) },
            { label: t(($) => $.loans.thisPeriod), value: figure(loan.periodAmount) },
            { label: t(($) => $.loans.due), value: at(loan.periodDue) },
            { label: t(($) => $.loans.penaltyMost), value: figure(loan.penaltyMost) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function Story({ detail: { timeline, loan } }: { detail: Detail }) {
  const { t } = useTranslation();
  const isOpen = loan.canRepay || loan.canWithdraw;
  return (
    <Panel title={t(($) => $.loans.timeline)}>
      <PanelBody>
        <Timeline
          label={t(($) => $.loans.timeline)}
          events={timeline.map(({ what, at }, i) => ({
            id: what,
            title: what === 'applied' ? t(($) => $.loans.applied) : t(($) => $.loans.stages[what]),
            when: <Instant at={at} />,
            state:
              what === 'refused' || what === 'writtenOff'
                ? 'failed'
                : isOpen && i === timeline.length - 1
                  ? 'current'
                  : 'done',
          }))}
        />
      </PanelBody>
    </Panel>
  );
}
