import { Ltr } from '@assay/kit/display/ltr.tsx';
import { createFormat } from '@assay/kit/format/format.ts';
import { NUMBER_STYLES, numberLocale, numberStyleOf } from '@assay/kit/format/number-style.ts';
import { Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OFFERED, usePreferences } from '../../lib/data/preferences.ts';
import { languageOf } from '../../lib/languages.ts';
import css from './header.module.css';
import menu from './menu.module.css';

/** Large enough that every style shows its groups. */
const EXAMPLE = '1234567.89';

const check = <IconCheck size={14} stroke={2} aria-hidden="true" />;

/** The languages that are offered, and the number formats. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const language = usePreferences((preferences) => preferences.language);
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
        {OFFERED.length > 1 ? <Languages /> : null}
        <Menu.Label>{t(($) => $.shell.language.numbers)}</Menu.Label>
        <Numbers />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Each under its own name for itself. */
function Languages() {
  const { language, setLanguage } = usePreferences();
  return (
    <>
      <Menu.RadioGroup value={language} onChange={(code) => setLanguage(languageOf(code).code)}>
        <div className={menu.columns}>
          {OFFERED.map(({ code, name, locale, dir }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              closeMenuOnClick
              lang={locale}
              checkIcon={check}
            >
              <bdi dir={dir}>{name}</bdi>
            </Menu.RadioItem>
          ))}
        </div>
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

function Numbers() {
  const { t } = useTranslation();
  const { language, numbers, setNumbers } = usePreferences();
  const { locale } = languageOf(language);
  return (
    <Menu.RadioGroup value={numbers} onChange={(style) => setNumbers(numberStyleOf(style))}>
      <div className={menu.columns}>
        {NUMBER_STYLES.map((style) => (
          <Menu.RadioItem key={style} value={style} closeMenuOnClick checkIcon={check}>
            {style === 'language' ? (
              t(($) => $.shell.language.asLanguage)
            ) : (
              <Ltr>{createFormat(numberLocale(style, locale)).plain(EXAMPLE)}</Ltr>
            )}
          </Menu.RadioItem>
        ))}
      </div>
    </Menu.RadioGroup>
  );
}
