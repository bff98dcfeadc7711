import { practise } from './account.ts';
import { Desk } from './desk.ts';
import { stage } from './stage.ts';
import type { Visit, VisitOptions } from './visit.ts';

/** A visitor with a virtual account on the trading page of BTC. */
export async function atDesk(
  body: (visit: Visit, desk: Desk) => Promise<void>,
  { virtual = true, ...look }: VisitOptions = {},
): Promise<void> {
  await stage.visit({ ...look, virtual }, async (visit) => {
    if (virtual) await visit.open('/deal');
    else {
      await visit.open('/login');
      await practise(visit);
    }
    const desk = new Desk(visit, 'BTC');
    await desk.ready();
    await body(visit, desk);
  });
}
