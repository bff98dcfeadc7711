import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** Runs in the page, so it is handed over as text. */
const file = new URL('./measure.page.mjs', import.meta.url);
const measure = fs.readFileSync(file, 'utf8').split('export default ').at(-1);

/**
 * What is wrong with the layout of the page now, a line each: content that is wider than its place,
 * text that is cut off, parts that do not begin at the edge that they share, parts one on another,
 * figures of a column that do not end below each other.
 *
 * Parts say what they are: `data-kit="content"`, "form", "field", "table".
 */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(${measure})()`);
}

/** By how much the content begins after the header's start, and ends before its end, in px. */
export function edgesOf(page: Page): Promise<{ readonly start: number; readonly end: number }> {
  return page.evaluate(`(() => {
    const header = document.querySelector('header');
    const style = getComputedStyle(header);
    const { left, right } = header.getBoundingClientRect();
    const [from, to] = [left + parseFloat(style.paddingLeft), right - parseFloat(style.paddingRight)];
    const boxes = [];
    for (const part of document.querySelectorAll('main *')) {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(part);
      const isFramed = Math.max(parseFloat(borderLeftWidth), parseFloat(borderRightWidth)) > 0;
      const texts = [...part.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim());
      if (!(isFramed || texts.length > 0) || part.closest('.seen-by-ear') || !part.checkVisibility())
        continue;
      const box = part.getBoundingClientRect();
      if (box.width > 1) boxes.push(box);
    }
    const lefts = Math.min(...boxes.map((box) => box.left)) - from;
    const rights = to - Math.max(...boxes.map((box) => box.right));
    return style.direction === 'rtl' ? { start: rights, end: lefts } : { start: lefts, end: rights };
  })()`);
}
