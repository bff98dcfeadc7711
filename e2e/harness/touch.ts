import type { Page } from 'playwright-core';
import { isNone, lasting } from './eventually.ts';

/** The least width and height of what a finger has to hit, in px (WCAG 2.5.5). */
const TARGET = 44;

/** What is pressed, typed into or followed. The rows of a book are not: a price can be typed. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=slider]';

/** What of the page does not fit its screen, or is too small for a finger. */
export async function misfits(page: Page): Promise<readonly string[]> {
  const beyond = await wider(page);
  return [
    ...(beyond === 0 ? [] : [`${beyond} px wider than the screen`]),
    ...(await smallTargets(page)),
  ];
}

/**
 * The controls on the page that are too small for a finger, by their size and text. A control is as
 * large as the area that leads to it: its box, its label, or what it reaches over its box. Exempt
 * are links within sentences, and what is there for keyboards only.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return lasting(() => page.evaluate<readonly string[]>(SMALL), isNone);
}

const SMALL = `(() => {
  const isLarge = ({ width, height }) => Math.min(width, height) >= ${TARGET} - 0.5;
  const labels = (control) => [...(control.labels ?? [])];
  const isShown = (control) => {
    const { width, height, bottom } = control.getBoundingClientRect();
    const hidden = control.closest('[aria-hidden=true], .seen-by-ear');
    return Math.min(width, height) > 1 && bottom + scrollY > 0 && control.checkVisibility() && !hidden;
  };
  const isInSentence = (control) =>
    getComputedStyle(control).display === 'inline' &&
    [...control.parentElement.childNodes].some((node) => {
      return node !== control && node.textContent.trim() !== '';
    });
  const leadsTo = (control, found) =>
    found !== null &&
    (control.contains(found) || labels(control).some((label) => label.contains(found)));
  const reaches = (control) => {
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const [dx, dy] = [width, height].map((size) => Math.max(size, ${TARGET}) / 2 - 1);
    const edges = [[0, -dy], [0, dy], [-dx, 0], [dx, 0]];
    return edges.every(([a, b]) => leadsTo(control, document.elementFromPoint(x + a, y + b)));
  };
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => isShown(one));
  const small = [...(dialogs.at(-1) ?? document).querySelectorAll('${CONTROLS}')].filter(
    (control) =>
      isShown(control) &&
      !isInSentence(control) &&
      ![control, ...labels(control)].some((box) => isLarge(box.getBoundingClientRect())) &&
      !reaches(control),
  );
  scrollTo(0, 0);
  return small.map((control) => {
    const { width, height } = control.getBoundingClientRect();
    return width + ' x ' + height + ' ' + control.outerHTML.slice(0, 140);
  });
})()`;

/**
 * The pixels by which the page is wider than its screen. A phone would show such a page smaller,
 * so that the width of the window says nothing.
 */
export function wider(page: Page): Promise<number> {
  const measured = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return lasting(
    () => page.evaluate<number>(measured),
    (beyond) => beyond === 0,
  );
}
