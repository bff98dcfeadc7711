import type { Tokens } from '@assay/kit/look/use-tokens.ts';
import type { IndicatorCreate } from 'klinecharts';
import { overCandles } from './catalogue.ts';
import { defaultLevels, drawLevels, type LevelMarks } from './levels.ts';
import { smoothLine } from './line-style.ts';
import type { SavedIndicator } from './settings.ts';

/** An indicator as the charting library takes it, with parameters and looks. */
export function indicatorOf(saved: SavedIndicator, tokens: Tokens): IndicatorCreate {
  const { id, name, params, visible, lines } = saved;
  return {
    id,
    name,
    calcParams: [...params],
    visible,
    styles: { lines: lines.map((style) => smoothLine(style, tokens)) },
    ...levelsOf(saved, tokens),
  };
}

/** The reference lines and the range that contains them, for an indicator that can have them. */
function levelsOf({ name, levels }: SavedIndicator, tokens: Tokens): Partial<IndicatorCreate> {
  // The library redraws an indicator for other data, but not for another style alone.
  const marks: LevelMarks = { levels, color: tokens.ink3, font: `10px ${tokens.font}` };
  if (overCandles(name) || defaultLevels(name).length === 0) return { extendData: marks };
  return {
    extendData: marks,
    draw: drawLevels,
    minValue: levels.length > 0 ? Math.min(...levels) : null,
    maxValue: levels.length > 0 ? Math.max(...levels) : null,
  };
}
