import { IconCheck } from '@assay/kit/icons/check.ts';
import { IconLayoutDashboard } from '@assay/kit/icons/layout-dashboard.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Arrangement, useDeskPreferences } from './preferences.ts';

/** How the panels are arranged, which are shown, and on which side the ticket stands. */
export function LayoutMenu() {
  const { t } = useTranslation();
  const preferences = useDeskPreferences();
  const { change, resetLayout, showBook, showBottom, ticketSide, sound, sendAtOnce } = preferences;
  const { arrange, arrangement, moveAtOnce } = preferences;
  const arrangements: [Arrangement, string][] = [
    ['classic', t(($) => $.desk.layout.classic)],
    ['pro', t(($) => $.desk.layout.pro)],
  ];
  const items = [
    {
      on: showBook,
      text: t(($) => $.desk.layout.book),
      flip: () => change({ showBook: !showBook }),
    },
    {
      on: showBottom,
      text: t(($) => $.desk.layout.bottom),
      flip: () => change({ showBottom: !showBottom }),
    },
    {
      on: ticketSide === 'start',
      text: t(($) => $.desk.layout.ticketStart),
      flip: () => change({ ticketSide: ticketSide === 'start' ? 'end' : 'start' }),
    },
    { on: sound, text: t(($) => $.desk.layout.sound), flip: () => change({ sound: !sound }) },
  ];
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <IconButton label={t(($) => $.desk.layout.menu)}>
          <IconLayoutDashboard size={17} stroke={1.5} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={arrangement}
          onChange={(name) => arrange(name === 'pro' ? 'pro' : 'classic')}
        >
          {arrangements.map(([name, text]) => (
            <Menu.RadioItem key={name} value={name} checkIcon={<Check />}>
              {text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {items.map(({ on, text, flip }) => (
          <Menu.CheckboxItem key={text} checked={on} onChange={flip} checkIcon={<Check />}>
            {text}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          disabled={sendAtOnce.length === 0 && !moveAtOnce}
          onClick={() => change({ sendAtOnce: [], moveAtOnce: false })}
        >
          {t(($) => $.desk.layout.askAgain)}
        </Menu.Item>
        <Menu.Item onClick={resetLayout}>{t(($) => $.desk.layout.reset)}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Check() {
  return <IconCheck size={14} stroke={2} aria-hidden="true" />;
}
