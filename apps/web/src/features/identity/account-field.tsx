import { Ltr } from '@assay/kit/display/ltr.tsx';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import type { AccountKind } from './kinds.ts';

interface KindTabsProps {
  value: AccountKind;
  kinds?: readonly AccountKind[];
  onChange(kind: AccountKind): void;
}

/** The choice between phone and e-mail; renders nothing when only one of them is offered. */
export function KindTabs({ value, kinds = ['email', 'phone'], onChange }: KindTabsProps) {
  const { t } = useTranslation();
  if (kinds.length < 2) return null;
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(($) => $.identity.kinds.label)}
      value={value}
      onChange={(kind) => onChange(kind === 'phone' ? 'phone' : 'email')}
      data={kinds.map((kind) => ({ value: kind, label: t(($) => $.identity.kinds[kind]) }))}
    />
  );
}

interface AccountFieldProps {
  kind: AccountKind;
  value: string;
  /** The calling code with its plus sign, shown before a phone number. */
  calling?: string | undefined;
  placeholder?: string;
  error?: string | undefined;
  onChange(value: string): void;
}

export function AccountField(props: AccountFieldProps) {
  const { kind, value, calling, placeholder, error, onChange } = props;
  const { t } = useTranslation();
  const phone = kind === 'phone';
  return (
    <TextInput
      label={phone ? t(($) => $.identity.fields.phone) : t(($) => $.identity.fields.email)}
      type={phone ? 'tel' : 'email'}
      autoComplete={phone ? 'tel-national' : 'email'}
      dir="ltr"
      spellCheck={false}
      value={value}
      placeholder={placeholder}
      error={error}
      leftSection={phone && calling ? <Ltr className={css.prefix}>{calling}</Ltr> : null}
      leftSectionWidth={phone && calling ? 60 : 0}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
