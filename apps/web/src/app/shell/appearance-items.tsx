import { IconCheck } from '@assay/kit/icons/check.ts';
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type Density,
  type Direction,
  densityOf,
  directionOf,
  usePreferences,
} from '../../lib/data/preferences.ts';
import type { Trigger } from './late-menu.tsx';
import menu from './menu.module.css';
import { OpenedMenu } from './opened-menu.tsx';

/** Theme, density, and the colours of rise and fall. */
export default function AppearanceItems({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation();
  // To switch transitions off, Mantine would inject a style sheet as HTML, which the content
  // security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { direction, setDirection, density, setDensity } = usePreferences();
  const themes: [MantineColorScheme, string][] = [
    ['dark', t(($) => $.shell.appearance.dark)],
    ['light', t(($) => $.shell.appearance.light)],
    ['auto', t(($) => $.shell.appearance.system)],
  ];
  const densities: [Density, string][] = [
    ['compact', t(($) => $.shell.appearance.compact)],
    ['comfortable', t(($) => $.shell.appearance.comfortable)],
  ];
  const conventions: [Direction, string, string, string][] = [
    ['greenUp', t(($) => $.shell.appearance.greenUp), '--green', '--red'],
    ['redUp', t(($) => $.shell.appearance.redUp), '--red', '--green'],
    ['blueUp', t(($) => $.shell.appearance.blueUp), '--blue', '--orange'],
  ];
  return (
    <OpenedMenu trigger={trigger} wide closeOnItemClick={false}>
      <Menu.Label>{t(($) => $.shell.appearance.theme)}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(schemeOf(scheme))}>
        {themes.map(([scheme, text]) => (
          <Menu.RadioItem key={scheme} value={scheme} checkIcon={<Check />}>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t(($) => $.shell.appearance.density)}</Menu.Label>
      <Menu.RadioGroup value={density} onChange={(value) => setDensity(densityOf(value))}>
        {densities.map(([value, text]) => (
          <Menu.RadioItem key={value} value={value} checkIcon={<Check />}>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t(($) => $.shell.appearance.direction)}</Menu.Label>
      <Menu.RadioGroup value={direction} onChange={(value) => setDirection(directionOf(value))}>
        {conventions.map(([value, text, up, down]) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checkIcon={<Check />}
            rightSection={<Swatches up={up} down={down} />}
          >
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </OpenedMenu>
  );
}

const schemeOf = (text: string): MantineColorScheme =>
  text === 'dark' || text === 'light' ? text : 'auto';

function Check() {
  return <IconCheck size={14} stroke={2} aria-hidden="true" />;
}

function Swatches({ up, down }: { up: string; down: string }) {
  return (
    <span className={menu.swatches} aria-hidden="true">
      <span className={menu.swatch} style={{ background: `var(${up})` }} />
      <span className={menu.swatch} style={{ background: `var(${down})` }} />
    </span>
  );
}
