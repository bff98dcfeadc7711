import { expect, it } from 'vitest';
import { readDays } from './read-days.ts';

const WORDS = { closed: 'Closed', usual: 'Usual' };

it('UI-1520 days are read as staff type them, a line each, or not at all', () => {
  const text =
    ' 2026-12-24  01:00-13:00 \n\n2026-12-25 closed\n2026-12-26 USUAL\n2026-12-28 00:00-09:00, 18:00-24:00';
  expect(readDays(text, WORDS)).toEqual([
    { date: '2026-12-24', after: '01:00-13:00' },
    { date: '2026-12-25', after: '' },
    { date: '2026-12-26', after: null },
    { date: '2026-12-28', after: '00:00-09:00,18:00-24:00' },
  ]);
  const wrong = ['', '\n', '2026-12-24', '24.12.2026 closed', '2026-12-24 noon', 'closed'];
  for (const one of [...wrong, '2026-12-24 13:00-01:00', '2026-12-24 closed\nx']) {
    expect(readDays(one, WORDS), one).toBeNull();
  }
});
