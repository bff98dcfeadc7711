import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/**
 * Opens the menu of the chart at a place, until it has this item: there are no prices to order or
 * to wait for before the chart has its candles.
 */
export async function openChartMenu(
  page: Page,
  item: Locator,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  await eventually(async () => {
    await page.mouse.click(at.x, at.y, { button: 'right' });
    const isThere = await item.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) await page.keyboard.press('Escape');
    return isThere;
  }).toBe(true);
}

/** Where the middle of an element is. */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
