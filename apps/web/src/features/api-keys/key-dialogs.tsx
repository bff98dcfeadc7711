import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { KeyView } from '../../lib/api/wire.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Label } from '../../ui/panel.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import css from './api-keys.module.css';
import { copy } from './copy.ts';
import { KeyFields } from './key-fields.tsx';
import { askAgain } from './use-api-keys.ts';
import { type KeyForm, useKeyForm } from './use-key-form.ts';

type Made = CallOutput<'createApiKey'>;

/** Wide enough for a key on two lines. */
const WIDE = '30rem';

/** Asks what the new key may do; then the same dialog shows it, with its secret. */
export function CreateDialog({ close }: { close(): void }) {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  const form = useKeyForm(null);
  const [made, setMade] = useState<Made | null>(null);
  const [kept, setKept] = useState(false);
  // The one time that a secret is shown: there is no way out but to say that it is kept.
  const held = made !== null && made.secret !== null && !kept;
  useStay(held);
  const title = demo
    ? t(($) => $.apiKeys.form.createDemoTitle)
    : t(($) => $.apiKeys.form.createTitle);
  return (
    <Dialog
      opened
      onClose={() => held || close()}
      withCloseButton={made === null}
      title={made === null ? title : t(($) => $.apiKeys.made.title)}
      size={WIDE}
    >
      {made === null ? (
        <Form
          action={t(($) => $.apiKeys.form.create)}
          form={form}
          close={close}
          submit={async () => setMade(await form.create())}
        >
          <KeyFields form={form} isNew />
        </Form>
      ) : (
        <MadeKey made={made} kept={kept} setKept={setKept}>
          <Button disabled={held} onClick={close}>
            {t(($) => $.apiKeys.made.done)}
          </Button>
        </MadeKey>
      )}
    </Dialog>
  );
}

export function ChangeDialog({ apiKey, close }: { apiKey: KeyView; close(): void }) {
  const { t } = useTranslation();
  const form = useKeyForm(apiKey);
  const submit = async () => {
    if ((await form.change(apiKey)) === null) return;
    toastSuccess(t(($) => $.apiKeys.form.saved));
    close();
  };
  return (
    <Dialog opened onClose={close} title={t(($) => $.apiKeys.form.changeTitle)} size={WIDE}>
      <Form action={t(($) => $.apiKeys.form.save)} form={form} close={close} submit={submit}>
        <KeyFields form={form} isNew={false} />
      </Form>
    </Dialog>
  );
}

interface FormProps {
  action: string;
  form: KeyForm;
  children: ReactNode;
  close(): void;
  submit(): void;
}

function Form({ action, form, children, close, submit }: FormProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  // What is wrong may be above what is seen.
  useEffect(() => {
    const wrong = '[aria-invalid="true"]';
    if (form.failed > 0) element.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [form.failed]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form ref={element} className={css.form} noValidate onSubmit={onSubmit}>
      {children}
      <div className={css.buttons}>
        <Button variant="default" onClick={close}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

interface MadeKeyProps {
  made: Made;
  kept: boolean;
  setKept(kept: boolean): void;
  /** The way out. */
  children: ReactNode;
}

function MadeKey({ made, kept, setKept, children }: MadeKeyProps) {
  const { t } = useTranslation();
  const begin = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone: whoever listens goes on where the key begins.
  useEffect(() => begin.current?.focus(), []);
  return (
    <div className={css.form} ref={begin} tabIndex={-1}>
      {made.secret === null ? null : (
        <p className={css.warning}>
          <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
          {t(($) => $.apiKeys.made.warning)}
        </p>
      )}
      <Shown name={t(($) => $.apiKeys.made.key)} text={made.apiKey.name} />
      {made.secret === null ? null : (
        <>
          <Shown name={t(($) => $.apiKeys.made.secret)} text={made.secret} />
          <Checkbox
            size="sm"
            label={t(($) => $.apiKeys.made.kept)}
            checked={kept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
        </>
      )}
      <div className={css.buttons}>{children}</div>
    </div>
  );
}

function Shown({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <Label>{name}</Label>
      <div className={css.shown}>
        <code dir="ltr" className={css.code}>
          {text}
        </code>
        <Button
          variant="default"
          size="xs"
          aria-label={t(($) => $.apiKeys.made.copy, { name })}
          onClick={() => void copy(text)}
        >
          <IconCopy size={15} stroke={1.5} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

/** The browser asks before the page is left. */
function useStay(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wanted]);
}

export function RevokeQuestion({ apiKey, close }: { apiKey: KeyView; close(): void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await api.call('revokeApiKey', { apiKeyId: apiKey.apiKeyId });
      toastSuccess(t(($) => $.apiKeys.revoke.done));
    } catch {
      // The call has shown why it failed.
    }
    await askAgain();
    close();
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={t(($) => $.apiKeys.revoke.title, { label: apiKey.label })}
      size="28rem"
    >
      <p>{t(($) => $.apiKeys.revoke.text)}</p>
      <div className={css.buttons}>
        <Button data-autofocus variant="default" onClick={close}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button className={css.danger ?? ''} loading={busy} onClick={revoke}>
          {t(($) => $.apiKeys.revoke.confirm)}
        </Button>
      </div>
    </Dialog>
  );
}
