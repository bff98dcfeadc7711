import type { Locator, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';

/** An amount that stands in no field by itself. */
const TYPED = '17.25';

/** Whoever types while the rest of a page is still on its way. */
export function earlyJourneys(): void {
  it('UI-1553 an amount that is typed as soon as there is a field stays, whatever is answered after it', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await practise(visit);
      const textbox = (key: string) => page.getByRole('textbox', { name: named(say(key)) });
      const forms: readonly (readonly [string, Locator])[] = [
        ['/transfer', textbox('wallet.amount')],
        ['/deal_jg', textbox('options.stake')],
        ['/preciousMetal', textbox('cfd.lots')],
        ['/deal', new Desk(visit, 'BTC').field('quantity')],
      ];
      for (const [address, field] of forms) {
        const answers = await heldAnswers(page);
        await page.goto(stage.address + address, { waitUntil: 'commit' });
        let after = -1;
        await eventually(async () => {
          if (after < 0 && (await field.isVisible())) {
            await field.fill(TYPED);
            after = 0;
          }
          const isOver = !(await answers.next());
          if (after >= 0 && !isOver) after += 1;
          return after >= 0 && isOver;
        }, address).toBe(true);
        expect(after, address).toBeGreaterThan(0);
        await answers.end();
        await visit.settled();
        expect([address, await field.inputValue()]).toEqual([address, TYPED]);
      }
    }));
}

interface HeldAnswers {
  /** Lets the one come that was asked for last, as its screen's are; false where none is held. */
  next(): Promise<boolean>;
  /** From now on they come as they do. */
  end(): Promise<void>;
}

/** Keeps what the calls of a page answer, until each is let come. */
async function heldAnswers(page: Page): Promise<HeldAnswers> {
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await page.route('**/web/*', hold);
  return {
    async next() {
      const route = held.pop();
      if (route === undefined) return false;
      await route.continue();
      // None comes to a question that the page has given up meanwhile.
      await (await route.request().response())?.finished();
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      return true;
    },
    async end() {
      await page.unroute('**/web/*', hold);
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}
