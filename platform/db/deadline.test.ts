import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { NoAnswer, withDeadline } from './deadline.ts';

/** Keeps this process busy, as a long computation does. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) Math.sqrt(end);
}

it('HTTP-155 an answer that came while the process was busy is in time', async () => {
  const answer = withDeadline(stat('.'), 20);
  block(200);
  expect((await answer).isDirectory()).toBe(true);
  await expect(withDeadline(new Promise(() => undefined), 20)).rejects.toThrow(NoAnswer);
});
