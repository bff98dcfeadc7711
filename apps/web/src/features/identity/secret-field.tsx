import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SecretFieldProps {
  label: string;
  value: string;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  note?: string;
  onChange(value: string): void;
}

/** A password field with a button that shows the text; pasting from a password manager works. */
export function SecretField(props: SecretFieldProps) {
  const { label, value, autoComplete, error, note, onChange } = props;
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={label}
      description={note}
      autoComplete={autoComplete}
      dir="ltr"
      value={value}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{
        'aria-label': t(($) => $.identity.fields.showPassword),
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
