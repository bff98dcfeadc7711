import { BUSINESS, oneBusinessDayAfter } from '@assay/core/session/business';
import { isOpen, openTime } from '@assay/core/session/calendar';
import { DAY } from '@assay/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const at = (text: string) => Date.parse(`${text}Z`);
const after = (text: string) => new Date(oneBusinessDayAfter(at(text))).toISOString().slice(0, 16);

it('SESS-025 a business day later is the same time of the next one, over weekends and holidays', () => {
  // 2025-11-20 is a Thursday.
  expect(after('2025-11-20T15:00')).toBe('2025-11-21T15:00');
  expect(after('2025-11-21T15:00')).toBe('2025-11-24T15:00');
  expect(after('2025-11-22T15:00')).toBe('2025-11-25T00:00');
  expect(after('2025-11-21T00:00')).toBe('2025-11-22T00:00');
  // Christmas of 2025 is a Thursday, and the Friday after it is none either.
  expect(after('2025-12-24T10:00')).toBe('2025-12-29T10:00');
  expect(after('2025-12-26T10:00')).toBe('2025-12-30T00:00');
  // Good Friday and Easter Monday of 2026: the 3rd and the 6th of April.
  expect(after('2026-04-02T09:30')).toBe('2026-04-07T09:30');
  expect(after('2026-04-30T12:00')).toBe('2026-05-04T12:00');
});

it('SESS-025 whenever it is asked, exactly 24 hours of business days pass', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2024-01-01'), max: at('2031-01-01') }), (asked) => {
      const due = oneBusinessDayAfter(asked);
      expect(openTime(BUSINESS, asked, due)).toBe(DAY);
      // At most a long weekend lies between.
      expect(due - asked).toBeLessThanOrEqual(6 * DAY);
      expect(isOpen(BUSINESS, due - 1)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
