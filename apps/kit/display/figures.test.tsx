import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createFormat } from '../format/format.ts';
import { Countdown } from './countdown.tsx';
import { marksOf } from './line-chart.tsx';

it('UI-1580 three different heights of a line have three different numbers beside it', () => {
  const format = createFormat('en');
  const of = (...values: string[]) => {
    const [low, high] = [Math.min(...values.map(Number)), Math.max(...values.map(Number))];
    const points = values.map((value, at) => ({ at, value }));
    return marksOf(points, { low, high }, format, undefined);
  };
  expect(of('0.99141405', '1.0010538', '0.99629683')).toEqual(['1.001', '0.996', '0.991']);
  expect(of('1.00000001', '1.00000003')).toEqual(['1.00000003', '1.00000002', '1.00000001']);
  // What two decimals tell apart, and what is counted, is as it was.
  expect(of('1200.5', '98000.25')).toEqual(['98.00K', '49.60K', '1.20K']);
  expect(of('1', '4')).toEqual(['4', '', '1']);
});

it('UI-1581 a wait of hours that is nearly over still has its hours, so that minutes are not taken for them', () => {
  vi.useFakeTimers({ now: 0 });
  const left = { label: 'Left', until: 24 * 60_000 + 47_000 };
  const text = (drawn: string) => /<bdi[^>]*>(.*?)<\/bdi>/.exec(drawn)?.[1];
  expect(text(renderToStaticMarkup(<Countdown {...left} />))).toBe('24:47');
  expect(text(renderToStaticMarkup(<Countdown {...left} hours />))).toBe('0:24:47');
  vi.useRealTimers();
});
