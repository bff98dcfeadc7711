import os from 'node:os';
import { clean, faultOf, mark } from './decode.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import type { Done, Job } from './job.ts';

/**
 * The process that decodes: whatever an image does to it, it holds no secret, no connection and no
 * order waits for it. It works at a low priority and ends when nobody listens any more.
 */

os.setPriority(os.constants.priority.PRIORITY_LOW);

/** The answer without what is the same for each. */
type Answer<D> = D extends unknown ? Omit<D, 'memoryBytes'> : never;

function answer(done: Answer<Done>, bytes?: Buffer): void {
  writeFrame(process.stdout, { ...done, memoryBytes: process.memoryUsage.rss() }, bytes);
}

async function run({ head, bytes }: Frame<Job>): Promise<void> {
  try {
    if (head.job === 'mark') return answer({ done: 'marked' }, await mark(bytes, head.lines));
    const made = await clean(bytes, head.type);
    answer({ done: 'clean', facts: made.facts }, made.bytes);
  } catch (err) {
    answer({ done: 'refused', fault: faultOf(err) });
  }
}

readFrames<Job>(process.stdin, (frame) => void run(frame));
process.stdin.on('end', () => process.exit(0));
answer({ done: 'ready' });
