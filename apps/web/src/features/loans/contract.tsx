import { Fold } from '@assay/kit/display/fold.tsx';
import { useTranslation } from 'react-i18next';
import css from './contract.module.css';

/** The text that is signed, letter for letter. */
export function Contract({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Fold title={t(($) => $.loans.readContract)}>
      <pre className={css.contract} dir="ltr" lang="en">
        {text}
      </pre>
    </Fold>
  );
}
