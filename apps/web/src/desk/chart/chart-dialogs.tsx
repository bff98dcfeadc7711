import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawingName } from './catalogue.ts';
import type { ChartStore } from './chart-store.ts';
import type { SavedIndicator } from './settings.ts';

const IndicatorDialog = lazy(() => import('./indicator-dialog.tsx'));
const ParametersDialog = lazy(() => import('./parameters-dialog.tsx'));

/** The dialog of the chart that is open. */
export type OpenDialog =
  | { readonly indicators: true }
  | { readonly edit: SavedIndicator }
  | { readonly note: DrawingName };

interface ChartDialogsProps {
  open: OpenDialog | null;
  store: ChartStore;
  close(): void;
  onNote(name: DrawingName, text: string): void;
}

/** Renders the open dialog of the chart, if any. */
export function ChartDialogs(props: ChartDialogsProps) {
  const { open, store, close, onNote } = props;
  if (open === null) return null;
  if ('note' in open) return <NoteDialog close={close} save={(text) => onNote(open.note, text)} />;
  return (
    <Suspense fallback={null}>
      {'edit' in open ? (
        <ParametersDialog indicator={open.edit} store={store} close={close} />
      ) : (
        <IndicatorDialog store={store} close={close} />
      )}
    </Suspense>
  );
}

const NOTE_MAX = 80;

function NoteDialog({ close, save }: { close(): void; save(text: string): void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <Dialog opened onClose={close} title={t(($) => $.chart.note.title)} size="22rem">
      <Form
        error=""
        onSubmit={() => {
          if (text.trim() !== '') save(text.trim());
        }}
        actions={
          <>
            <Button variant="default" onClick={close}>
              {t(($) => $.kit.back)}
            </Button>
            <Button type="submit" disabled={text.trim() === ''}>
              {t(($) => $.chart.note.place)}
            </Button>
          </>
        }
      >
        <TextField
          data-autofocus
          label={t(($) => $.chart.note.text)}
          maxLength={NOTE_MAX}
          value={text}
          onChange={setText}
        />
      </Form>
    </Dialog>
  );
}
