import { Label } from '@assay/kit/display/panel.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { KeyView } from '../../lib/api/wire.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import css from './api-keys.module.css';
import { copy } from './copy.ts';
import { KeyFields } from './key-fields.tsx';
import { refreshApiKeys } from './use-api-keys.ts';
import { type KeyForm, useKeyForm } from './use-key-form.ts';

type CreatedKey = CallOutput<'createApiKey'>;

/** Wide enough to show a key on two lines. */
const WIDE = '30rem';

/** Asks for the rights of the new key, then shows the key with its secret in the same dialog. */
export function CreateDialog({ close }: { close(): void }) {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  const form = useKeyForm(null);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const [kept, setKept] = useState(false);
  // A secret is shown only once, so the dialog stays open until the user confirms having stored it.
  const held = made !== null && made.secret !== null && !kept;
  useLeaveWarning(held);
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
        <CreatedKeyBody made={made} kept={kept} setKept={setKept}>
          <Button disabled={held} onClick={close}>
            {t(($) => $.apiKeys.made.done)}
          </Button>
        </CreatedKeyBody>
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
  // The invalid field may be scrolled out of view.
  useEffect(() => {
    const invalid = '[aria-invalid="true"]';
    if (form.failed > 0) element.current?.querySelector<HTMLElement>(invalid)?.focus();
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

interface CreatedKeyBodyProps {
  made: CreatedKey;
  kept: boolean;
  setKept(kept: boolean): void;
  /** The button that closes the dialog. */
  children: ReactNode;
}

function CreatedKeyBody({ made, kept, setKept, children }: CreatedKeyBodyProps) {
  const { t } = useTranslation();
  const begin = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone, so a screen reader continues where the key begins.
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

/** Makes the browser ask for confirmation before the user leaves the page. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}

export function RevokeDialog({ apiKey, close }: { apiKey: KeyView; close(): void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await api.call('revokeApiKey', { apiKeyId: apiKey.apiKeyId });
      toastSuccess(t(($) => $.apiKeys.revoke.done));
    } catch {
      // The API client has already shown why the call failed.
    }
    await refreshApiKeys();
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
