import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { NoAnswer, withDeadline } from './deadline.ts';

/** Keeps this process busy, as a long computation does. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) Math.sqrt(end);
}

it('HTTP-155 an answer that came while the process was busy is in time', async () => {
  const { port1: near, port2: far } = new MessageChannel();
  const answer = withDeadline(once(near, 'message'), 20);
  // It lies there from now on, however long nobody reads it.
  far.postMessage('here');
  block(200);
  expect(await answer).toEqual(['here']);
  near.close();
  await expect(withDeadline(new Promise(() => undefined), 20)).rejects.toThrow(NoAnswer);
});
