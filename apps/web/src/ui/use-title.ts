import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title and the description of the document while a screen is mounted. */
export function useTitle(page: string, description?: string): void {
  const { t } = useTranslation();
  useDescription(description);
  useEffect(() => {
    document.title = t(($) => $.shell.titleOf, { page });
  }, [t, page]);
}

/** Sets what search engines show below the title; without a text that of the whole site. */
export function useDescription(description?: string): void {
  const { t } = useTranslation();
  const text = description ?? t(($) => $.shell.description);
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', text);
  }, [text]);
}
