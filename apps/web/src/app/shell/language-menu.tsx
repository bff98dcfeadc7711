import { Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/data/preferences.ts';
import { createFormat } from '../../lib/format/format.ts';
import { NUMBER_STYLES, numberLocale, numberStyleOf } from '../../lib/format/number-style.ts';
import { LANGUAGES, languageOf } from '../../lib/languages.ts';
import { Ltr } from '../../ui/ltr.tsx';
import css from './header.module.css';
import menu from './menu.module.css';

/** Large enough that every style shows its groups. */
const EXAMPLE = '1234567.89';

/** All languages of the product, each under its own name for itself, and the number formats. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { language, setLanguage, numbers, setNumbers } = usePreferences();
  const { locale } = languageOf(language);
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
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(code) => setLanguage(languageOf(code).code)}>
          <div className={menu.columns}>
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
          </div>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t(($) => $.shell.language.numbers)}</Menu.Label>
        <Menu.RadioGroup value={numbers} onChange={(style) => setNumbers(numberStyleOf(style))}>
          <div className={menu.columns}>
            {NUMBER_STYLES.map((style) => (
              <Menu.RadioItem
                key={style}
                value={style}
                closeMenuOnClick
                checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
              >
                {style === 'language' ? (
                  t(($) => $.shell.language.asLanguage)
                ) : (
                  <Ltr>{createFormat(numberLocale(style, locale)).plain(EXAMPLE)}</Ltr>
                )}
              </Menu.RadioItem>
            ))}
          </div>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
