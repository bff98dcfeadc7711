import { copy } from '@assay/kit/feedback/copy.ts';
import { useTranslation } from 'react-i18next';
import css from './code.module.css';

/** A code, large enough to read across a desk; a click copies it. */
export function Code({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={css.code}
      title={t(($) => $.outbox.copy, { code })}
      onClick={() => void copy(code)}
    >
      <bdi dir="ltr">{code}</bdi>
    </button>
  );
}
