import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Buttons, StateForm } from '@assay/kit/input/form.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { KeyView } from '../../lib/api/wire.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import css from './api-keys.module.css';
import { KeyFields } from './key-fields.tsx';
import { refreshApiKeys } from './use-api-keys.ts';
import { useChangedKeyForm, useNewKeyForm } from './use-key-form.ts';

type CreatedKey = CallOutput<'createApiKey'>;

/** Wide enough to show a key on two lines. */
const WIDE = '30rem';

/** Asks for the rights of the new key, then shows the key with its secret in the same dialog. */
export function CreateDialog({ close }: { close(): void }) {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  const [made, setMade] = useState<CreatedKey | null>(null);
  const form = useNewKeyForm(setMade);
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
        <StateForm
          form={form}
          action={t(($) => $.apiKeys.form.create)}
          back={{ text: t(($) => $.shell.session.back), run: close }}
        >
          <KeyFields form={form} isNew />
        </StateForm>
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
  const form = useChangedKeyForm(apiKey, () => {
    toastSuccess(t(($) => $.apiKeys.form.saved));
    close();
  });
  return (
    <FormDialog
      title={t(($) => $.apiKeys.form.changeTitle)}
      size={WIDE}
      close={close}
      form={form}
      action={t(($) => $.apiKeys.form.save)}
      back={{ text: t(($) => $.shell.session.back), run: close }}
    >
      <KeyFields form={form} isNew={false} />
    </FormDialog>
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
        <Callout tone="warning">{t(($) => $.apiKeys.made.warning)}</Callout>
      )}
      <CopyField label={t(($) => $.apiKeys.made.key)} text={made.apiKey.name} />
      {made.secret === null ? null : (
        <>
          <CopyField label={t(($) => $.apiKeys.made.secret)} text={made.secret} />
          <Checkbox checked={kept} onChange={setKept}>
            {t(($) => $.apiKeys.made.kept)}
          </Checkbox>
        </>
      )}
      <Buttons>{children}</Buttons>
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
  const revoke = async () => {
    try {
      await api.call('revokeApiKey', { apiKeyId: apiKey.apiKeyId });
      toastSuccess(t(($) => $.apiKeys.revoke.done));
    } catch {
      // The API client has already shown why the call failed.
    }
    await refreshApiKeys();
  };
  return (
    <Confirm
      danger
      title={t(($) => $.apiKeys.revoke.title, { label: apiKey.label })}
      action={t(($) => $.apiKeys.revoke.confirm)}
      run={revoke}
      close={close}
    >
      {t(($) => $.apiKeys.revoke.text)}
    </Confirm>
  );
}
