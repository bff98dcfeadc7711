import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import {
  type Field,
  type FieldReason,
  fieldsOf,
  type Reason,
  reasonsIn,
  reasonsOf,
} from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useDecide } from '../../lib/decide.ts';
import { useOperator } from '../../lib/operator.ts';
import { useKeys } from '../../lib/use-keys.ts';
import type { StaffCase } from './use-cases.ts';

interface DecisionProps {
  one: StaffCase;
  done(): Promise<void>;
}

/** Approve alone, or refuse with a second person. */
export function Decision({ one, done }: DecisionProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState('');
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await done();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '');
    }
  };
  const { caseId, proposalId } = one;
  const { may } = useOperator();
  const mayPrepare = proposalId === null && may('verification.decide');
  useKeys(mayPrepare ? { a: () => setAsked('approve'), r: () => setAsked('refuse') } : {});
  return (
    <Panel title={t(($) => $.verification.decision)}>
      <PanelBody>
        {failed === '' ? null : <Callout tone="danger">{failed}</Callout>}
        {proposalId === null ? null : <Proposed proposalId={proposalId} run={run} />}
        {mayPrepare && asked === 'refuse' ? (
          <Reasons
            one={one}
            back={() => setAsked(null)}
            prepare={(reasons) => run(() => prepareRefusal(caseId, reasons))}
          />
        ) : null}
        {mayPrepare && asked !== 'refuse' ? (
          <Buttons>
            <Button variant="default" onClick={() => setAsked('refuse')}>
              {t(($) => $.verification.refuse)}
            </Button>
            <Button onClick={() => setAsked('approve')}>{t(($) => $.verification.approve)}</Button>
          </Buttons>
        ) : null}
      </PanelBody>
      {asked === 'approve' ? (
        <Confirm
          title={t(($) => $.verification.approveTitle)}
          action={t(($) => $.verification.approve)}
          close={() => setAsked(null)}
          run={() => run(() => call('approveVerification', { caseId }))}
        >
          {t(($) => $.verification.approveText)}
        </Confirm>
      ) : null}
    </Panel>
  );
}

interface ReasonsProps {
  one: StaffCase;
  back(): void;
  prepare(reasons: FieldReason[]): void;
}

/** A reason for each field that is objected to, as the customer will read it. */
function Reasons({ one, back, prepare }: ReasonsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Field, Reason>>>>({});
  const reasons = fieldsOf[one.level].flatMap((field) => {
    const reason = chosen[field];
    return reason === undefined ? [] : [{ field, reason }];
  });
  return (
    <>
      {fieldsOf[one.level].map((field) => (
        <SelectField
          key={field}
          label={t(($) => $.verification.fields[field])}
          options={[
            { value: '', text: t(($) => $.verification.fine) },
            ...reasonsOf[field].map((value) => ({
              value,
              text: t(($) => $.verification.reasons[value]),
            })),
          ]}
          value={chosen[field] ?? ''}
          onChange={(value: Reason | '') =>
            setChosen((known) => ({ ...known, [field]: value === '' ? undefined : value }))
          }
        />
      ))}
      <Buttons>
        <Button variant="default" onClick={back}>
          {t(($) => $.kit.back)}
        </Button>
        <Button disabled={reasons.length === 0} onClick={() => prepare(reasons)}>
          {t(($) => $.verification.prepare)}
        </Button>
      </Buttons>
    </>
  );
}

/** What the record of proposals shows beside the reasons themselves: them in one line. */
async function prepareRefusal(caseId: number, reasons: FieldReason[]): Promise<void> {
  const body = { caseId, reasons };
  const reason = reasons.map((one) => `${one.field}: ${one.reason}`).join(', ');
  const proposalId = crypto.randomUUID();
  await call('prepareProposal', { proposalId, type: 'refuseVerification', body, reason });
}

interface ProposedProps {
  proposalId: string;
  run(work: () => Promise<unknown>): void;
}

/** A refusal that waits: what the second person signs is exactly this. */
function Proposed({ proposalId, run }: ProposedProps) {
  const { t } = useTranslation();
  const { operator } = useOperator();
  const { dialog, decide } = useDecide();
  const { data } = useQuery({
    queryKey: ['proposals', proposalId],
    queryFn: ({ signal }) => call('getProposals', { proposalId }, signal),
  });
  const proposal = data?.proposals[0];
  if (proposal === undefined) return null;
  const { body, preparedBy, may } = proposal;
  const reasons = reasonsIn(body);
  const isOwn = preparedBy.person === operator?.person;
  const texts = {
    approve: t(($) => $.verification.confirm),
    reject: t(($) => $.verification.reject),
    withdraw: t(($) => $.verification.withdraw),
  };
  return (
    <>
      <Callout tone="warning" title={t(($) => $.verification.prepared, { name: preparedBy.name })}>
        <Points>
          {reasons.map(({ field, reason }) => (
            <li key={field}>
              <strong>{t(($) => $.verification.fields[field])}</strong>
              {': '}
              {t(($) => $.verification.reasons[reason])}
            </li>
          ))}
        </Points>
      </Callout>
      {isOwn ? (
        <Callout tone={may.includes('approve') ? 'demo' : 'information'}>
          {may.includes('approve')
            ? t(($) => $.verification.bothTrial)
            : t(($) => $.verification.otherNeeded)}
        </Callout>
      ) : null}
      <Buttons>
        {may.toReversed().map((verdict) => (
          <Button
            key={verdict}
            variant={verdict === 'approve' ? 'filled' : 'default'}
            onClick={() => run(() => decide(proposal, verdict))}
          >
            {texts[verdict]}
          </Button>
        ))}
      </Buttons>
      {dialog}
    </>
  );
}
