import { IconWorld } from '@assay/kit/icons/world.ts';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/data/preferences.ts';
import { languageOf } from '../../lib/languages.ts';
import css from './header.module.css';
import { lateMenu } from './late-menu.tsx';

const Opening = lateMenu(() => import('./language-items.tsx'));

/** Languages and number formats. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const language = usePreferences((preferences) => preferences.language);
  const label = t(($) => $.shell.language.menu, { name: languageOf(language).name });
  return (
    <Opening
      trigger={
        <button type="button" className={css.tool} aria-label={label}>
          <IconWorld size={17} stroke={1.5} aria-hidden="true" />
        </button>
      }
    />
  );
}
