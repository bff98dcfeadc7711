import { Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/data/preferences.ts';
import { LANGUAGES, languageOf } from '../../lib/languages.ts';
import css from './header.module.css';
import menu from './menu.module.css';

/** All languages of the product, each under its own name for itself. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { language, setLanguage } = usePreferences();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={css.tool}
          aria-label={t(($) => $.shell.language.menu, { name: languageOf(language).name })}
        >
          <IconWorld size={17} stroke={1.5} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={menu.columns}>
        <Menu.RadioGroup value={language} onChange={(code) => setLanguage(languageOf(code).code)}>
          {LANGUAGES.map(({ code, name, locale, dir }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              closeMenuOnClick
              lang={locale}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
            >
              <bdi dir={dir}>{name}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
