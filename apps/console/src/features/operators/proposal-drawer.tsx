import type { TermValues } from '@assay/core/schema/terms';
import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import type { ProposalView } from '@assay/modules/operators/schema';
import { PARAMETER_NAMES, PARAMETERS } from '@assay/modules/parameters/rules';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { useDecide, type Verdict } from '../../lib/decide.ts';
import { CommandName, CommandValue, wordsOf } from '../../ui/command-text.tsx';
import { ParameterValue } from '../../ui/parameter-value.tsx';
import { type Changed, ListedTerms, TermChanges } from '../../ui/term-text.tsx';

const KEYS: Readonly<Record<string, Verdict>> = { a: 'approve', r: 'reject', w: 'withdraw' };

interface ProposalDrawerProps {
  proposal: ProposalView | undefined;
  close(): void;
}

/** One proposal: what exactly would run, who said what, and what the reader may say. */
export function ProposalDrawer({ proposal, close }: ProposalDrawerProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, ask] = useState<Verdict | null>(null);
  useKeys(asked === null ? (proposal?.may ?? []) : [], ask);
  const deciding = useDecide();
  /** Whether it was done; a toast says why it was not. */
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.approvals.failed));
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: ['proposals'] });
    }
  };
  if (proposal === undefined) return null;
  const { proposalId, digest, may, claimedBy } = proposal;
  const on = claimedBy === '';
  // Who prepared it may withdraw it, which is no decision; rejecting takes the right alone.
  const mayDecide = may.includes('reject');
  return (
    <>
      <RecordDrawer
        opened={asked === null}
        title={<CommandName type={proposal.type} />}
        onClose={close}
        actions={
          <>
            {mayDecide ? (
              <Button
                variant="default"
                onClick={() => void send(() => call('claimProposal', { proposalId, on }))}
              >
                {on ? t(($) => $.approvals.claim) : t(($) => $.approvals.release)}
              </Button>
            ) : null}
            {may.map((verdict) => (
              <Button
                key={verdict}
                variant={verdict === 'approve' ? 'filled' : 'default'}
                onClick={() => ask(verdict)}
              >
                {t(($) => $.approvals.verdicts[verdict])}
              </Button>
            ))}
          </>
        }
      >
        <Details proposal={proposal} />
      </RecordDrawer>
      {asked === null ? null : (
        <Confirm
          title={t(($) => $.approvals.verdicts[asked])}
          action={t(($) => $.approvals.verdicts[asked])}
          danger={asked === 'reject'}
          close={() => ask(null)}
          run={async () => {
            if (await send(() => deciding.decide(proposal, asked))) close();
          }}
        >
          <p>{t(($) => $.approvals.exactly)}</p>
          <Ltr>{digest}</Ltr>
        </Confirm>
      )}
    </>
  );
}

/** Keys for those who decide many: the button is still asked about. */
function useKeys(may: readonly Verdict[], ask: (verdict: Verdict) => void) {
  useEffect(() => {
    const listen = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const verdict = KEYS[key];
      if (ctrlKey || metaKey || altKey || verdict === undefined) return;
      if (may.includes(verdict)) ask(verdict);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [may, ask]);
}

/** A parameter's value, or terms, as everybody reads them; null for all else. */
function changedValue(label: string, body: ProposalView['body']) {
  const { kind, changes, parameter, value } = body;
  if (kind === 'contract' || kind === 'option') {
    if (label === 'changes') return <TermChanges kind={kind} changes={changes as Changed[]} />;
    const { terms } = (body[kind] ?? {}) as { terms?: TermValues };
    if (label === 'terms' && terms !== undefined) return <ListedTerms kind={kind} terms={terms} />;
  }
  if (label !== 'value' || typeof parameter !== 'string' || typeof value !== 'number') return null;
  const name = PARAMETER_NAMES.find((one) => one === parameter);
  if (name === undefined) return null;
  return <ParameterValue value={value} unit={PARAMETERS[name].unit} />;
}

/** What a command says, field by field; a listing's fields stand inside it. */
function fieldsOf(body: Readonly<Record<string, unknown>>): [label: string, value: unknown][] {
  return Object.entries(body).flatMap(([label, value]): [string, unknown][] =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value)
      : [[label, value]],
  );
}

function Details({ proposal }: { proposal: ProposalView }) {
  const { t } = useTranslation();
  const { body, reason, realm, preparedBy, preparedAt, expiresAt, signatures, digest } = proposal;
  return (
    <>
      {proposal.selfApproved ? (
        <Callout tone="warning">{t(($) => $.approvals.selfApproved)}</Callout>
      ) : null}
      {proposal.own ? <Callout tone="information">{t(($) => $.approvals.own)}</Callout> : null}
      <KeyValues
        items={[
          { label: t(($) => $.approvals.what), value: <Ltr>{proposal.type}</Ltr> },
          { label: t(($) => $.approvals.reason), value: reason, wide: true },
          { label: t(($) => $.house.realm), value: t(($) => $.house.realms[realm]) },
          { label: t(($) => $.approvals.preparedBy), value: preparedBy.name },
          { label: t(($) => $.approvals.preparedAt), value: <Instant at={preparedAt} /> },
          { label: t(($) => $.approvals.deadline), value: <Instant at={expiresAt} /> },
          ...fieldsOf(body).map(([label, value]) => ({
            label: wordsOf(label),
            value: changedValue(label, body) ?? <CommandValue label={label} value={value} />,
            wide: label === 'changes' || label === 'terms',
          })),
          ...signatures.map(({ name, verdict, at, passkey }) => ({
            label: t(($) => $.approvals.said[verdict]),
            value: (
              <>
                {name}, <Instant at={at} />
                {passkey === '' ? null : t(($) => $.approvals.signed, { passkey })}
              </>
            ),
          })),
          { label: t(($) => $.approvals.digest), value: <Ltr>{digest}</Ltr>, wide: true },
        ]}
      />
    </>
  );
}
