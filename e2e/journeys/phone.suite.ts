import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import { smallTargets, wider } from '../harness/touch.ts';
import type { Visit } from '../harness/visit.ts';
import { FORM_SCREENS, SCREENS } from './routes.suite.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const LOOKS = [
  { language: 'en', theme: 'dark' },
  { language: 'ar', theme: 'light' },
] as const;

/** The screens and the desk under a finger. */
export function phoneJourneys(): void {
  it('UI-1020 UI-1021 no address is wider than a phone or a tablet, and a finger hits every control', () =>
    stage.visit({ ...PHONE, touch: true }, async (visit) => {
      await visit.open('/index');
      for (const path of FORM_SCREENS) await expectFits(visit, path);
      await visit.follow('/login');
      await practise(visit);
      await visit.settled();
      for (const path of SCREENS) await expectFits(visit, path);
      for (const path of ['/docs', '/console/status']) {
        await visit.page.goto(stage.address + path);
        await visit.page.getByRole('heading').first().waitFor();
        for (const size of [PHONE, TABLET]) {
          await visit.page.setViewportSize(size);
          expect(await wider(visit.page), `${path} at ${size.width}`).toBe(0);
        }
      }
    }));

  it('UI-1024 UI-1025 an order at market takes four touches from the home screen', () =>
    stage.visit({ ...PHONE, touch: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await practise(visit);
      await visit.settled();
      await visit.follow('/index');
      let touches = 0;
      const touch = async (what: Locator) => {
        touches += 1;
        await what.tap();
      };
      const desk = new PhoneDesk(visit, 'ETH');
      await touch(page.getByRole('table').getByRole('link', { name: /ETH/ }).first());
      await visit.arrived('/deal');
      await touch(desk.side('buy'));
      await touch(desk.form.getByRole('button', { name: '25%', exact: true }));
      await desk.preview();
      const answered = page.waitForResponse((got) => got.url().endsWith('/web/placeOrder'));
      await touch(desk.submit('buy'));
      expect((await (await answered).json()).code).toBe(0);
      expect(touches).toBeLessThanOrEqual(4);
      await desk.form.waitFor({ state: 'detached' });
      await desk.turnTo('history');
      await desk.list('history').first().waitFor();
      expect(await desk.list('history').first().textContent()).toContain(say('desk.type.market'));
    }));

  it.each(LOOKS)(
    'UI-1022 UI-1023 UI-1026 UI-1028 the desk of a phone: views, cards, sheets, menu: $language',
    (look) =>
      stage.visit({ ...look, ...PHONE, touch: true }, async (visit) => {
        const { page, say } = visit;
        await visit.open('/login');
        await practise(visit);
        const desk = new PhoneDesk(visit, 'BTC');
        await desk.side('buy').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        // A level of the book is taken over into the ticket, which asks about a limit order.
        await page.getByRole('tab', { name: say('desk.panel.book') }).tap();
        const level = desk.rows('bids').nth(2);
        await level.waitFor();
        await desk.priceOf(level).tap();
        await desk.form.waitFor();
        await desk.form.getByRole('button', { name: named(say('desk.side.buy')) }).tap();
        await desk.field('quantity').fill('0.01');
        await desk.preview();
        expect(await smallTargets(page)).toEqual([]);
        expect(await violationsOf(page)).toEqual([]);
        await desk.expectSheet();
        await desk.submit('buy').tap();
        const send = page.getByRole('button', { name: named(say('desk.confirm.send')) });
        await send.waitFor();
        await desk.expectSheet();
        await desk.confirm();
        await desk.form.waitFor({ state: 'detached' });
        // The order is a card, whose cells say what they are.
        await eventually(() => desk.list('open').count()).toBe(1);
        expect(await nameOfCell(desk, 5)).toBe(JSON.stringify(say('desk.table.price')));
        expect([await wider(page), await smallTargets(page)]).toEqual([0, []]);
        // Everything else that the header has no room for is in a menu.
        await page.getByRole('button', { name: named(say('shell.nav.more')) }).tap();
        await page.getByRole('dialog').getByRole('link').first().waitFor();
        await desk.expectSheet();
        expect([await smallTargets(page), await violationsOf(page)]).toEqual([[], []]);
        await page
          .getByRole('dialog')
          .getByRole('link', { name: say('shell.nav.market') })
          .tap();
        await visit.arrived('/market');
        await visit.settled();
        await eventually(() => page.getByRole('dialog').count()).toBe(0);
      }),
  );

  it('UI-1027 UI-1029 turned across, above the keyboard and between the sizes nothing is hidden', () =>
    stage.visit({ ...PHONE, touch: true }, async (visit) => {
      const { page } = visit;
      await visit.open('/login');
      await practise(visit);
      const desk = new PhoneDesk(visit, 'BTC');
      await desk.side('sell').tap();
      await desk.submit('sell').waitFor();
      for (const size of [{ width: 390, height: 420 }, { width: 844, height: 390 }, PHONE]) {
        await page.setViewportSize(size);
        await eventually(() => isInView(desk.submit('sell')), `${size.height}`).toBe(true);
        expect(await wider(page)).toBe(0);
      }
      await page.keyboard.press('Escape');
      await desk.form.waitFor({ state: 'detached' });
      for (const width of [600, 800, 1024, 1199, 1200, 1300]) {
        await page.setViewportSize({ width, height: 800 });
        const shown = width < 768 ? desk.side('buy') : desk.submit('buy').or(desk.submit('sell'));
        await shown.waitFor();
        expect(await wider(page), `${width}`).toBe(0);
      }
    }));
}

class PhoneDesk extends Desk {
  /** The button at the lower edge that opens the ticket. */
  side(side: 'buy' | 'sell'): Locator {
    const trade = this.page.locator('[data-panel=trade]');
    return trade.getByRole('button', { name: named(this.say(`desk.side.${side}`)) });
  }

  /** The dialog above all stands at the lower edge, from side to side. */
  async expectSheet(): Promise<void> {
    const sheet = this.page.getByRole('dialog').last();
    await eventually(async () => {
      const { x = 1, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
      return [x, width, Math.round(y + height)];
    }).toEqual([0, PHONE.width, PHONE.height]);
  }
}

/** Opens the address inside the app and measures it on both screens. */
async function expectFits(visit: Visit, path: string): Promise<void> {
  const { page } = visit;
  await visit.follow(path);
  for (const size of [PHONE, TABLET]) {
    await page.setViewportSize(size);
    const where = `${path} at ${size.width}`;
    await visit.settled();
    expect(await wider(page), where).toBe(0);
    expect(await smallTargets(page), where).toEqual([]);
  }
}

/** The name of its column that a cell of a card shows. */
function nameOfCell({ page }: Desk, column: number): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('tbody td:nth-child(${column})'), '::before').content`,
  );
}

/** Whether all of it is within the screen. */
async function isInView(what: Locator): Promise<boolean> {
  const { height = 0 } = what.page().viewportSize() ?? {};
  const box = await what.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
