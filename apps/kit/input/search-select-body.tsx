import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldTexts } from './field.tsx';
import css from './search-select.module.css';

export interface SearchSelectProps extends FieldTexts {
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Said when nothing matches what is typed. */
  none: string;
  before?: ReactNode;
  renderOption?(value: string): ReactNode;
}

export default function SearchSelectBody(props: SearchSelectProps) {
  const { label, hint, error, options, value, onChange, placeholder, none, before } = props;
  const { renderOption } = props;
  const ready = useReady(options);
  return (
    <Select
      className={css.select}
      label={label}
      description={hint}
      placeholder={placeholder}
      nothingFoundMessage={none}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      disabled={!ready}
      // Typing replaces the text that stands there, instead of adding to it.
      onFocus={(event) => event.currentTarget.select()}
      withAsterisk={false}
      maxDropdownHeight={280}
      data={[...options]}
      value={value || null}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={before}
      leftSectionWidth={before === undefined ? 0 : 44}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...(renderOption ? { renderOption: ({ option }) => renderOption(option.value) } : {})}
    />
  );
}

/**
 * The select writes the name of its first value into the field after it has received the list.
 * Text typed before that would be mixed with the name, so the field opens only afterwards.
 */
function useReady(options: readonly unknown[]): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(options.length > 0), [options]);
  return ready;
}
