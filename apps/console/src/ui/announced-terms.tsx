import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { TermsChangeView, TermsKindName } from '@assay/modules/parameters/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/call.ts';
import { useOperator } from '../lib/operator.ts';
import { usePropose } from '../lib/propose.ts';
import { TermChanges } from './term-text.tsx';

const POLL_MS = 10_000;

/** What was changed of the terms of a kind of markets, and what is announced. */
export function AnnouncedTerms({ kind }: { kind: TermsKindName }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<TermsChangeView | null>(null);
  const state = useTableState('terms');
  const { data, isError, refetch } = useQuery({
    queryKey: ['termsChanges'],
    queryFn: ({ signal }) => call('getTermsChanges', {}, signal),
    refetchInterval: POLL_MS,
  });
  const columns = useColumns(kind, data?.at ?? 0, may('house.prepare') ? ask : undefined);
  return (
    <Panel title={t(($) => $.terms.changes)}>
      <DataTable
        caption={t(($) => $.terms.changes)}
        columns={columns}
        rows={data?.changes.filter((one) => one.kind === kind)}
        keyOf={({ versionId }) => String(versionId)}
        state={state}
        file={`${kind}-terms`}
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.terms.none)} />}
      />
      {asked === null ? null : <WithdrawTerms change={asked} close={() => ask(null)} />}
    </Panel>
  );
}

function useColumns(
  kind: TermsKindName,
  now: number,
  withdraw: ((change: TermsChangeView) => void) | undefined,
): readonly Column<TermsChangeView>[] {
  const { t } = useTranslation();
  const isAhead = ({ withdrawn, takesEffectAt }: TermsChangeView) =>
    withdrawn === null && takesEffectAt > now;
  return [
    {
      ...{ name: 'subject', head: t(($) => $.terms.subject), card: 'title' },
      cell: ({ subject }) => <Ltr>{subject}</Ltr>,
      sort: ({ subject }) => subject,
      csv: ({ subject }) => subject,
    },
    {
      ...{ name: 'changes', head: t(($) => $.terms.what), wraps: true },
      cell: ({ changes }) => <TermChanges kind={kind} changes={changes} />,
      csv: ({ changes }) =>
        changes.map(({ field, before, after }) => `${field} ${before} ${after}`).join(', '),
    },
    {
      ...{ name: 'effect', head: t(($) => $.terms.effect) },
      cell: (change) => (
        <>
          <Instant at={change.takesEffectAt} />{' '}
          {change.withdrawn === null ? (
            <Badge tone={isAhead(change) ? 'warning' : 'good'}>
              {isAhead(change) ? t(($) => $.terms.waits) : t(($) => $.terms.holds)}
            </Badge>
          ) : (
            <Badge>{t(($) => $.terms.withdrawn)}</Badge>
          )}
        </>
      ),
      sort: ({ takesEffectAt }) => takesEffectAt,
      csv: ({ takesEffectAt }) => new Date(takesEffectAt).toISOString(),
    },
    {
      ...{ name: 'reason', head: t(($) => $.terms.reason), wraps: true },
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
    },
    ...(withdraw === undefined
      ? []
      : [
          withdrawing(
            isAhead,
            withdraw,
            t(($) => $.terms.withdraw),
          ),
        ]),
  ];
}

function withdrawing(
  isAhead: (change: TermsChangeView) => boolean,
  withdraw: (change: TermsChangeView) => void,
  text: string,
): Column<TermsChangeView> {
  return {
    ...{ name: 'actions', head: text, actions: true },
    cell: (change) =>
      isAhead(change) ? (
        <Button size="xs" variant="default" onClick={() => withdraw(change)}>
          {text}
        </Button>
      ) : null,
  };
}

/** Prepares that announced terms never take effect, which a second person signs. */
function WithdrawTerms({ change, close }: { change: TermsChangeView; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('withdrawTerms', close);
  const { versionId, kind, subject, changes } = change;
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ versionId, kind, subject }, reason),
  });
  return (
    <FormDialog
      title={`${subject}: ${t(($) => $.terms.withdraw)}`}
      close={close}
      form={form}
      action={t(($) => $.terms.propose)}
    >
      <TermChanges kind={kind} changes={changes} />
      <Callout tone="information">{t(($) => $.terms.withdrawDoes)}</Callout>
      <TextArea label={t(($) => $.terms.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
