import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { MESSAGE_MAX, TITLE_MAX } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call, refusalOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useAnswers, useRefresh } from './use-support.ts';

type Kept = CallOutputOf<'getCannedAnswers'>['answers'][number];

/** Answers that are written once for all staff. */
export function Canned() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const query = useAnswers();
  const [edited, setEdited] = useState<Kept | 'new' | null>(null);
  const mayChange = may('support.canned');
  const columns: readonly Column<Kept>[] = [
    {
      ...{ name: 'title', head: t(($) => $.support.cannedTitle), wraps: true },
      cell: ({ title }) => <bdi>{title}</bdi>,
    },
    {
      ...{ name: 'text', head: t(($) => $.support.answer), wraps: true },
      cell: ({ text }) => <bdi>{text}</bdi>,
    },
    {
      ...{ name: 'do', head: t(($) => $.support.change), actions: true },
      cell: (one) =>
        mayChange ? (
          <Button size="xs" variant="default" onClick={() => setEdited(one)}>
            {t(($) => $.support.change)}
          </Button>
        ) : null,
    },
  ];
  return (
    <Panel
      title={t(($) => $.support.canned)}
      tools={
        mayChange ? (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            {t(($) => $.support.addCanned)}
          </Button>
        ) : null
      }
    >
      <DataTable
        caption={t(($) => $.support.canned)}
        columns={columns}
        rows={query.data}
        keyOf={({ cannedId }) => String(cannedId)}
        state={useTableState('canned')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.support.noCanned)} />}
      />
      {edited === null ? null : (
        <CannedForm answer={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function CannedForm({ answer, close }: { answer: Kept | null; close(): void }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.support.cannedMissing) : '');
  const finish = async (work: Promise<unknown>) => {
    const refused = await refusalOf(
      work,
      t(($) => $.support.failed),
    );
    if (refused === undefined) close();
    await refresh();
    return refused;
  };
  const form = useForm({
    first: { title: answer?.title ?? '', text: answer?.text ?? '' },
    rules: { title: missing, text: missing },
    send: (values) => {
      const of = answer === null ? {} : { cannedId: answer.cannedId };
      return finish(call('saveCannedAnswer', { ...of, ...values }));
    },
  });
  return (
    <FormDialog
      title={t(($) => $.support.canned)}
      close={close}
      form={form}
      action={t(($) => $.support.save)}
      {...(answer !== null && {
        back: {
          text: t(($) => $.support.removeCanned),
          run: () => void finish(call('removeCannedAnswer', { cannedId: answer.cannedId })),
        },
      })}
    >
      <TextField
        label={t(($) => $.support.cannedTitle)}
        maxLength={TITLE_MAX}
        value={form.values.title}
        error={form.errorOf('title')}
        onChange={(title) => form.set('title', title)}
      />
      <TextArea
        label={t(($) => $.support.answer)}
        rows={6}
        maxLength={MESSAGE_MAX}
        value={form.values.text}
        error={form.errorOf('text')}
        onChange={(text) => form.set('text', text)}
      />
    </FormDialog>
  );
}
