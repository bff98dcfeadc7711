import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNumber, unreadOf, writeNumber } from '../format/number-text.ts';
import { useFormat } from '../format/use-format.tsx';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Decimal text of the wire, or unread text that this field handed out. */
  value: string;
  onChange(value: string): void;
}

/**
 * The only field for numbers. It reads what is typed or pasted by the reader's number format, shows
 * it as it was typed until the field is left, and in the reader's format from then on.
 */
export function NumberInput({ value, onChange, onBlur, ...rest }: NumberInputProps) {
  const { decimalMark } = useFormat();
  const [typed, setTyped] = useState('');
  const isTyped = readNumber(typed, decimalMark) === value;
  return (
    <input
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={isTyped ? typed : writeNumber(value, decimalMark)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readNumber(event.target.value, decimalMark));
      }}
      onBlur={(event) => {
        setTyped('');
        onBlur?.(event);
      }}
    />
  );
}

/** Why the text of a number field was not read, in words; undefined when it was. */
export function useUnreadWords(): (value: string) => string | undefined {
  const { t } = useTranslation();
  const { decimalMark } = useFormat();
  return (value) => {
    const readings = unreadOf(value);
    if (readings === null) return undefined;
    const [first, second] = readings.map((reading) => writeNumber(reading, decimalMark));
    if (first === undefined || second === undefined) return t(($) => $.kit.notANumber);
    return t(($) => $.kit.ambiguous, { first, second });
  };
}
