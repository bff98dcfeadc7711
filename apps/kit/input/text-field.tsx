import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconEye } from '../icons/eye.ts';
import { IconEyeOff } from '../icons/eye-off.ts';
import css from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type Own = 'value' | 'onChange' | 'id' | 'className';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, Own> {
  value: string;
  onChange(value: string): void;
  /** Inside the box, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  beside?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. Numbers are typed into an AmountField. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, beside, before, after, value, onChange, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} beside={beside}>
      {(control) => (
        <div className={css.box}>
          {before}
          <input
            {...rest}
            {...control}
            className={css.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {after}
        </div>
      )}
    </Field>
  );
}

/** A password, which can be looked at. */
export function SecretField(props: Omit<TextFieldProps, 'after' | 'type'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      after={
        <button
          type="button"
          className={css.tool}
          aria-pressed={shown}
          aria-label={t(($) => $.kit.showSecret)}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} stroke={1.5} aria-hidden="true" />
        </button>
      }
    />
  );
}

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, Own> {
  value: string;
  onChange(value: string): void;
}

/** Several lines of text. */
export function TextArea({ label, hint, error, value, onChange, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={css.box}>
          <textarea
            rows={3}
            {...rest}
            {...control}
            className={css.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
