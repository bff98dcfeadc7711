import { useEffect } from 'react';
import { useSettings } from '../../lib/data/settings.ts';

const COLOUR = /^#[0-9a-f]{6}$/;

/**
 * The accents that the operator has chosen, in a style sheet of our own making. A part of its own,
 * so that the settings that arrive do not redraw the frame.
 */
export function Accents() {
  const { accentDark = '', accentLight = '' } = useSettings().data ?? {};
  useEffect(() => {
    const rules = [rule('dark', accentDark), rule('light', accentLight)].join('');
    if (rules === '') return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [accentDark, accentLight]);
  return null;
}

function rule(theme: 'dark' | 'light', colour: string): string {
  if (!COLOUR.test(colour)) return '';
  return `:root[data-mantine-color-scheme="${theme}"] { --accent: ${colour}; }`;
}
