import { useTranslation } from 'react-i18next';
import { copy } from '../feedback/copy.ts';
import { IconCopy } from '../icons/copy.ts';
import css from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  text: string;
  /** Stands behind it, and is not copied. */
  unit?: string;
  /** Its words stand in two columns, and none of them is broken. */
  words?: boolean;
}

/** Text that is copied rather than read: a key, a link, an address. */
export function CopyField({ label, text, unit, words = false }: CopyFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <div className={css.box}>
        <code dir="ltr" className={css.text} data-words={words || undefined}>
          {words ? text.split(' ').map((word) => <span key={word}>{word} </span>) : text}
        </code>
        {unit === undefined ? null : <span className={css.unit}>{unit}</span>}
        <button
          type="button"
          className={css.copy}
          aria-label={t(($) => $.kit.copy, { name: label })}
          onClick={() => void copy(text)}
        >
          <IconCopy size={16} stroke={1.5} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
