import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './code.module.css';

/** A code, large enough to read across a desk; a click copies it. */
export function Code({ code }: { code: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Without permission for the clipboard the code can still be read and typed.
    await navigator.clipboard.writeText(code).catch(() => undefined);
    setCopied(true);
  };
  return (
    <button
      type="button"
      className={css.code}
      title={copied ? t(($) => $.outbox.copied) : t(($) => $.outbox.copy, { code })}
      onClick={copy}
    >
      <bdi dir="ltr">{code}</bdi>
    </button>
  );
}
