import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IPS_MAX, keyKinds, LABEL_MAX, permissions } from '@assay/modules/api-keys/rules';
import { PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './api-keys.module.css';
import type { KeyForm } from './use-key-form.ts';

/** An error is shown above the description of its field. */
const ORDER: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

/** The fields of a key. The kind can be chosen only for a new key. */
export function KeyFields({ form, isNew }: { form: KeyForm; isNew: boolean }) {
  const { t } = useTranslation();
  const { values, errors, set } = form;
  return (
    <>
      {errors.form ? (
        <p role="alert" className={css.alert}>
          {/* The server may answer in another language than that of the page. */}
          <bdi>{errors.form}</bdi>
        </p>
      ) : null}
      <TextInput
        data-autofocus
        label={t(($) => $.apiKeys.fields.label)}
        maxLength={LABEL_MAX}
        autoComplete="off"
        value={values.label}
        error={errors.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {isNew ? <Kind form={form} /> : null}
      <Choice
        label={t(($) => $.apiKeys.fields.permission)}
        note={t(($) => $.apiKeys.permissionNotes[values.permission])}
      >
        {(labelId) => (
          <SegmentedControl
            fullWidth
            aria-labelledby={labelId}
            value={values.permission}
            onChange={(permission) => set({ permission })}
            data={permissions.map((value) => ({
              value,
              label: t(($) => $.apiKeys.permissions[value]),
            }))}
          />
        )}
      </Choice>
      <Ips form={form} />
      {form.passwordNeeded ? <Password form={form} /> : null}
    </>
  );
}

function Kind({ form }: { form: KeyForm }) {
  const { t } = useTranslation();
  const { values, errors, set, setPublicKey } = form;
  return (
    <>
      <Choice
        label={t(($) => $.apiKeys.fields.kind)}
        note={t(($) => $.apiKeys.kindNotes[values.kind])}
      >
        {(labelId) => (
          <SegmentedControl
            fullWidth
            aria-labelledby={labelId}
            value={values.kind}
            onChange={(kind) => set({ kind })}
            data={keyKinds.map((value) => ({ value, label: t(($) => $.apiKeys.kinds[value]) }))}
          />
        )}
      </Choice>
      {values.kind === 'ed25519' ? (
        <Lines
          label={t(($) => $.apiKeys.fields.publicKey)}
          note={t(($) => $.apiKeys.fields.publicKeyNote)}
          value={values.publicKey}
          error={errors.publicKey}
          set={setPublicKey}
        />
      ) : null}
    </>
  );
}

function Ips({ form }: { form: KeyForm }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { values, errors, set, expiresAt } = form;
  return (
    <div>
      <Lines
        label={t(($) => $.apiKeys.fields.ips)}
        note={t(($) => $.apiKeys.fields.ipsNote, { most: IPS_MAX })}
        value={values.ips}
        error={errors.ips}
        set={(ips) => set({ ips })}
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
    <PasswordInput
      label={t(($) => $.apiKeys.fields.password)}
      description={t(($) => $.apiKeys.fields.passwordNote)}
      inputWrapperOrder={ORDER}
      autoComplete="current-password"
      dir="ltr"
      value={form.values.password}
      error={form.errors.password}
      visibilityToggleButtonProps={{
        'aria-label': t(($) => $.identity.fields.showPassword),
        tabIndex: 0,
      }}
      onChange={(event) => form.set({ password: event.currentTarget.value })}
    />
  );
}

interface LinesProps {
  label: string;
  note: string;
  value: string;
  error: string | undefined;
  set(value: string): void;
}

/** Machine-readable text of several lines, which is written left to right in every language. */
function Lines({ label, note, value, error, set }: LinesProps) {
  return (
    <Textarea
      label={label}
      description={note}
      inputWrapperOrder={ORDER}
      classNames={{ input: css.area ?? '' }}
      dir="ltr"
      rows={3}
      spellCheck={false}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  /** Explains the current choice. */
  note: string;
  children(labelId: string): ReactNode;
}

/** A choice between a few options, with label and description like other fields. */
function Choice({ label, note, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <span id={id} className="mantine-InputWrapper-label">
        {label}
      </span>
      {children(id)}
      <p className="mantine-InputWrapper-description">{note}</p>
    </div>
  );
}
