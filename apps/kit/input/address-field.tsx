import { useTranslation } from 'react-i18next';
import { AddressText } from '../display/address-text.tsx';
import { IconClipboard } from '../icons/clipboard.ts';
import box from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface AddressFieldProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  disabled?: boolean;
}

/** Blanks and invisible marks, which copying from a page or a message adds. */
const NOT_PART = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** An address on a chain: cleaned when it is pasted, and shown in groups for comparing by eye. */
export function AddressField(props: AddressFieldProps) {
  const { label, hint, error, value, onChange, onBlur, disabled = false } = props;
  const { t } = useTranslation();
  const set = (text: string) => onChange(text.replace(NOT_PART, ''));
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text !== null) set(text);
  };
  const shown = value === '' || error ? hint : <AddressText address={value} />;
  return (
    <Field label={label} hint={shown} error={error}>
      {(control) => (
        <div className={box.box}>
          <input
            {...control}
            className={box.control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={disabled}
            value={value}
            onChange={(event) => set(event.target.value)}
            onBlur={onBlur}
          />
          <button
            type="button"
            className={box.tool}
            disabled={disabled}
            aria-label={t(($) => $.kit.paste)}
            onClick={() => void paste()}
          >
            <IconClipboard size={16} stroke={1.5} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
