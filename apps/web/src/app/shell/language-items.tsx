import { Ltr } from '@assay/kit/display/ltr.tsx';
import { createFormat } from '@assay/kit/format/format.ts';
import { NUMBER_STYLES, numberLocale, numberStyleOf } from '@assay/kit/format/number-style.ts';
import { IconCheck } from '@assay/kit/icons/check.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OFFERED, usePreferences } from '../../lib/data/preferences.ts';
import { languageOf } from '../../lib/languages.ts';
import type { Trigger } from './late-menu.tsx';
import menu from './menu.module.css';
import { OpenedMenu } from './opened-menu.tsx';

/** Large enough that every style shows its groups. */
const EXAMPLE = '1234567.89';

const check = <IconCheck size={14} stroke={2} aria-hidden="true" />;

/** The languages that are offered, and the number formats. */
export default function LanguageItems({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation();
  return (
    <OpenedMenu trigger={trigger}>
      {OFFERED.length > 1 ? <Languages /> : null}
      <Menu.Label>{t(($) => $.shell.language.numbers)}</Menu.Label>
      <Numbers />
    </OpenedMenu>
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
