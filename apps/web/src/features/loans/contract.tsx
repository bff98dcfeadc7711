import { useTranslation } from 'react-i18next';
import css from './contract.module.css';

/** The text that is signed, letter for letter. */
export function Contract({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <details className={css.contract}>
      <summary>{t(($) => $.loans.readContract)}</summary>
      <pre dir="ltr" lang="en">
        {text}
      </pre>
    </details>
  );
}
