import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { Patience } from './patience.ts';
import { troubleOf } from './status.ts';

it('ENGN-265 loads after which nothing becomes durable are begun ever later, up to one second', () => {
  const patience = new Patience();
  const pauses = (batches: number, times: number) =>
    Array.from({ length: times }, () => patience.pauseMs(batches));
  expect(pauses(7, 6)).toEqual([0, 200, 400, 800, 1_000, 1_000]);
  expect(pauses(8, 2)).toEqual([0, 200]);
});

it('ENGN-265 a full disk is said to be one', () => {
  const error = Object.assign(new DatabaseError('could not extend file', 21, 'error'), {
    code: '53100',
  });
  expect(troubleOf(error)).toBe('the disk of the database is full');
  expect(troubleOf(new Error('anything else'))).toBe('the database failed');
});
