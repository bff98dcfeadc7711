import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../lib/api/wire.ts';
import type { DrawingName } from './catalogue.ts';
import type { ChartStore } from './chart-store.ts';
import css from './dialog.module.css';
import { drawnPrice } from './drawn-price.ts';
import type { SavedIndicator } from './settings.ts';

const IndicatorDialog = lazy(() => import('./indicator-dialog.tsx'));
const ParametersDialog = lazy(() => import('./parameters-dialog.tsx'));

/** The dialog of the chart that is open. */
export type OpenDialog =
  | { readonly indicators: true }
  | { readonly edit: SavedIndicator }
  | { readonly note: DrawingName }
  | { readonly move: OrderView; readonly price: string };

interface ChartDialogsProps {
  open: OpenDialog | null;
  store: ChartStore;
  unit: string;
  close(): void;
  onNote(name: DrawingName, text: string): void;
  /** Called with null when the order keeps its price. */
  onMove(order: OrderView, price: string | null): void;
  warningOf(order: OrderView, price: string): ReactNode;
}

/** Renders the open dialog of the chart, if any. */
export function ChartDialogs(props: ChartDialogsProps) {
  const { open, store, unit, close, onNote, onMove, warningOf } = props;
  if (open === null) return null;
  if ('note' in open) return <NoteDialog close={close} save={(text) => onNote(open.note, text)} />;
  if ('move' in open) {
    const { move, price } = open;
    return (
      <MoveDialog
        order={move}
        price={price}
        unit={unit}
        warning={warningOf(move, price)}
        settle={(answer) => onMove(move, answer ? price : null)}
      />
    );
  }
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
      <form
        className={css.parameters}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') save(text.trim());
        }}
      >
        <TextInput
          data-autofocus
          label={t(($) => $.chart.note.text)}
          maxLength={NOTE_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={close}>
            {t(($) => $.chart.note.back)}
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            {t(($) => $.chart.note.place)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface MoveDialogProps {
  order: OrderView;
  price: string;
  unit: string;
  warning: ReactNode;
  settle(answer: boolean): void;
}

/** Asks for confirmation, so that an accidental drag never moves an order. */
function MoveDialog({ order, price, unit, warning, settle }: MoveDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const figure = (text: string) => <Ltr>{`${format.plain(text)} ${unit}`}</Ltr>;
  return (
    <Dialog opened onClose={() => settle(false)} title={t(($) => $.chart.move.title)} size="22rem">
      <dl className={css.move}>
        <dt>{t(($) => $.chart.move.from)}</dt>
        <dd>{figure(order[drawnPrice(order)])}</dd>
        <dt>{t(($) => $.chart.move.to)}</dt>
        <dd>{figure(price)}</dd>
      </dl>
      {order.status === 'pending' ? null : (
        <p className={css.state}>{t(($) => $.chart.move.text)}</p>
      )}
      {warning}
      <div className={css.buttons}>
        <Button
          variant="default"
          data-autofocus={warning !== null || undefined}
          onClick={() => settle(false)}
        >
          {t(($) => $.chart.move.keep)}
        </Button>
        <Button data-autofocus={warning === null || undefined} onClick={() => settle(true)}>
          {t(($) => $.chart.move.go)}
        </Button>
      </div>
    </Dialog>
  );
}
