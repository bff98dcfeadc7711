import { expect, it } from 'vitest';
import { sources } from '../../testing/sources.ts';

/** Parts of parts: they are shown by the part that uses them. */
const WITHIN = [
  'data/sort-head',
  'data/table-tools',
  'display/icon',
  'feedback/below-body',
  'feedback/dialog',
  'feedback/dialog-body',
  'input/day-calendar',
  'input/day-grid',
  'input/search-select-body',
];
/** Nothing to look at. */
const UNSEEN = ['feedback/boundary', 'format/use-format', 'look/look-provider'];
/** Shown by the frame of the app, and inside other parts. */
const INNER = ['input/number-input', 'display/ltr', 'feedback/toast-line', 'page/skip-link'];

/** Forms that are no question to the server with fields of its own. */
const OWN_FORMS = [
  // A card around a form of the kit's state.
  '../features/identity/form-frame.tsx',
  // Take effect in the browser.
  '../desk/chart/chart-dialogs.tsx',
  '../desk/chart/parameters-dialog.tsx',
  '../features/receipts/proof-check.tsx',
  '../features/receipts/verify-screen.tsx',
];

/** What the kit has no part for. */
const BELOW = ['Button', 'Menu', 'Popover'];
const PROVIDERS = /Provider$|^use|ColorScheme/;

it('KIT-006 screens use the part of the kit where there is one, and not what is below it', () => {
  const screens = [...sources('web', '.tsx'), ...sources('console', '.tsx')];
  const taken = screens.flatMap(([path, text]) => {
    const names = /import \{([^}]*)\} from '@mantine\/core'/.exec(text)?.[1]?.split(',') ?? [];
    const natives = /<(?:select|textarea)\b|type="checkbox"/.exec(text) ?? [];
    return [...names.map((name) => name.replace('type ', '').trim()), ...natives]
      .filter((name) => name !== '' && !BELOW.includes(name) && !PROVIDERS.test(name))
      .map((name) => `${path}: ${name}`);
  });
  expect(taken).toEqual([]);
});

/** What is on or off by itself. */
const SWITCHES = [
  '../desk/chart/tool-button.tsx',
  '../desk/header/market-strip.tsx',
  '../desk/ticket/trigger-fields.tsx',
  '../features/markets/star.tsx',
  '../features/wallet/assets-screen.tsx',
];

it('KIT-061 no screen has tabs, segments or radio buttons of its own', () => {
  const screens = [...sources('web', '.tsx'), ...sources('console', '.tsx')].filter(
    ([path]) => !path.includes('/app/kit/'),
  );
  const withPart = (part: RegExp) =>
    screens.filter(([, text]) => part.test(text)).map(([path]) => path);
  // The style of a line, which its options draw.
  const drawn = ['../desk/chart/line-style-button.tsx'];
  expect(withPart(/role="(?:tab|tablist|radio|radiogroup)"|type="radio"/)).toEqual(drawn);
  expect(withPart(/aria-pressed/).sort()).toEqual(SWITCHES);
});

it('KIT-060 buying or selling, long or short, up or down: a side is chosen by one part', () => {
  const own = /<Segments(?:(?!\/>)[\s\S])*?(?:'buy'|'up'),\s*(?:'sell'|'down')/;
  const screens = sources('web', '.tsx');
  expect(screens.filter(([, text]) => own.test(text)).map(([path]) => path)).toEqual([]);
  const used = screens.filter(([, text]) => text.includes('<SideChoice')).map(([path]) => path);
  expect(used.length).toBeGreaterThan(3);
});

it('KIT-072 every table has the kit’s head and rows, close together at the desk only', () => {
  const screens = [...sources('web', '.tsx'), ...sources('console', '.tsx')].filter(
    ([path]) => !path.includes('/app/kit/'),
  );
  const withPart = (part: RegExp) =>
    screens.filter(([, text]) => part.test(text)).map(([path]) => path);
  const desk = ['balances', 'open-orders', 'past-tables'];
  expect(withPart(/<ListTable\s+fills/).sort()).toEqual(
    desk.map((name) => `../desk/tables/${name}.tsx`),
  );
  // Rows that move with prices, each in a row of its own.
  expect(withPart(/<table[\s>]/).sort()).toEqual([
    '../desk/trades/trades-list.tsx',
    '../features/markets/market-table.tsx',
  ]);
  expect(withPart(/type="date"/)).toEqual([]);
});

it('KIT-049 the states of a record have one map, which gives each its word and its tone', () => {
  const own = /<(?:Badge|Callout)[^>]*\btone=\{\w+\[\w+\]\}|Record<[^=;]*,\s*(?:Callout)?Tone>/;
  const all = [...sources('web', ''), ...sources('console', '')];
  const second = all.filter(([, text]) => own.test(text)).map(([path]) => path);
  // What happened to a contract is no state: most of it has the usual tone.
  expect(second).toEqual(['../features/cfd/receipts-table.tsx']);
});

it('KIT-002 every part of the kit is shown on its page', () => {
  const parts = sources('kit', '.tsx').map(([path]) => path.replace(/^.*\/kit\/|\.tsx$/g, ''));
  const shown = sources('web', '.tsx')
    .filter(([path]) => path.includes('/app/kit/'))
    .map(([, text]) => text)
    .join('\n');
  const missing = parts.filter((part) => !shown.includes(`@assay/kit/${part}.tsx`));
  expect(missing.sort()).toEqual([...INNER, ...UNSEEN, ...WITHIN].sort());
  expect(parts.length).toBeGreaterThan(30);
});

it('KIT-080 a form that asks the server has its state from the kit', () => {
  const screens = [...sources('web', '.tsx'), ...sources('console', '.tsx')];
  const taken = /import \{[^}]*\bForm\b[^}]*\} from '@assay\/kit\/input\/form\.tsx'/;
  const own = screens.filter(([, text]) => taken.test(text)).map(([path]) => path);
  expect(own.sort()).toEqual([...OWN_FORMS].sort());
});

it('KIT-051 no screen writes a figure or a time before or after a text by the order of its source', () => {
  const figure = '<(?:Amount|OwnAmount|Instant|Plain|Fixed|Compact|ParameterFigure)\\b';
  const text = String.raw`\{t\((?:[^{}]|\{[^{}]*\})*\)\}`;
  const joined = new RegExp(
    `${text}(?:\\{' '\\})?\\s+${figure}|${figure}[^>]*/>(?:\\{' '\\})?\\s+${text}`,
  );
  const screens = [...sources('web', '.tsx'), ...sources('console', '.tsx')];
  const found = screens.filter(([, source]) => joined.test(source)).map(([path]) => path);
  // A number and its unit.
  expect(found).toEqual(['../../../console/src/ui/parameter-value.tsx']);
});
