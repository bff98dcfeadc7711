import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copy } from '../feedback/copy.ts';
import css from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  text: string;
  /** Stands behind it, and is not copied. */
  unit?: string;
}

/** Text that is copied rather than read: a key, a link, an address. */
export function CopyField({ label, text, unit }: CopyFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <div className={css.box}>
        <code dir="ltr" className={css.text}>
          {text}
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
