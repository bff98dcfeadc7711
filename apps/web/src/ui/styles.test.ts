import { describe, expect, it } from 'vitest';
import { sources, styleSheets } from '../testing/sources.ts';

/** Physical sides, which do not follow the writing direction. */
const PHYSICAL =
  /(?:^|[\s{;])(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/;

/** The same for inline styles. */
const PHYSICAL_CODE =
  /\b(?:(?:margin|padding|border)(?:Left|Right)\w*|textAlign:\s*'(?:left|right)'|float:)/;

describe('the styles', () => {
  it('UI-013 use start and end, not left and right', () => {
    const physical = styleSheets().flatMap(([path, text]) =>
      text
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => PHYSICAL.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(physical).toEqual([]);
    expect(styleSheets().length).toBeGreaterThan(10);
  });

  it('UI-013 use start and end inline, too', () => {
    const physical = [
      ...sources('web', '.tsx'),
      ...sources('console', '.tsx'),
      ...sources('kit', '.tsx'),
    ]
      .filter(([, text]) => PHYSICAL_CODE.test(text))
      .map(([path]) => path);
    expect(physical).toEqual([]);
  });

  it('UI-013 the check notices a physical side', () => {
    expect(PHYSICAL.test('  margin-left: 2px;')).toBe(true);
    expect(PHYSICAL.test('  text-align: right;')).toBe(true);
    expect(PHYSICAL.test('  margin-inline-start: 2px;')).toBe(false);
  });
});
