import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Visit } from './visit.ts';

/** Whether all of it is within the window, and nothing lies over its middle. */
export async function isInView(what: Locator): Promise<boolean> {
  const [box, size] = [await what.boundingBox(), what.page().viewportSize()];
  if (box === null || size === null) return false;
  const isWithin =
    box.y >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width;
  return (
    isWithin &&
    what.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
    })
  );
}

const DESKTOPS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
];

/** On a desktop chart, ticket with the button that sends, and one's own are in view together. */
export async function expectDeskInView({ page }: Visit, send: Locator): Promise<void> {
  const parts = [page.locator('[data-panel=chart]'), send, page.locator('[data-panel=bottom]')];
  for (const size of DESKTOPS) {
    await page.setViewportSize(size);
    const seen = () => Promise.all(parts.map(isInView));
    await eventually(seen, `${size.width}`).toEqual([true, true, true]);
  }
}
