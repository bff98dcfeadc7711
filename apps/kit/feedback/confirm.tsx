import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../input/checkbox.tsx';
import { Buttons } from '../input/form.tsx';
import { TextField } from '../input/text-field.tsx';
import css from './confirm.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  children?: ReactNode;
  /** What the button does, as a verb. */
  action: string;
  /** The name of the other button, where "Back" does not say it. */
  back?: string;
  /** Its colour, where it has a meaning. */
  look?: Pick<ButtonProps, 'className'> & { readonly 'data-side'?: string };
  /** What is dangerous about it; then a second Enter must not do it: the focus is on the other. */
  warning?: ReactNode;
  /** It cannot be undone: the button is red, and the other one has the focus. */
  danger?: boolean;
  /** Has to be typed first, for what cannot be undone and is large. */
  word?: string;
  /** The choice to do it without this question from now on; it is not offered with a warning. */
  never?: string;
  /** Resolves when it is done; the dialog closes then. */
  run(never: boolean): Promise<unknown>;
  close(): void;
}

/** Asks before something is done. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, back, look, warning = null } = props;
  const { danger = false, word, never, run, close } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const [unasked, setUnasked] = useState(false);
  const careful = danger || warning !== null;
  const go = async () => {
    setBusy(true);
    await run(unasked);
    close();
  };
  return (
    <Dialog opened onClose={close} title={title} size="28rem">
      <div className={css.body}>
        {children === undefined ? null : <div>{children}</div>}
        {warning}
        {word === undefined ? null : (
          <TextField
            label={t(($) => $.kit.typeWord, { word })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
          />
        )}
        {never === undefined || warning !== null ? null : (
          <Checkbox checked={unasked} onChange={setUnasked}>
            {never}
          </Checkbox>
        )}
        <Buttons>
          <Button variant="default" data-autofocus={careful || undefined} onClick={close}>
            {back ?? t(($) => $.kit.back)}
          </Button>
          <Button
            {...look}
            data-danger={danger || undefined}
            data-autofocus={!careful || undefined}
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
