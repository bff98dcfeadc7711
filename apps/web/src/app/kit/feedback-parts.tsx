import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Callout, StatusCallout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { IconWallet } from '@assay/kit/icons/wallet.ts';
import { DayField } from '@assay/kit/input/day-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { NoticeParts } from './notice-parts.tsx';
import { useWords } from './samples.ts';
import { Specimen } from './specimen.tsx';

export function FeedbackParts() {
  const w = useWords();
  return (
    <Stack>
      <Specimen title={w.callouts}>
        <Callout>{w.information}</Callout>
        <Callout tone="success">{w.success}</Callout>
        <Callout tone="warning" action={<Button size="xs">{w.back}</Button>}>
          {w.warning}
        </Callout>
        <Callout tone="demo">{w.trial}</Callout>
        <Callout tone="danger">{w.danger}</Callout>
        <StatusCallout map={{ good: { tone: 'good', label: () => w.good } }} state="good">
          {w.sentence}
        </StatusCallout>
        <Callout dense tone="risk">
          {w.riskText}
        </Callout>
        <Callout tone="risk" title={w.risk}>
          {w.riskText}
        </Callout>
      </Specimen>
      <Grid least="22rem">
        <Specimen title={w.states} flush>
          <EmptyState
            icon={<IconWallet size={24} stroke={1.25} aria-hidden="true" />}
            title={w.none}
            text={w.noneText}
            action={<Button variant="default">{w.deposit}</Button>}
          />
          <Failure compact onRetry={() => undefined} />
          <div className={css.specimen}>
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </div>
        </Specimen>
        <Dialogs />
      </Grid>
      <NoticeParts />
    </Stack>
  );
}

type Shown = 'question' | 'danger' | 'drawer' | 'form';

function Dialogs() {
  const w = useWords();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const buttons: [Shown, string][] = [
    ['question', w.confirm],
    ['danger', w.dangerous],
    ['drawer', w.drawer],
    ['form', w.formDialog],
  ];
  return (
    <Specimen title={w.dialogs}>
      <div className={css.row}>
        {buttons.map(([name, text]) => (
          <Button key={name} variant="default" onClick={() => setShown(name)}>
            {text}
          </Button>
        ))}
        <Button variant="default" onClick={() => toastSuccess(w.toast)}>
          {w.toast}
        </Button>
      </div>
      {shown === 'question' || shown === 'danger' ? (
        <Confirm
          title={w.question}
          action={w.end}
          danger={shown === 'danger'}
          {...(shown === 'danger' ? { word: w.word } : { never: w.check })}
          run={() => Promise.resolve()}
          close={close}
        >
          {w.questionText}
        </Confirm>
      ) : null}
      {shown === 'form' ? <Asked close={close} /> : null}
      <RecordDrawer opened={shown === 'drawer'} title={w.record} onClose={close}>
        <KeyValues items={[{ label: w.note, value: w.sentence, wide: true }]} />
      </RecordDrawer>
    </Specimen>
  );
}

function Asked({ close }: { close(): void }) {
  const w = useWords();
  const [day, setDay] = useState('');
  const form = useForm({
    first: { name: '' },
    rules: { name: (name) => (name.trim() === '' ? w.nameError : '') },
    send: async () => {
      close();
      return undefined;
    },
  });
  return (
    <FormDialog title={w.form} close={close} form={form} action={w.send}>
      <TextField label={w.name} hint={w.nameHint} {...textOf(form, 'name')} />
      <DayField label={w.dayOne} value={day} onChange={setDay} />
    </FormDialog>
  );
}
