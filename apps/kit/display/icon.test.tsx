import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IconCheck } from '../icons/check.ts';
import { IconStarFilled } from '../icons/star-filled.ts';

it('KIT-024 an icon has the size, the width of lines and the attributes that it is given', () => {
  expect(renderToStaticMarkup(<IconCheck />)).toBe(
    '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" ' +
      'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">' +
      '<path d="M5 12l5 5L20 7"></path></svg>',
  );
  const given = { size: 14, stroke: 1.5, className: 'mark', 'aria-hidden': true } as const;
  const lines = renderToStaticMarkup(<IconCheck {...given} />);
  const areas = renderToStaticMarkup(<IconStarFilled {...given} />);
  for (const made of [lines, areas]) {
    expect(made).toContain('width="14" height="14"');
    expect(made).toContain('class="mark" aria-hidden="true"');
  }
  expect(lines).toContain('stroke-width="1.5"');
  expect(areas).toContain('fill="currentColor"');
  expect(areas).not.toContain('stroke');
});
