import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { openPicture } from '../../lib/call.ts';
import { CasePage } from '../../ui/case-page.tsx';
import { CustomerPanel, SeenPanel } from '../../ui/case-parts.tsx';
import { RecordedPicture } from '../../ui/recorded-picture.tsx';
import { Decision } from './decision.tsx';
import { STAGES } from './stages.ts';
import { type LoanCase, useCase, useForget } from './use-loans.ts';

interface CaseScreenProps {
  applicationId: number;
  leave(): void;
}

/** An application or loan with its documents, and what is decided about it. */
export function CaseScreen({ applicationId, leave }: CaseScreenProps) {
  const { t } = useTranslation();
  const query = useCase(applicationId);
  const forget = useForget();
  return (
    <CasePage title={t(($) => $.loans.one, { id: applicationId })} query={query} leave={leave}>
      {(one) => (
        <>
          <Decision one={one} done={forget} />
          <Documents one={one} />
          <Values one={one} />
          <CustomerPanel one={one} />
          <Seen one={one} />
        </>
      )}
    </CasePage>
  );
}

function Documents({ one }: { one: LoanCase }) {
  const { t } = useTranslation();
  const { applicationId } = one.loan;
  return (
    <Panel title={t(($) => $.loans.documents)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.loans.documentsText)}</p>
          <Grid least="16rem">
            {one.documents.map(({ documentId, kind }) => (
              <RecordedPicture
                key={documentId}
                alt={t(($) => $.loans.kinds[kind])}
                action={t(($) => $.loans.kinds[kind])}
                open={() => openPicture('openLoanDocument', { applicationId, documentId })}
              />
            ))}
          </Grid>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Values({ one }: { one: LoanCase }) {
  const { t } = useTranslation();
  const { loan, digest, available } = one;
  const figure = (value: string) => <Amount value={value} asset={loan.asset} named />;
  return (
    <Panel title={t(($) => $.loans.values)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.loans.number), value: <Ltr>{loan.number}</Ltr> },
            {
              label: t(($) => $.loans.stage),
              value: <StatusBadge map={STAGES} state={loan.stage} />,
            },
            ...(loan.reason === ''
              ? []
              : [
                  {
                    label: t(($) => $.withdrawals.reason),
                    value: t(($) => $.loans.reasons[loan.reason as 'incomeShort']),
                  },
                ]),
            { label: t(($) => $.loans.amount), value: figure(loan.amount) },
            { label: t(($) => $.loans.available), value: figure(available) },
            { label: t(($) => $.loans.product), value: `${loan.product} · ${loan.version}` },
            { label: t(($) => $.loans.period), value: loan.periodDays },
            { label: t(($) => $.loans.total), value: figure(loan.totalRepayable) },
            { label: t(($) => $.loans.owed), value: figure(loan.owedTotal) },
            { label: t(($) => $.loans.overdue), value: figure(loan.lateAmount) },
            { label: t(($) => $.loans.paid), value: figure(loan.paidTotal) },
            { label: t(($) => $.loans.applied), value: <Instant at={loan.appliedAt} /> },
            { label: t(($) => $.loans.deadline), value: <Instant at={loan.deadline} /> },
            { label: t(($) => $.withdrawals.digest), value: <Ltr>{digest}</Ltr>, wide: true },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** What the customer sees. */
function Seen({ one }: { one: LoanCase }) {
  const { t } = useTranslation();
  return (
    <SeenPanel
      events={one.timeline.map(({ what, at }) => ({
        id: what,
        title: what === 'applied' ? t(($) => $.loans.applied) : t(($) => $.loans.stages[what]),
        when: <Instant at={at} />,
        state: what === 'refused' ? 'failed' : 'done',
      }))}
    />
  );
}
