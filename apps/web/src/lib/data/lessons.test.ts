import { beforeEach, expect, it } from 'vitest';
import { isHidden, presentStep, restoredLessons, useLessons } from './lessons.ts';

beforeEach(() => useLessons.setState({ kept: [] }));

const kept = () => useLessons.getState().kept;

it('UI-1341 hints go on at the first thing that was not done, are hidden and come back where they were', () => {
  const { reach, hide, show } = useLessons.getState();
  expect(presentStep(kept(), 'cfd')).toBe('order');
  // A stop with the first order: both are done, in whatever order it is seen.
  reach('cfd', 'stop');
  expect(presentStep(kept(), 'cfd')).toBe('order');
  reach('cfd', 'order');
  reach('cfd', 'order');
  expect(kept()).toEqual(['cfd stop', 'cfd order']);
  expect(presentStep(kept(), 'cfd')).toBe('margin');
  expect(presentStep(kept(), 'options')).toBe('quote');

  hide('cfd');
  expect([isHidden(kept(), 'cfd'), isHidden(kept(), 'options')]).toEqual([true, false]);
  show('cfd');
  expect([isHidden(kept(), 'cfd'), presentStep(kept(), 'cfd')]).toEqual([false, 'margin']);
  reach('cfd', 'margin');
  reach('cfd', 'close');
  expect(presentStep(kept(), 'cfd')).toBeUndefined();
  hide('cfd');
  show('cfd');
  expect([kept(), presentStep(kept(), 'cfd')]).toEqual([[], 'order']);
});

it('UI-1341 takes over from the browser only words that there are', () => {
  expect(restoredLessons('options hidden,cfd order,cfd order,cfd gone,order')).toEqual([
    'cfd order',
    'options hidden',
  ]);
  expect(restoredLessons(null)).toEqual([]);
});
