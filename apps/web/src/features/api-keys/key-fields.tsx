import { useFormat } from '@assay/kit/format/use-format.tsx';
import { FieldGroup } from '@assay/kit/input/field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SecretField, TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { type TextState, textOf } from '@assay/kit/input/use-form.ts';
import { IPS_MAX, keyKinds, LABEL_MAX, permissions } from '@assay/modules/api-keys/rules';
import { useTranslation } from 'react-i18next';
import css from './api-keys.module.css';
import type { KeyForm } from './use-key-form.ts';

/** The fields of a key. The kind can be chosen only for a new key. */
export function KeyFields({ form, isNew }: { form: KeyForm; isNew: boolean }) {
  const { t } = useTranslation();
  const { values, set } = form;
  return (
    <>
      <TextField
        data-autofocus
        label={t(($) => $.apiKeys.fields.label)}
        maxLength={LABEL_MAX}
        autoComplete="off"
        {...textOf(form, 'label')}
      />
      {isNew ? <Kind form={form} /> : null}
      <FieldGroup
        label={t(($) => $.apiKeys.fields.permission)}
        hint={t(($) => $.apiKeys.permissionNotes[values.permission])}
      >
        <Segments
          fill
          label={t(($) => $.apiKeys.fields.permission)}
          options={permissions.map((value) => ({
            value,
            text: t(($) => $.apiKeys.permissions[value]),
          }))}
          value={values.permission}
          onChange={(permission) => set('permission', permission)}
        />
      </FieldGroup>
      <Ips form={form} />
      {form.passwordNeeded ? <Password form={form} /> : null}
    </>
  );
}

function Kind({ form }: { form: KeyForm }) {
  const { t } = useTranslation();
  const { values, set } = form;
  return (
    <>
      <FieldGroup
        label={t(($) => $.apiKeys.fields.kind)}
        hint={t(($) => $.apiKeys.kindNotes[values.kind])}
      >
        <Segments
          fill
          label={t(($) => $.apiKeys.fields.kind)}
          options={keyKinds.map((value) => ({ value, text: t(($) => $.apiKeys.kinds[value]) }))}
          value={values.kind}
          onChange={(kind) => set('kind', kind)}
        />
      </FieldGroup>
      {values.kind === 'ed25519' ? (
        <Lines
          label={t(($) => $.apiKeys.fields.publicKey)}
          note={t(($) => $.apiKeys.fields.publicKeyNote)}
          {...textOf(form, 'publicKey')}
          onChange={form.setPublicKey}
        />
      ) : null}
    </>
  );
}

function Ips({ form }: { form: KeyForm }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { values, expiresAt } = form;
  return (
    <div>
      <Lines
        label={t(($) => $.apiKeys.fields.ips)}
        note={t(($) => $.apiKeys.fields.ipsNote, { most: IPS_MAX })}
        {...textOf(form, 'ips')}
      />
      {expiresAt === null || values.ips.trim() !== '' ? null : (
        <p className={css.expires}>
          {t(($) => $.apiKeys.fields.expires, { date: format.date(expiresAt) })}
        </p>
      )}
    </div>
  );
}

function Password({ form }: { form: KeyForm }) {
  const { t } = useTranslation();
  return (
    <SecretField
      label={t(($) => $.apiKeys.fields.password)}
      hint={t(($) => $.apiKeys.fields.passwordNote)}
      autoComplete="current-password"
      {...textOf(form, 'password')}
    />
  );
}

interface LinesProps extends TextState {
  label: string;
  note: string;
}

/** Machine-readable text of several lines, which is written left to right in every language. */
function Lines({ label, note, ...state }: LinesProps) {
  return (
    <TextArea
      label={label}
      hint={note}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      {...state}
    />
  );
}
