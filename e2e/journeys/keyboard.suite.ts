import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { followInConsole } from '../harness/console.ts';
import { panelsOf, walk } from '../harness/keyboard.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole } from '../harness/texts.ts';

export function keyboardJourneys(): void {
  it('UI-1064 every control of the desk is reached, panel by panel, and shows its focus', () =>
    atDesk(async ({ page }, desk) => {
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      await desk.field('price').fill(`${(best * 98n) / 100n / 10n ** 8n}`);
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await desk.turnTo('open');
      await desk.list('open').first().waitFor();
      await page.locator('canvas').first().waitFor();
      await page.locator('[data-kit="toast"]').first().waitFor({ state: 'detached' });
      const { stops, missed } = await walk(page);
      expect(missed).toEqual([]);
      expect(stops.filter(({ shown }) => !shown)).toEqual([]);
      const panels = panelsOf(stops).filter((where) => /chart|book|ticket|bottom/.test(where));
      expect(panels).toEqual([...new Set(panels)]);
      expect(panels).toHaveLength(4);

      const menus = page.getByRole('main').locator('button[aria-haspopup]:visible');
      expect(await menus.count()).toBeGreaterThan(3);
      for (const menu of await menus.all()) await opensAndCloses(page, menu);
    }));

  it('UI-1064 UI-1082 every control of the console is reached, and shows its focus; no way to a page is cut off', async () => {
    const page = await stage.consolePage();
    const nav = page.getByRole('navigation', { name: named(sayInConsole('nav.label')) });
    await nav.getByRole('link').first().waitFor();
    expect(await nav.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    for (const link of await nav.getByRole('link').all()) {
      // The page before stays until the next one is loaded: it is not the one to walk through.
      await followInConsole(page, link, (await link.getAttribute('href')) ?? '');
      const { stops, missed } = await walk(page);
      expect(missed, page.url()).toEqual([]);
      expect(
        stops.filter(({ shown }) => !shown),
        page.url(),
      ).toEqual([]);
    }
  });
}

/** Enter opens, the arrow keys move where there is a menu, Escape gives the focus back. */
async function opensAndCloses(page: Page, button: Locator): Promise<void> {
  const isMenu = (await button.getAttribute('aria-haspopup')) === 'menu';
  await button.focus();
  await page.keyboard.press('Enter');
  const opened = page.locator(
    '[role=menu], [role=dialog], [role=listbox].mantine-Popover-dropdown',
  );
  await opened.first().waitFor();
  if (isMenu) {
    await page.keyboard.press('ArrowDown');
    await page.locator('[role^=menuitem]:focus').waitFor();
  }
  await page.keyboard.press('Escape');
  await opened.first().waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();
}
