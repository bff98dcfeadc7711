import { expect, it } from 'vitest';
import { sources } from '../../testing/sources.ts';

/** Parts of parts: they are shown by the part that uses them. */
const WITHIN = ['data/sort-head', 'data/table-tools', 'feedback/dialog', 'feedback/dialog-body'];
/** Nothing to look at. */
const UNSEEN = ['feedback/boundary', 'format/use-format'];
/** Shown inside an AmountField. */
const INNER = ['input/number-input', 'display/ltr'];

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
