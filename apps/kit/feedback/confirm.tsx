import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Buttons } from '../input/form.tsx';
import { TextField } from '../input/text-field.tsx';
import css from './confirm.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** What the button does, as a verb. */
  action: string;
  /** It cannot be undone: the button is red, and the other one has the focus. */
  danger?: boolean;
  /** Has to be typed first, for what cannot be undone and is large. */
  word?: string;
  /** Resolves when it is done; the dialog closes then. */
  run(): Promise<unknown>;
  close(): void;
}

/** Asks before something is done. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, danger = false, word, run, close } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const go = async () => {
    setBusy(true);
    await run();
    close();
  };
  return (
    <Dialog opened onClose={close} title={title} size="28rem">
      <div className={css.body}>
        <div>{children}</div>
        {word === undefined ? null : (
          <TextField
            label={t(($) => $.kit.typeWord, { word })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
          />
        )}
        <Buttons>
          <Button variant="default" data-autofocus={danger || undefined} onClick={close}>
            {t(($) => $.kit.back)}
          </Button>
          <Button
            className={danger ? css.danger : undefined}
            data-autofocus={!danger || undefined}
            loading={busy}
            disabled={word !== undefined && typed.trim() !== word}
            onClick={() => void go()}
          >
            {action}
          </Button>
        </Buttons>
      </div>
    </Dialog>
  );
}
