import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { isNone, lasting } from './eventually.ts';

/** Runs in the page, so it is handed over as text. */
const file = new URL('./measure.page.mjs', import.meta.url);
const measure = fs.readFileSync(file, 'utf8').split('export default ').at(-1);

/**
 * What is wrong with the layout of the page, a line each: content that is wider than its place,
 * text that is cut off, parts that do not begin at the edge that they share, parts one on another,
 * figures of a column that do not end below each other.
 *
 * Parts say what they are: `data-kit="content"`, "form", "field", "table".
 */
export function faultsOf(page: Page): Promise<string[]> {
  return lasting(() => page.evaluate<string[]>(`(${measure})()`), isNone);
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

/** The kit's widths of a page's content, in px; a table takes what there is. */
const WIDTHS = { form: 560, page: 1024, table: Number.MAX_SAFE_INTEGER };

/**
 * What of the page is not as the kit's page declares it: its content begins where the header or the
 * navigation beside it does, is as wide as it says, and so is each of its parts, or as a form is.
 */
export function widthsOf(page: Page): Promise<readonly string[]> {
  const measured = `(() => {
    const WIDTHS = ${JSON.stringify(WIDTHS)};
    const [content, ...more] = document.querySelectorAll('main [data-kit="content"]');
    if (content === undefined || more.length > 0) return [more.length + ' more pages than one'];
    const isRtl = getComputedStyle(content).direction === 'rtl';
    // From right to left the same, mirrored.
    const boxOf = (element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return { start: isRtl ? innerWidth - right : left, end: isRtl ? innerWidth - left : right, width };
    };
    const header = document.querySelector('header');
    const edge = parseFloat(getComputedStyle(header).paddingInlineStart);
    const frame = content.parentElement;
    const { paddingInlineEnd, columnGap } = getComputedStyle(frame);
    const beside = content.previousElementSibling;
    const outer = frame.parentElement.closest('main');
    const start = beside === null
      ? boxOf(outer).start + edge
      : boxOf(beside).end + parseFloat(columnGap);
    const room = boxOf(frame).end - parseFloat(paddingInlineEnd) - start;
    const own = boxOf(content);
    const faults = [];
    const least = (what, found, wanted) => {
      if (wanted.every((one) => Math.abs(found - one) > 1)) {
        faults.push(what + ' ' + found.toFixed(1) + ' instead of ' + wanted.map(Math.round).join(' or '));
      }
    };
    least('begins at', own.start, [start]);
    const wide = Math.min(WIDTHS[content.dataset.width], room);
    least('is wide', own.width, [wide]);
    const title = content.querySelector('[data-kit="head"] h1');
    if (title !== null) least('title at', boxOf(title).start, [own.start]);
    for (const part of content.children) {
      const box = boxOf(part);
      if (box.width <= 1 || !part.checkVisibility()) continue;
      const name = part.tagName + ' "' + part.textContent.slice(0, 30) + '"';
      least(name + ' at', box.start, [own.start]);
      least(name + ' is wide', box.width, [wide, Math.min(WIDTHS.form, room)]);
    }
    return faults;
  })()`;
  return lasting(() => page.evaluate<readonly string[]>(measured), isNone);
}
