import type { Origin } from '../history.ts';
import type { Parts, TakenWhy } from '../parts.ts';

/** Where something comes from that staff do: their network and device are not the person's. */
export const origin = (now: number): Origin => ({ now, ip: '', userAgent: '' });

/** Sessions first: whatever one of them makes meanwhile ends itself, or is ended after it. */
export async function endWhatActs(parts: Parts, userId: number, why: TakenWhy, now: number) {
  await parts.sessions.endAll(userId, [], now);
  for (const listener of parts.onTaken) await listener(userId, why, now);
}
