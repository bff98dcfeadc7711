import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { type Notice, Notices } from '@assay/kit/feedback/notices.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { DAY, NOW, useWords } from './samples.ts';
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
        <Callout tone="danger">{w.danger}</Callout>
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
        <NoticeParts />
        <Dialogs />
      </Grid>
    </Stack>
  );
}

function NoticeParts() {
  const w = useWords();
  const notices: Notice[] = [
    { id: 'a', title: w.noticeOne, text: w.sentence, at: NOW, unread: true },
    { id: 'b', title: w.noticeTwo, text: w.from, at: NOW - DAY, unread: false },
  ];
  return (
    <Panel title={w.notices}>
      <Notices
        label={w.notices}
        notices={notices}
        empty={w.none}
        onOpen={() => undefined}
        onReadAll={() => undefined}
      />
      <Notices label={w.none} notices={[]} empty={w.none} onOpen={() => undefined} />
    </Panel>
  );
}

type Shown = 'question' | 'danger' | 'drawer';

function Dialogs() {
  const w = useWords();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const buttons: [Shown, string][] = [
    ['question', w.confirm],
    ['danger', w.dangerous],
    ['drawer', w.drawer],
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
          {...(shown === 'danger' ? { word: w.word } : {})}
          run={() => Promise.resolve()}
          close={close}
        >
          {w.questionText}
        </Confirm>
      ) : null}
      <RecordDrawer opened={shown === 'drawer'} title={w.record} onClose={close}>
        <KeyValues items={[{ label: w.note, value: w.sentence, wide: true }]} />
      </RecordDrawer>
    </Specimen>
  );
}
