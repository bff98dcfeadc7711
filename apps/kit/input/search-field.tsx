import type { ComponentProps, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../icons/search.ts';
import { IconX } from '../icons/x.ts';
import box from './field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The key that leads to the field, as its page listens to it. */
  shortcut?: string;
  ref?: Ref<HTMLInputElement>;
  /** In a dialog it has the focus at first. */
  'data-autofocus'?: boolean;
  /** What else its input has, such as what makes it the combobox of the list below it. */
  control?: ComponentProps<'input'>;
}

/** A search above what it searches; its name is its placeholder. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, shortcut, ref, control } = props;
  const { t } = useTranslation();
  return (
    <div className={box.box}>
      <IconSearch className={box.unit} size={15} stroke={1.5} aria-hidden="true" />
      <input
        ref={ref}
        data-autofocus={props['data-autofocus']}
        type="search"
        {...control}
        className={box.control}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' ? (
        <button
          type="button"
          className={box.tool}
          aria-label={t(($) => $.kit.clear)}
          onClick={() => onChange('')}
        >
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </button>
      ) : shortcut === undefined ? null : (
        <span className={box.key} aria-hidden="true">
          {shortcut}
        </span>
      )}
    </div>
  );
}
