import { describe, expect, it } from 'vitest';
import { createChartStore } from './chart-store.ts';
import { defaultLevels } from './levels.ts';
import { AUTOMATIC_COLORS, DEFAULT_DRAWING_STYLE, type LineStyle } from './line-style.ts';
import { DEFAULT_SETTINGS, restoreSettings, usualLook } from './settings.ts';

const thick: LineStyle = { color: 'red', width: 3, pattern: 'dashed' };
const drawing = (id: string, style: LineStyle) => ({
  ...{ id, name: 'segment', points: [{ timestamp: 1, value: 2 }], text: '', style },
});

describe('the looks of lines on the chart', () => {
  it('UI-973 each new line has a colour of its own for as long as there are enough', () => {
    const store = createChartStore('A');
    store.getState().addIndicator('BOLL', [20, 2]);
    const colors = () =>
      store.getState().indicators.flatMap(({ lines }) => lines.map(({ color }) => color));
    expect(new Set(colors())).toEqual(new Set(AUTOMATIC_COLORS));
    expect(colors()).toHaveLength(8);
    store.getState().addIndicator('MACD', [12, 26, 9]);
    expect(colors().slice(8)).toEqual(AUTOMATIC_COLORS.slice(0, 2));
  });

  it('UI-974 colour, width and pattern belong to one line, are kept, and can be undone', () => {
    const store = createChartStore('B');
    const [first, ...others] = store.getState().indicators[0]!.lines;
    store.getState().editIndicator('MA-1', { lines: [thick, ...others] });
    store.getState().putDrawing({ ...drawing('d', DEFAULT_DRAWING_STYLE), name: 'segment' });
    store.getState().styleDrawing('d', thick);
    // The next drawing begins with the style that was chosen last.
    expect(store.getState().habits.drawingStyle).toEqual(thick);
    const { indicators, drawings } = store.getState();
    const kept = restoreSettings(JSON.stringify({ indicators, drawings }));
    expect(kept.indicators[0]?.lines).toEqual([thick, ...others]);
    expect(kept.drawings[0]?.style).toEqual(thick);
    store.getState().undo();
    expect(store.getState().drawings[0]?.style).toEqual(DEFAULT_DRAWING_STYLE);
    store.getState().undo();
    store.getState().undo();
    expect(store.getState().indicators[0]?.lines[0]).toEqual(first);
  });

  it('UI-974 a chart that was saved without looks, or with odd ones, gets the usual ones', () => {
    const saved = {
      indicators: [
        { id: 'MA-1', name: 'MA', params: [7, 25, 99], visible: true },
        { id: 'VOL-1', name: 'VOL', params: [5, 10], lines: [{ color: 'no', width: 9 }, thick] },
      ],
      drawings: [drawing('d', { ...thick, width: 40 as 4 })],
    };
    const { indicators, drawings } = restoreSettings(JSON.stringify(saved));
    expect(indicators[0]).toEqual(DEFAULT_SETTINGS.indicators[0]);
    expect(indicators[1]?.lines).toEqual([DEFAULT_SETTINGS.indicators[1]?.lines[0], thick]);
    expect(drawings[0]?.style).toEqual({ ...thick, width: DEFAULT_DRAWING_STYLE.width });
  });

  it('UI-975 an oscillator has its customary reference lines, which can be moved and removed', () => {
    expect(defaultLevels('RSI')).toEqual([30, 70]);
    expect(defaultLevels('CCI')).toEqual([-100, 100]);
    const store = createChartStore('C');
    store.getState().addIndicator('RSI', [14]);
    const rsi = () => store.getState().indicators.find(({ id }) => id === 'RSI-1')!;
    expect(rsi().levels).toEqual([30, 70]);
    store.getState().editIndicator('RSI-1', { levels: [50] });
    const { indicators } = store.getState();
    expect(restoreSettings(JSON.stringify({ indicators })).indicators.at(-1)?.levels).toEqual([50]);
    expect(usualLook(rsi(), indicators)).toMatchObject({ levels: [30, 70] });
  });
});
