import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { NOTE_MAX } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useColleagues } from './use-support.ts';

interface HandOverProps {
  ticketId: number;
  done(): void;
}

/** Hands a conversation to a colleague, or to whoever comes, with what they should know. */
export function HandOver(props: HandOverProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const title = t(($) => $.support.handOver);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {title}
      </Button>
      <Dialog opened={asked} onClose={() => setAsked(false)} title={title}>
        <HandOverForm {...props} />
      </Dialog>
    </>
  );
}

function HandOverForm({ ticketId, done }: HandOverProps) {
  const { t } = useTranslation();
  const colleagues = useColleagues().data ?? [];
  const form = useForm({
    first: { to: '', note: '' },
    rules: { note: (note) => (note.trim() === '' ? t(($) => $.support.noteMissing) : '') },
    send: async ({ to, note }) => {
      const input = { ticketId, note, ...(to === '' ? {} : { to: Number(to) }) };
      const handed = call('handOverSupport', input);
      const refused = await refusalOf(
        handed,
        t(($) => $.support.failed),
      );
      if (refused === undefined) done();
      return refused;
    },
  });
  return (
    <StateForm form={form} action={t(($) => $.support.handOver)}>
      <SelectField
        label={t(($) => $.support.to)}
        options={[
          { value: '', text: t(($) => $.support.anybody) },
          ...colleagues.map(({ operatorId, name }) => ({ value: String(operatorId), text: name })),
        ]}
        value={form.values.to}
        onChange={(to: string) => form.set('to', to)}
      />
      <TextField
        label={t(($) => $.support.note)}
        hint={t(($) => $.support.noteHint)}
        maxLength={NOTE_MAX}
        value={form.values.note}
        error={form.errorOf('note')}
        onChange={(note) => form.set('note', note)}
      />
    </StateForm>
  );
}
