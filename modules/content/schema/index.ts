import { factCalls } from './facts.ts';
import { readingCalls } from './reading.ts';
import { staffCalls } from './staff.ts';

export { limits, signedHead } from './facts.ts';
export { PAGE_SIZE } from './reading.ts';
export type { Body, Entry, Look, Place, Teaser, TextView } from './shapes.ts';

export const calls = { ...factCalls, ...readingCalls, ...staffCalls };
