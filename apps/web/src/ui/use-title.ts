import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document's title while a screen is mounted. */
export function useTitle(page: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t(($) => $.shell.titleOf, { page });
  }, [t, page]);
}
