import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { named, sayInConsole as say } from './texts.ts';

/** Opens a page of the console by its link. */
export async function goTo(page: Page, title: string): Promise<void> {
  await page
    .getByRole('link', { name: named(say(title)) })
    .first()
    .click();
}

/** Signs what waits of a command, once it shows what exactly would run. */
export async function agree(page: Page, command: string, shown = ''): Promise<void> {
  await goTo(page, 'approvals.title');
  await page.getByText(command).first().click();
  if (shown !== '') await page.getByRole('dialog').getByText(shown).first().waitFor();
  const approve = page.getByRole('button', { name: named(say('approvals.verdicts.approve')) });
  await approve.click();
  await page.getByText(say('approvals.exactly')).waitFor();
  await approve.last().click();
  await page.getByText(say('approvals.empty')).waitFor();
}

/** Follows a link of the navigation; the page before stays until the next one is loaded. */
export async function followInConsole(page: Page, link: Locator, path: string): Promise<void> {
  const leaves = new URL(page.url()).pathname !== path;
  const content = `document.querySelector('main [data-kit="content"]')`;
  await page.evaluate(`${content}.setAttribute('data-left', '')`);
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
  if (leaves) await page.locator('main [data-left]').waitFor({ state: 'detached' });
  await page.locator('main h1').waitFor();
  await eventually(() => page.locator('main .skeleton').count()).toBe(0);
}
